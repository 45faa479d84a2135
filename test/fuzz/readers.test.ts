/** Everything that reads what others wrote: whatever it is, the answer is one of those that the reader documents. */
import fc from 'fast-check';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ScheduleError, nextSlots } from '../../src/cron/schedule.ts';
import { parseScheduleWords } from '../../src/cron/schedule-words.ts';
import { NoBatchFolder, lookAtFolder } from '../../src/newsroom/batches/batch-folder.ts';
import { EditionError, parseEdition } from '../../src/newsroom/edition/edition.ts';
import { FeedError } from '../../src/newsroom/intake/feeds/feed.ts';
import { parseFeed } from '../../src/newsroom/intake/feeds/parse-feed.ts';
import { extractArticle } from '../../src/newsroom/sources/extract-article.ts';
import type { Entry, Header } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { readJson } from '../../src/text/read-json.ts';
import { foreignRun, foreignStory } from '../support/runner-home.ts';
import { tempHome } from '../support/temp-home.ts';
import { holds, mangled, mangledJson } from './fuzz.ts';

/** Whatever else is thrown is a defect. */
function onlyThrows<T>(kind: new (...args: never[]) => Error, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).not.toBe('');
    return undefined;
  }
}

describe('what is read from random input', () => {
  it('settings: a configuration, or a ConfigError that names the variable', async () => {
    const shipped = readFileSync('.env.example', 'utf8').replace(/^# ?(?=[A-Z_]+=)/gm, '');
    const home = tempHome();
    await holds(mangled([shipped]), (text) => {
      writeFileSync(join(home, '.env'), text);
      const read = onlyThrows(ConfigError, () => readConfig({}, home));
      if (read) expect(Object.isFrozen(read.config)).toBe(true);
    });
  });

  it('an edition: itself, or an EditionError that says where', async () => {
    const shipped = ['sample', 'uk-hk'].map(
      (name) => JSON.parse(readFileSync(`data/editions/${name}.json`, 'utf8')) as unknown,
    );
    await holds(mangledJson(shipped), (given) => {
      const edition = onlyThrows(EditionError, () => parseEdition(given, 'test.json'));
      if (edition) expect(parseEdition(JSON.parse(JSON.stringify(edition)), 'again.json')).toEqual(edition);
    });
  });

  it('a schedule: one whose slots come one after the other, or a ScheduleError', async () => {
    const words = [
      ...[
        'every 10m',
        'every weekday 7:30',
        'every monday 9:00',
        'in 20m',
        'at 2026-11-21 07:30',
        'tomorrow 9:00',
      ],
      ...[
        '30 7 * * 1-5',
        '0 0 31 2 *',
        '*/7 * * * * *',
        '每日七點半',
        '逢星期一 09:00',
        '每隔兩小時',
        'first monday of every month 8am',
      ],
    ];
    const nowMs = Date.UTC(2026, 9, 24, 23, 30);
    await holds(
      fc.tuple(mangled(words), fc.constantFrom('Europe/London', 'Asia/Hong_Kong')),
      ([text, zone]) => {
        const slots = onlyThrows(ScheduleError, () =>
          nextSlots(parseScheduleWords(text, nowMs, zone), nowMs, zone, 4),
        );
        for (const [at, slot] of (slots ?? []).entries()) expect(slot).toBeGreaterThan(slots![at - 1] ?? 0);
      },
    );
  });

  it('job files: a batch in which each story is read or has a reason, or NoBatchFolder', async () => {
    const there = { url: (n: number, outlet = 'gazette') => `http://127.0.0.1:9/${outlet}/${n}` };
    const run = JSON.stringify(foreignRun('a-run'), null, 2);
    const story = JSON.stringify(foreignStory(there, 1, { run: 'a-run' }), null, 2);
    const root = tempHome();
    await holds(fc.tuple(mangled([run]), mangled([story]), fc.nat()), async ([aRun, aStory, n]) => {
      const folder = join(root, `a-run-${n}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'run.json'), aRun);
      writeFileSync(join(folder, 'story_01.json'), aStory);
      try {
        const { stories, quarantined } = await lookAtFolder(folder);
        expect(stories.length + quarantined.length).toBe(1);
        for (const { reason } of quarantined) expect(reason).not.toBe('');
      } catch (error) {
        expect(error).toBeInstanceOf(NoBatchFolder);
      }
    });
  });

  it('a transcript: entries that were whole, in order, and damage is told; what is added afterwards is there', async () => {
    const key = parseSessionKey('console:desk');
    const header: Header = {
      v: 1,
      header: true,
      key,
      createdAtMs: 1,
      origin: { channel: 'console', chatId: 'desk' },
    };
    const entry = (n: number): Entry => ({
      v: 1,
      id: `e${n}`,
      ts: n,
      role: 'user',
      content: `Entry ${n}: 早晨`,
    });
    const written = [header, ...Array.from({ length: 6 }, (_, n) => entry(n))];
    const whole = written.map((line) => `${JSON.stringify(line)}\n`).join('');
    await holds(mangled([whole]), async (text) => {
      const folder = tempHome();
      writeFileSync(join(folder, 'console%3Adesk.jsonl'), text);
      const transcripts = new FileTranscripts(folder, () => {});
      await transcripts.open(header);
      await transcripts.append(key, [entry(100)], 0);
      const read = await transcripts.tail(key, 1_000);
      expect(read.at(-1)).toEqual(entry(100));
      // What stands behind the last line's end is torn.
      const lines = new Set(text.split('\n').slice(0, -1));
      for (const n of written.slice(1).keys())
        if (lines.has(JSON.stringify(entry(n)))) expect(read.map(({ id }) => id)).toContain(`e${n}`);
    });
  });

  it('a feed: items with an address of the web or a word on its lack, or a FeedError', async () => {
    const folder = 'data/sample/feeds';
    const samples = existsSync(folder)
      ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      : [];
    await holds(mangled([...samples, RSS, ATOM, JSON_FEED]), async (text) => {
      try {
        const { items } = await parseFeed(Buffer.from(text), {
          url: 'https://feeds.example/all',
          nowMs: 1_790_000_000_000,
        });
        for (const { url, problems = [] } of items)
          expect(url === '' ? problems.join(' ') : url).toMatch(/^https?:\/\/|no_link|bad_link/);
      } catch (error) {
        expect(error).toBeInstanceOf(FeedError);
      }
    });
  });

  it('a page: an article without controls, whatever its markup', async () => {
    await holds(
      mangled([PAGE]),
      async (html) => {
        const { title, text } = await extractArticle(html, 'https://news.example/ferry');

        expect(`${title}\n${text}`).not.toMatch(
          /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u202A-\u202E\u2066-\u2069]/u,
        );
      },
      4,
    );
  });

  it("a model's JSON: its one value, or why there is none", async () => {
    const answers = [
      '{"draft": {"title": "A ferry", "body": "It sailed [1].", "sources_used": [1]}}',
      'Here it is:\n```json\n{"candidates": [{"event_id": 3, "why": "new"},]}\n```\nDone.',
      '{"a": "a brace } in a string", "b": [1, 2, {"c": null}]}',
    ];
    await holds(mangled(answers), (text) => {
      const read = readJson(text);
      if (read.ok) expect(JSON.stringify(read.value)).toBeTypeOf('string');
      else expect(read.error).not.toBe('');
    });
  });
});

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title><link>https://news.example/</link>
<item><title>Ferry &amp; tram resume</title><link>/ferry?id=1&amp;b=2</link><guid>x1</guid><pubDate>Fri, 20 Nov 2026 07:00:00 GMT</pubDate>
<description><![CDATA[<p>The <b>ferry</b> sailed at 7.</p>]]></description></item>
<item><title>渡輪復航</title><link>https://news.example/zh</link><pubDate>2026-11-20</pubDate></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><title type="html">Tide &lt;b&gt;high&lt;/b&gt;</title>
<link rel="alternate" href="https://news.example/tide"/><id>t1</id><updated>2026-11-20T07:00:00Z</updated><summary>High.</summary></entry></feed>`;
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Feed',
  items: [
    {
      id: '1',
      url: 'https://news.example/1',
      title: 'One',
      content_text: 'Text',
      date_published: '2026-11-20T07:00:00Z',
    },
  ],
});
const PAGE = `<!doctype html><html lang="en"><head><title>Ferry resumes</title><meta property="article:published_time" content="2026-11-20T07:00:00Z">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"Ferry resumes","articleBody":"The ferry resumed."}</script></head>
<body><nav><a href="/">Home</a></nav><article><h1>Ferry resumes</h1>${'<p>The harbour ferry resumed at seven on Friday, the operator said, after a pause of nine days for repairs to its ramp.</p>'.repeat(6)}
<table><tr><td>1</td></tr></table></article><footer>Copyright</footer></body></html>`;

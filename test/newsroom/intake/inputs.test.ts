import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readEdition, type Edition } from '../../../src/newsroom/edition/edition.ts';
import { liveEdition } from '../../../src/newsroom/edition/live-edition.ts';
import { UndiciFetcher } from '../../../src/web-fetch/undici-fetcher.ts';
import { newsletterSchema } from '../../../src/newsroom/edition/edition-newsletter.ts';
import { Inputs } from '../../../src/newsroom/intake/inputs.ts';
import { windowLinks } from '../../../src/newsroom/intake/window-links.ts';
import { startSampleServer } from '../../../src/newsroom/sample/sample-server.ts';
import { buildSourcePack } from '../../../src/newsroom/sources/build-source-pack.ts';
import { lackOf } from '../../../src/newsroom/sources/gate.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import { WorkerExtractor } from '../../../src/newsroom/sources/worker-extractor.ts';
import type { Pool } from '../../../src/newsroom/intake/pool/pool.ts';
import { openPool } from '../../../src/store/sqlite/open-pool.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { anEdition } from '../an-edition.ts';
import { bCubed } from './cluster/b-cubed.ts';

const HOUR = 3_600_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Inputs over a real pool and a real fetcher; the web is one loopback port. */
function inputsOn(
  port: number,
  edition: Edition,
  clock: FakeClock,
): { inputs: Inputs; pool: Pool; fetcher: UndiciFetcher } {
  const pool = openPool({ path: ':memory:', clock, log });
  const fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [`*.localhost:${port}`],
  });
  const inputs = new Inputs({ edition: liveEdition(edition, port), pool, fetcher, clock, log });
  ending.push(
    () => pool.close(),
    () => fetcher.close(),
    () => inputs.close(),
  );
  return { inputs, pool, fetcher };
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ending.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

const paper = (name: string): Edition['feeds'][number] => ({
  key: name,
  url: `http://${name}.localhost/feed`,
  label: name,
});
const rss = (items: readonly [title: string, path: string, at: number][]) =>
  `<rss version="2.0"><channel><title>P</title>${items
    .map(
      ([title, path, at]) =>
        `<item><title>${title}</title><link>${path}</link><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

describe('Inputs', () => {
  const edition = anEdition({
    feeds: [paper('a'), paper('b'), paper('down'), paper('html')],
    tiers: { T1: ['a.localhost'], T2: [], T3: [] },
  });

  it('tells each feed’s outcome; a failing one stops nobody; old items stay out', async () => {
    const clock = new FakeClock();
    const now = clock.now();
    const asked: string[] = [];
    const port = await serve((request, response) => {
      const host = request.headers.host ?? '';
      asked.push(`${host.split('.')[0]} ${request.headers['if-none-match'] ?? '-'}`);
      if (host.startsWith('down')) response.writeHead(500).end();
      else if (host.startsWith('html')) response.end('<!doctype html><html><body>Hello</body></html>');
      else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else
        response.writeHead(200, { etag: '"1"' }).end(
          rss([
            ['Drone closes Hong Kong airport runway for 47 minutes', '/drone', now - HOUR],
            ['Archive piece from last week', '/old', now - 49 * HOUR],
            [
              host.startsWith('a') ? 'Roses in the rain, a garden diary' : 'Chess club wins third title',
              '/own',
              now + 5 * HOUR,
            ],
          ]),
        );
    });
    const { inputs, pool } = inputsOn(port, edition, clock);
    const snapshot = await inputs.prepare('daily', { notes: [] });
    const resting = { failuresInARow: 1, nextDueAtMs: now + 10 * 60_000 };
    expect(snapshot.feeds).toEqual([
      { key: 'a', label: 'a', result: 'ok', items: 3, newItems: 2 },
      { key: 'b', label: 'b', result: 'ok', items: 3, newItems: 2 },
      { key: 'down', label: 'down', result: 'failed', items: 0, newItems: 0, error: 'http_500', ...resting },
      { key: 'html', label: 'html', result: 'failed', items: 0, newItems: 0, error: 'feed_html', ...resting },
    ]);
    expect(snapshot).toMatchObject({ kind: 'daily', preparedAtMs: now, pick: { atMost: 5 } });
    expect(snapshot.candidates).toMatchObject([
      { i: 1, link_count: 2, domains: ['a.localhost', 'b.localhost'], age_minutes: 60 },
    ]);
    expect(snapshot.leftOut.map((it) => it.reason)).toEqual([
      expect.stringContaining('two outlets'),
      expect.stringContaining('two outlets'),
    ]);

    clock.set(now + HOUR);
    const again = await inputs.prepare('hourly', { notes: [] });
    expect(again.feeds.map((it) => it.result)).toEqual(['unchanged', 'unchanged', 'failed', 'failed']);
    expect(again.candidates).toHaveLength(1);
    expect(asked).toContain('a "1"');
    expect(await pool.feedState('down')).toMatchObject({ failuresInARow: 2, lastError: 'http_500' });
  });

  it('runs one update at a time, and each asker gets a selection by their own notes', async () => {
    const clock = new FakeClock();
    let requests = 0;
    const port = await serve((_, response) => {
      requests += 1;
      response.end(rss([['Drone closes Hong Kong airport runway', '/drone', clock.now()]]));
    });
    const { inputs } = inputsOn(
      port,
      anEdition({ feeds: [paper('a'), paper('b')], tiers: edition.tiers }),
      clock,
    );
    const note = {
      id: 'n',
      text: 'no drones',
      by: 'Mei',
      atMs: 0,
      exclude: { categories: [], subjects: ['drone'] },
    };
    const [free, bound] = await Promise.all([
      inputs.prepare('daily', { notes: [] }),
      inputs.prepare('hourly', { notes: [note] }),
    ]);
    expect(requests).toBe(2);
    expect(free.candidates).toHaveLength(1);
    expect(bound.candidates).toEqual([]);
    expect(bound.leftOut).toMatchObject([{ noteId: 'n' }]);
  });

  it('fetches many feeds at once without a warning, reads the newest of a big one, and says so', async () => {
    const clock = new FakeClock();
    const warnings: string[] = [];
    const warned = (warning: Error) => warnings.push(warning.message);
    process.on('warning', warned);
    ending.push(async () => process.off('warning', warned));
    const port = await serve((request, response) => {
      const name = (request.headers.host ?? '').split('.')[0] ?? '';
      const count = name === 'big' ? 1_200 : 1;
      response.end(
        rss(
          Array.from({ length: count }, (_, n) => [
            `Council of ${name} ${n} votes on bridge number ${n}`,
            `/${n}`,
            clock.now() - n * 1_000,
          ]),
        ),
      );
    });
    const names = ['big', ...Array.from({ length: 20 }, (_, n) => `small${n}`)];
    const { inputs, pool } = inputsOn(port, anEdition({ feeds: names.map(paper) }), clock);
    const { feeds } = await inputs.prepare('daily', { notes: [] });
    expect(feeds[0]).toEqual({
      key: 'big',
      label: 'big',
      result: 'ok',
      items: 1_200,
      newItems: 50,
      unread: 700,
    });
    expect(feeds.slice(1).every((it) => it.result === 'ok' && it.unread === undefined)).toBe(true);
    expect((await pool.status(clock.now())).pending).toBe(0);
    await new Promise((done) => setImmediate(done)); // warnings are told in the next turn
    expect(warnings).toEqual([]);
  });

  it('names what came of each hostile feed, and goes on', async () => {
    const clock = new FakeClock();
    const hostile: Record<string, string> = {
      html: '<!doctype html><html><body>Log in</body></html>',
      comments: `<rss version="2.0"><channel><item><title>a</title><link>/a</link><description><![CDATA[${'<!--'.repeat(50_000)}]]></description></item></channel></rss>`,
      root: '<rss version="2.0"><a/></rss>',
      words: 'busy',
      cut: '<rss version="2.0"><channel><item>',
    };
    const port = await serve((request, response) => {
      const name = (request.headers.host ?? '').split('.')[0] ?? '';
      response.end(hostile[name] ?? rss([['Drone closes runway', '/drone', clock.now()]]));
    });
    const { inputs } = inputsOn(
      port,
      anEdition({ feeds: [...Object.keys(hostile), 'good'].map(paper) }),
      clock,
    );
    const { feeds } = await inputs.prepare('daily', { notes: [] });
    const outcomes = Object.fromEntries(feeds.map(({ key, error, result }) => [key, error ?? result]));
    expect(outcomes).toMatchObject({
      html: 'feed_html',
      comments: 'ok',
      words: 'feed_unreadable',
      cut: 'ok',
      good: 'ok',
    });
    expect(['ok', 'feed_unreadable']).toContain(outcomes['root']);
  });

  it.each([
    ['a week', 7, 6],
    ['a month', 30, 20],
  ])(
    'remembers what feeds and searches told of where newsletters look back for %s',
    async (_, windowDays, days) => {
      const clock = new FakeClock();
      const begun = clock.now();
      let items: Parameters<typeof rss>[0] = [['Town hall of Larkmoor reopens', '/hall', begun - HOUR]];
      const port = await serve((__, response) => response.end(rss(items)));
      const newsletter = newsletterSchema.parse({ windowDays });
      const looksBack = anEdition({ feeds: [paper('a')], newsletter });
      const { inputs, pool } = inputsOn(port, looksBack, clock);
      const found = {
        title: 'Cracks close the Port Marlow bridge',
        description: '',
        foundBy: 'brave:daily-1',
      };
      await pool.addLinks(
        [{ ...found, url: 'https://search.test/bridge', publishedAtMs: begun - HOUR }],
        begun,
      );
      await inputs.update('daily');
      for (let day = 1; day <= days; day++) {
        clock.set(begun + day * 24 * HOUR);
        items = [[`Council votes on budget item ${day}`, `/${day}`, clock.now() - HOUR]];
        await inputs.update('daily');
      }
      const links = await windowLinks({ pool, edition: looksBack }, clock.now() - windowDays * 24 * HOUR);
      const titles = links.map(({ title }) => title);
      expect(titles).toContain('Town hall of Larkmoor reopens');
      expect(titles).toContain('Cracks close the Port Marlow bridge');
      expect(titles).toContain('Council votes on budget item 1');
    },
  );

  it('lets a caller stop waiting, and itself be closed in the middle', async () => {
    const port = await serve(() => {});
    const { inputs } = inputsOn(port, edition, new FakeClock());
    const stop = new AbortController();
    const waiting = inputs.prepare('daily', { notes: [], signal: stop.signal });
    stop.abort(new Error('turn ended'));
    await expect(waiting).rejects.toThrow('turn ended');
    const other = expect(inputs.prepare('daily', { notes: [] })).rejects.toThrow('shutting down');
    await inputs.close();
    await other;
  });
});

describe('the sample edition, from feeds to source packs', () => {
  const samples = fileURLToPath(new URL('../../../data/samples', import.meta.url));
  const editions = fileURLToPath(new URL('../../../data/editions', import.meta.url));
  type Gold = { slug: string; happening?: string; outlet: string; title: string };
  const gold = readdirSync(`${samples}/articles`).map(
    (file) => JSON.parse(readFileSync(`${samples}/articles/${file}`, 'utf8')) as Gold,
  );

  it('gives clusters like the gold ones, sensible candidates, and sufficient packs that answer questions', async () => {
    const clock = new FakeClock(Date.UTC(2026, 4, 12, 9));
    const server = await startSampleServer({ directory: samples, port: 0, epochMs: clock.now(), clock });
    ending.push(() => server.close());
    const edition = readEdition('sample', [editions]);
    const { inputs, pool, fetcher } = inputsOn(server.port, edition, clock);
    const first = await inputs.prepare('daily', { notes: [] });
    expect(first.feeds.every((it) => it.result === 'ok' && it.items > 0)).toBe(true);

    const events = await pool.openEvents(clock.now());
    const happeningOf = (url: string) => gold.find((it) => url.includes(it.slug));
    const pairs = events.flatMap((event) =>
      event.links.map((link) => {
        const article = happeningOf(link.url);
        return {
          cluster: event.id,
          gold: article?.happening ?? article?.slug ?? link.url,
          english: !/\p{Script=Han}/u.test(link.title),
        };
      }),
    );
    const english = bCubed(pairs.filter((it) => it.english)).f1;
    if (process.env['SHOW']) {
      console.log('English', english, 'all', bCubed(pairs).f1, 'links', pairs.length);
      console.log(
        first.candidates
          .map(
            (it) =>
              `${it.i} ${it.suggested_category} | ${it.title} | ${it.domains.join(' ')} | ${it.age_minutes} ${it.suggest_flags.join()}`,
          )
          .join('\n'),
      );
      console.log(first.leftOut.map((it) => `- ${it.category} | ${it.title} | ${it.reason}`).join('\n'));
    }
    expect(english).toBeGreaterThanOrEqual(0.95);
    expect(bCubed(pairs).f1).toBeGreaterThanOrEqual(0.93);
    expect(first.candidates.length).toBeGreaterThanOrEqual(edition.quotas.daily.stories);
    for (const it of first.candidates) {
      expect(
        new Set([it.primary_url, ...it.supporting_urls].map((url) => happeningOf(url)?.happening)).size,
        it.title,
      ).toBe(1);
    }

    const extractor = new WorkerExtractor({ clock });
    ending.push(() => extractor.close());
    for (const story of first.candidates) {
      const pack = await buildSourcePack({ story, edition, pool, fetcher, extractor, clock, log });
      expect(
        lackOf(pack, { tiers: edition.tiers, ordered: false }),
        `${story.title}: ${pack.sources.map((it) => `${it.url} ${it.error ?? 'ok'}`).join(', ')}`,
      ).toBeUndefined();
      const [passage] = lookUp([pack], story.title, 3);
      const source = pack.sources.find((it) => it.n === passage?.n);
      expect(source?.text.slice(passage?.offset, (passage?.offset ?? 0) + (passage?.quote.length ?? 0))).toBe(
        passage?.quote,
      );
    }

    // The world moves on: what was posted gets a development, not a repetition.
    const fire = first.candidates.find((it) => happeningOf(it.primary_url)?.happening === 'wakefield-fire');
    if (fire === undefined) throw new Error('the fire is no candidate');
    await pool.markPosted(fire.event_id, { threadId: 't', runId: 'r', atMs: clock.now() });
    clock.set(clock.now() + 0.5 * HOUR);
    const later = await inputs.prepare('hourly', { notes: [] });
    expect(later.candidates[0]).toMatchObject({
      parent_event_id: fire.event_id,
      suggest_flags: ['breaking', 'developing'],
    });
    expect(happeningOf(later.candidates[0]?.primary_url ?? '')?.happening).toBe('wakefield-fire-arrests');
    if (process.env['SHOW'])
      console.log(
        later.candidates.map((it) => `${it.title} ${it.parent_event_id} ${it.link_count}`).join('\n'),
      );
  });
});

/** Writers and pages that hand in what they should not: each story ends in a recorded status, and the others go on. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { ChatModel, ModelRequest } from '../../src/llm/chat-model.ts';
import { runWithoutDesk } from '../../src/main/runner.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { bombPng } from '../newsroom/assets/foreign-pictures.ts';
import { foreignFolder, runnerHome, sentencesOf, topicOf } from '../support/runner-home.ts';
import type { RunnerHome } from '../support/runner-home.ts';

const RUN = 'run-1';
const DESK = parseSessionKey('console:desk');

/** What a good writer hands in about story `n`: sentences of its sources, each cited. */
function goodStory(there: RunnerHome, n: number) {
  const paragraphs = sentencesOf(n).map((sentences, at) =>
    sentences.map((sentence) => `${sentence} [${at + 1}]`).join(' '),
  );
  const urls = ['gazette', 'courier', 'wire'].map((outlet) => there.url(n, outlet));
  return {
    status: 'SUCCESS',
    story_id: `story_0${n}`,
    category: 'Global News',
    title: `Volunteers reopen the old ${topicOf(n)} of Larkmoor`,
    primary_url: urls[0],
    draft: { body: paragraphs.join('\n\n'), read_more_urls: urls },
    concrete_anchor_provided: true,
    concrete_anchor_used: true,
    sources_used: [1, 2, 3],
  };
}

/** A language model whose answer about story `n` is what `writers` say. */
function modelOf(writers: readonly string[]): ChatModel {
  const reply = async ({ messages, system }: ModelRequest) => {
    const text = [system, ...messages.map((it) => it.text)].join('\n');
    const at = writers.findIndex((_, n) => text.includes(`the old ${topicOf(n + 1)} of Larkmoor`));
    return {
      text: writers[at]!,
      toolCalls: [],
      finish: 'stop' as const,
      usage: { input: 10, output: 10 },
      servedBy: { provider: 'script', model: 'script-1', languageModel: true },
    };
  };
  return { reply };
}

interface Summary {
  readonly summary: object;
  readonly detail: {
    readonly stories: { story_id: string; status: string; reason: string; detail: string }[];
  };
}

async function runStories(
  there: RunnerHome,
  count: number,
  model?: ChatModel,
): Promise<Summary['detail']['stories']> {
  const stories = Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, {}]));
  const folder = foreignFolder(there, RUN, stories, { concurrency: 5 });
  const { kind } = await runWithoutDesk({
    config: there.config,
    clock: there.clock,
    asked: { path: folder },
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    ...(model && { model }),
  });
  expect(kind).toBe('done');
  const summary = JSON.parse(readFileSync(join(folder, 'run_summary.json'), 'utf8')) as Summary;
  return summary.detail.stories;
}

/** What editors see: the lines of the batch's report that tell of stories which were not posted. */
const refusals = (there: RunnerHome) =>
  there
    .transcript(DESK)
    .filter(({ id }) => id === `story:${RUN}/report`)
    .flatMap(({ content }) => content.split('\n').filter((line) => line.startsWith('Not posted: ')));

describe('a run whose writers each fail in their own way', () => {
  it('records how each ended, publishes nothing of it, and posts what is sound', async () => {
    const there = await runnerHome();
    const good = (n: number) => JSON.stringify(goodStory(there, n));
    const withBody = (n: number, body: string) =>
      JSON.stringify({ ...goodStory(there, n), draft: { ...goodStory(there, n).draft, body } });
    const writers = [
      '<!doctype html><html><body><h1>502 Bad Gateway</h1><p>nginx</p></body></html>',
      good(2).slice(0, -200),
      `Here is the story:\n\`\`\`json\n${good(3)}\n\`\`\`\nI hope that {it} helps.`,
      withBody(
        4,
        '拉克莫爾的舊果園由義工重新開放，市議會撥款資助材料費用，居民清早排隊入場。[1]\n'.repeat(12),
      ),
      withBody(
        5,
        `We need to plan the story first. Let me draft the sections.\n\n${goodStory(there, 5).draft.body}`,
      ),
      withBody(6, `${sentencesOf(6)[0]![0]!} [1]\n\n`.repeat(14)),
      good(7),
    ];
    const stories = await runStories(there, writers.length, modelOf(writers));

    expect(stories.map(({ status, reason }) => [status, reason])).toEqual([
      ['FAILURE', 'validation_failed'],
      ['FAILURE', 'validation_failed'],
      ['SUCCESS', null],
      ['FAILURE', 'validation_failed'],
      ['FAILURE', 'validation_failed'],
      ['FAILURE', 'validation_failed'],
      ['SUCCESS', null],
    ]);
    expect(stories.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('not answer in the form that was asked for: it is no JSON'),
      expect.stringContaining('not answer in the form that was asked for: it is no JSON'),
      null,
      expect.stringContaining('its length is 0, not '), // in words of English
      expect.stringContaining('the writer speaks of its own work'),
      expect.stringContaining('its length is 17, not '), // said once
      null,
    ]);
    for (const [at, { status }] of stories.entries()) {
      const id = `story_0${at + 1}`;
      const log = there.logged(RUN, id);
      expect(log.at(-1)).toMatchObject({ event: 'job_ended', status });
      const events = log.map(({ event }) => event);
      if (status === 'SUCCESS') continue;
      // Asked twice: once to write, once to rescue; both are recorded.
      expect(log.filter(({ event }) => event === 'spawn_ok').map((it) => it['phase'])).toEqual([
        'write',
        'rescue',
      ]);
      expect(events).toContain(at < 2 ? 'worker_error' : 'validation_failed');
      expect(refusals(there).filter((line) => line.includes(topicOf(at + 1)))).toHaveLength(1);
    }
    // Braces inside of strings are text.
    const threads = there.transcript(DESK).flatMap(({ meta }) => meta?.thread ?? []);
    expect(threads).toHaveLength(2);
    const text = threads.flatMap((key) => there.transcript(parseSessionKey(key)).map((it) => it.content));
    expect(text.join('\n')).toContain('{TUNNEL}');
    expect(text.join('\n')).not.toMatch(/nginx|義工|We need to plan/);
  });
});

describe('a run whose pages have hostile pictures', () => {
  it('posts every story, with a picture of its own making, and names what was wrong', async () => {
    const there = await runnerHome({ edition: { pictures: true } });
    const send =
      (bytes: Uint8Array): RequestListener =>
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    there.paths.set('/1.png', send(bombPng(65_535, 65_535)));
    there.paths.set('/2.png', send(bombPng(12_000, 9_000)));
    there.paths.set('/3.png', send(Buffer.from('<!doctype html><p>Log in')));
    there.paths.set('/4.png', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    there.head = (n) => `<meta property="og:image" content="${new URL(there.url(n)).origin}/${n}.png">`;
    const stories = await runStories(there, 4);

    expect(stories.map(({ status }) => status)).toEqual(Array(4).fill('SUCCESS'));
    const errors = [1, 2, 3, 4].map((n) => {
      const made = there.logged(RUN, `story_0${n}`).find(({ event }) => event === 'assets_ready');
      const { pictures, failures } = made as unknown as {
        pictures: { kind: string; name: string }[];
        failures: { kind: string; error: string }[];
      };
      expect(pictures.map(({ kind }) => kind)).not.toContain('og_image');
      for (const { name } of pictures)
        expect(existsSync(join(there.home, 'foreign', RUN, name)), name).toBe(true);
      return [...new Set(failures.filter(({ kind }) => kind === 'og_image').map(({ error }) => error))];
    });
    expect(errors).toEqual([['too_many_pixels'], ['too_many_pixels'], ['not_a_picture'], ['unreachable']]);
    expect(readdirSync(join(there.home, 'foreign', RUN)).filter((name) => name.endsWith('.png'))).not.toEqual(
      [],
    );
  });
});

/** A brief in a whole desk: ordered by a command, a method, plain words and a job, with the desk model and with Gemini. */
import { afterEach, describe, expect, it } from 'vitest';
import { citedSentences } from '../../src/text/cited-sentences.ts';
import type { RunEntry } from '../../src/cron/run.ts';
import { FALLBACK } from '../../src/brief/wording.ts';
import { eventually } from '../support/fake-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { httpLoopback } from '../support/sources/loopback.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

let desk: Desk | undefined;
afterEach(async () => {
  await desk?.stop();
  desk = undefined;
});

/** The sample with its feeds, and no planner beside what is asked. */
const SAMPLE = { schedules: [] };

interface Made {
  readonly outcome: string;
  readonly final_post: string;
  readonly draft_post: {
    readonly post_markdown: string;
    readonly sources_used: number[];
    readonly word_count: number;
  };
  readonly search_results: { readonly articles: readonly { readonly url: string }[] };
  readonly turnId: string;
}

const run = (there: Desk, topic: string, more: object = {}) =>
  there.rpc<Made>('brief.run', { topic, sessionKey: 'console:desk', ...more });

const answerTo = (there: Desk, session = 'console:desk') =>
  eventually(
    async () =>
      (await there.history(session)).find(
        ({ meta, content }) => meta?.kind === 'closure' && content.includes('Sources'),
      ),
    'a brief',
  );

describe('a desk with no key and nothing to read', () => {
  it('says that there is no brief, and asks no model', async () => {
    desk = await modelsDesk({ env: {} });
    expect(await run(desk, 'AI regulation')).toMatchObject({
      outcome: 'no_articles',
      final_post: FALLBACK.en,
      model_calls: 0,
    });
    expect(await desk.receipts()).toEqual([]);
  });

  it.each([
    ['an empty topic', ''],
    ['a topic of spaces and control characters', ' \u0000\u0007\u200b\n\t '],
    ['a topic of 5,000 characters', 'x'.repeat(5_000)],
  ])('refuses %s, and keeps nothing of it', async (_what, topic) => {
    desk = await modelsDesk({ env: {} });
    await expect(run(desk, topic)).rejects.toThrow(/topic/u);
    expect(await desk.history('console:desk')).toEqual([]);
    const reply = await desk.rpc<{ text: string; refused?: true }>('commands.invoke', {
      name: 'brief',
      options: { topic },
      sessionKey: 'console:desk',
    });
    expect(reply).toMatchObject({ refused: true });
  });

  it('refuses a conversation that there is none of', async () => {
    desk = await modelsDesk({ env: {} });
    await expect(run(desk, 'ferries', { sessionKey: 'cron:nothing' })).rejects.toThrow('cron:nothing');
  });
});

describe('a brief on a page that another outlet repeats', () => {
  it('credits the outlet of the page, in its sources and wherever they are asked for', async () => {
    const url = 'https://harbour-gazette.example/2026/ferry';
    const roundup = await httpLoopback((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(
        `<rss version="2.0"><channel><title>Roundup</title><item><title>Ferry strikes pier at Marlow Point</title>
        <link>${url}</link><description>A ferry struck the pier at Marlow Point on Friday, and nine were hurt.</description>
        <pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`,
      ),
    );
    const feeds = [
      { key: 'roundup', label: 'The Morning Roundup', url: `${roundup.base}/feed.xml` },
      {
        ...{ key: 'gazette', label: 'The Harbour Gazette', url: 'https://harbour-gazette.example/feed' },
        paused: true,
      },
    ];
    desk = await modelsDesk({
      env: { FETCH_ALLOW_PRIVATE: new URL(roundup.base).host },
      edition: { sample: undefined, schedules: [], feeds },
    });
    const made = await run(desk, 'Marlow Point ferry');
    const { content: told } = await desk.ask('What are the sources of the brief?');
    for (const text of [made.final_post, told]) {
      expect(text).toContain(url);
      expect(text).toContain('The Harbour Gazette');
      expect(text).not.toContain('Roundup');
    }
    await roundup.close();
  });
});

describe('a brief over the sample edition, with the desk model', () => {
  it('quotes its sources, lands in the conversation, is remembered and can be asked about', async () => {
    desk = await modelsDesk({ env: {}, edition: SAMPLE });
    const made = await run(desk, 'Wakefield warehouse fire');
    expect(made.outcome).toBe('published');
    expect(made.draft_post.word_count).toBeLessThanOrEqual(200);
    const sentences = citedSentences(made.draft_post.post_markdown);
    expect(sentences.length).toBeGreaterThan(1);
    for (const { cites } of sentences) expect(cites.length).toBeGreaterThan(0);
    for (const index of made.draft_post.sources_used)
      expect(made.final_post).toContain(made.search_results.articles[index]!.url);
    expect(made.final_post).toContain('without a language model');

    const history = await desk.history('console:desk');
    expect(history[0]).toMatchObject({ role: 'user', content: '/brief Wakefield warehouse fire' });
    expect(history.find(({ id }) => id.endsWith('/progress'))?.content).toContain('searching…');
    const closing = history.find(({ meta }) => meta?.kind === 'closure');
    expect(closing).toMatchObject({ role: 'assistant', content: made.final_post });

    const status = await desk.command('session status');
    for (const field of ['user_topic', 'search_results', 'draft_post', 'review_feedback', 'final_post'])
      expect(status).toContain(field);
    expect(status).toContain('Wakefield warehouse fire');

    const { content: source } = await desk.ask('What does [1] say?');
    expect(source).toContain(made.search_results.articles[0]!.url);
    const { content: sources } = await desk.ask('What are the sources of the brief?');
    for (const { url } of made.search_results.articles) expect(sources).toContain(url);
  });

  it('is ordered by /brief, which answers at once, and comes by itself', async () => {
    desk = await modelsDesk({ env: {}, edition: SAMPLE });
    const reply = await desk.rpc<{ text: string; ephemeral: boolean }>('commands.invoke', {
      name: 'brief',
      options: { topic: 'Coquimbo earthquake' },
      sessionKey: 'console:desk',
      locale: 'zh',
    });
    expect(reply.text).toContain('Coquimbo earthquake');
    expect(reply.text).toContain('簡報');
    expect((await answerTo(desk)).content).toContain('Coquimbo');
  });

  it('is ordered in plain words', async () => {
    desk = await modelsDesk({ env: {}, edition: SAMPLE });
    const { content } = await desk.ask('Can you give me a brief on the Coquimbo earthquake?');
    expect(content).toContain('being prepared');
    expect((await answerTo(desk)).content).toContain('Coquimbo');
  });

  it('is made again and again where plain words name a time: the job has the profile brief', async () => {
    desk = await modelsDesk({ env: {} });
    await desk.ask('send us a brief on gold prices every weekday at 8:00');
    const { jobs } = await desk.rpc<{ jobs: { payload: object }[] }>('cron.list');
    expect(jobs.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ profile: 'brief', message: 'Send us a brief on gold prices' }),
    ]);
  });

  it('is made again and again in Chinese, too', async () => {
    desk = await modelsDesk({ env: {} });
    await desk.ask('每個平日朝早八點寫份金價簡報');
    const { jobs } = await desk.rpc<{ jobs: { payload: object; schedule: object }[] }>('cron.list');
    expect(jobs).toMatchObject([
      { payload: { profile: 'brief', message: '寫份金價簡報' }, schedule: { expr: '0 8 * * 1-5' } },
    ]);
  });

  it('is made by a job with the profile brief, whose message is the topic, with a run in the ledger', async () => {
    desk = await modelsDesk({ env: {}, edition: SAMPLE });
    const job = await desk.rpc<{ id: string }>('cron.add', {
      name: 'Morning brief',
      sessionTarget: 'bound',
      schedule: { kind: 'at', atMs: Date.now() + 3_600_000 },
      payload: {
        kind: 'agentTurn',
        message: 'A brief on the Coquimbo earthquake',
        sessionKey: 'console:desk',
        profile: 'brief',
      },
      create: true,
    });
    await desk.rpc('cron.run', { id: job.id, mode: 'force' });
    const { content } = await answerTo(desk);
    expect(content).toContain('Brief on “the Coquimbo earthquake”');
    const there = desk;
    const entry = await eventually(async () => {
      const { entries } = await there.rpc<{ entries: RunEntry[] }>('cron.runs', { id: job.id });
      return entries.find(({ status, delivery }) => status === 'ok' && delivery === 'sent');
    }, 'a run that was delivered');
    expect(entry.summary).toContain('Coquimbo');
  });

  it('is one brief, however often it is ordered under the same id', async () => {
    desk = await modelsDesk({ env: {}, edition: SAMPLE });
    const one = await run(desk, 'Coquimbo earthquake', { clientId: 'mine' });
    const two = await run(desk, 'Coquimbo earthquake', { clientId: 'mine' });
    expect(two).toEqual(one);
  });
});

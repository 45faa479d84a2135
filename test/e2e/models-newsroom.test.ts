import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { newsroomBrain } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { found } from '../support/desk-process.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

/** The sample, with lengths that its sources are enough for, planned once and soon. */
const EDITION = {
  schedules: [{ name: 'Sample planner', profile: 'planner_daily', every: '1h', startAfter: '1s' }],
  lengths: {
    story: { unit: 'words', min: 40, max: 1_200 },
    rescue: { unit: 'words', min: 40, max: 800 },
    desk: { words: [80, 400], cjk: [200, 1_200] },
  },
};

interface Story {
  readonly title: string;
  readonly languageModel: boolean;
  readonly thread?: string;
}

describe('a newsroom over Gemini', () => {
  let gemini: LoopbackGemini;
  let desk: Desk | undefined;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start();
  });
  afterEach(async () => {
    await desk?.stop();
    desk = undefined;
    await gemini.close();
    expect(gemini.complaints).toEqual([]);
  });

  const start = async (models: object = {}): Promise<Desk> => {
    const env = { GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl };
    return (desk = await modelsDesk({ env, edition: EDITION, models }));
  };

  const run = (there: Desk) =>
    found(async () => {
      const { jobs } = await there.rpc<{ jobs: { id: string }[] }>('cron.list');
      const { entries } = await there.rpc<{ entries: RunEntry[] }>('cron.runs', { id: jobs[0]!.id });
      return entries.find(({ finishedAtMs }) => finishedAtMs !== undefined);
    });

  /** The stories that stand in their threads to the last post. */
  const posted = (there: Desk, count: number) =>
    found(async () => {
      const { stories } = await there.rpc<{ stories: Story[] }>('newsroom.status');
      const { sessions } = await there.rpc<{ sessions: SessionInfo[] }>('sessions.list');
      const threads = sessions.filter(({ origin }) => origin.parent === 'console:desk');
      if (stories.length < count || threads.length < count) return undefined;
      const texts = await Promise.all(
        threads.map(async ({ key }) => (await there.history(key)).map(({ content }) => content).join('\n')),
      );
      return texts.every((text) => text.includes('Read more')) ? { stories, texts } : undefined;
    });

  it('plans by tools and writes by structured output; stories say nothing of a desk model', async () => {
    gemini.answer(newsroomBrain(2));
    const there = await start();
    expect((await run(there)).summary).toBe('Stories are being written.');
    const { stories, texts } = await posted(there, 2);
    expect(stories.map(({ languageModel }) => languageModel)).toEqual([true, true]);
    for (const text of texts) expect(text).not.toMatch(/without a language model/i);
    const asked = gemini.asked.filter(({ body }) => body?.generationConfig?.responseJsonSchema !== undefined);
    expect(asked.length).toBeGreaterThanOrEqual(2); // the workers, at least
    const receipts = await there.receipts();
    const written = receipts.filter(({ task, provider }) => task === 'write' && provider === 'gemini');
    expect(written.length).toBeGreaterThanOrEqual(2);
    // Both stories belong to one run of the newsroom, and are counted for it.
    expect(new Set(written.map((receipt) => receipt.run)).size).toBe(1);
    expect(receipts.filter(({ task }) => task === 'plan').every((receipt) => receipt.run !== undefined)).toBe(
      true,
    );
    expect((await there.status()).spending?.[0]).toMatchObject({ provider: 'gemini', failed: 0 });
  });

  it('is written by the desk model where Gemini fails, and record, footer and plan say so', async () => {
    const brain = newsroomBrain(2);
    gemini.answer((request) => {
      // Its first words are its last.
      gemini.limit('a-key', { kind: 'error', code: 503, status: 'UNAVAILABLE', message: 'overloaded' });
      return brain(request);
    });
    const there = await start();
    const { stories, texts } = await posted(there, 2);
    expect(stories.every(({ languageModel }) => !languageModel)).toBe(true);
    for (const text of texts) expect(text).toMatch(/Written without a language model/);
    expect((await run(there)).summary).toMatch(/\*\(Without a language model this time: .+\)\*$/s);
  });

  it('posts its story itself where the edition says so, each message once though it was cut off in between', async () => {
    const brain = newsroomBrain(1);
    let begun = 0;
    gemini.answer((request) => {
      const reply = brain(request);
      const posts = reply.parts?.filter(({ functionCall }) => functionCall?.name === 'post') ?? [];
      begun += posts.length > 0 ? 1 : 0;
      // After the posts of the first start comes no result.
      if (posts.length > 0 && begun === 1) gemini.limit('a-key', { kind: 'never_answers' });
      return reply;
    });
    const edition = { ...EDITION, publisherMode: 'agent_posts' };
    const env = { GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl };
    const first = (desk = await modelsDesk({ env, edition }));
    const asksForResult = ({ body }: (typeof gemini.asked)[number]) =>
      JSON.stringify(body?.contents ?? []).includes('"functionResponse":{"id":"call-1","name":"post"');
    await found(async () => gemini.asked.some(asksForResult) || undefined);
    await first.stop();
    gemini.limit('a-key', undefined);

    const there = (desk = await modelsDesk({ env, edition, home: first.home }));
    const { stories, texts } = await posted(there, 1);
    expect(begun).toBe(2);
    expect(stories.map(({ languageModel }) => languageModel)).toEqual([true]);
    const [run] = await there.runs();
    const story = (await there.story(`${run!.id}/story_01`))!;
    // One message for each paragraph, as the reporter has set them; "as of" is said by code, ahead of the first.
    const thread = (await there.history(story.thread!)).map(({ content }) => content);
    for (const paragraph of story.body.split('\n\n'))
      expect(thread.filter((content) => `\n\n${content}`.endsWith(`\n\n${paragraph}`))).toHaveLength(1);
    expect(texts).toHaveLength(1);
    const tools = gemini.asked
      .filter(asksForResult)
      .map(({ body }) => body?.tools?.[0]?.functionDeclarations);
    for (const offered of tools) expect(offered?.map(({ name }) => name)).toEqual(['post']);
  });

  it('keeps to a ceiling for one run: what is left of it is written by the desk model', async () => {
    gemini.answer(newsroomBrain(3));
    const there = await start({ ceilings: { run: { attempts: 3 } } });
    const { stories } = await posted(there, 3);
    const receipts = await there.receipts();
    const perRun = new Map<string | undefined, number>();
    for (const { provider, run: of } of receipts)
      if (provider === 'gemini' && of !== undefined) perRun.set(of, (perRun.get(of) ?? 0) + 1);
    expect(Math.max(...perRun.values())).toBeLessThanOrEqual(3);
    expect(stories).toHaveLength(3);
  });
});

/** Briefs in a whole desk over a Gemini, a Brave and a collector of traces, all on loopback, in both languages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FALLBACK } from '../../src/brief/wording.ts';
import { cjkLength } from '../../src/text/cjk.ts';
import { systemClock } from '../../src/time/clock.ts';
import { eventually } from '../support/fake-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { briefBrain, briefPurpose, handsIn } from '../support/models/gemini-brief.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { OtlpCollector } from '../support/otlp-collector.ts';
import { LoopbackBrave } from '../support/sources/loopback-brave.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

interface Made {
  readonly outcome: string;
  readonly final_post: string;
  readonly model_calls: number;
  readonly draft_post: { readonly post_markdown: string; readonly word_count: number };
  readonly search_results: {
    readonly searched: string;
    readonly articles: readonly { readonly outlet: string }[];
  };
}

const closing: (() => Promise<unknown>)[] = [];
let gemini: LoopbackGemini;
beforeEach(async () => {
  gemini = await LoopbackGemini.start();
  gemini.answer(briefBrain);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await gemini.close();
  expect(gemini.complaints).toEqual([]);
});

async function start(env: Record<string, string> = {}, edition: object = {}): Promise<Desk> {
  const desk = await modelsDesk({
    env: { GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl, ...env },
    edition: { schedules: [], ...edition },
  });
  closing.push(() => desk.stop());
  return desk;
}

const run = (desk: Desk, topic: string) => desk.rpc<Made>('brief.run', { topic, sessionKey: 'console:desk' });
const ofBrief = () => gemini.asked.filter((request) => briefPurpose(request) !== undefined);

describe('a brief by Gemini over the sample edition', () => {
  it('is written and reviewed with two calls of at most 2,048 tokens', async () => {
    const desk = await start();
    const made = await run(desk, 'Coquimbo earthquake');
    expect(made).toMatchObject({ outcome: 'published', model_calls: 2 });
    expect(made.final_post).not.toContain('without a language model');
    expect(ofBrief()).toHaveLength(2);
    for (const { body } of ofBrief()) expect(body?.generationConfig?.maxOutputTokens).toBe(2_048);
    const receipts = (await desk.receipts()).filter(({ task }) => task === 'brief');
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({ session: 'console:desk' });
  });

  it('is made by the model that its job names, and by no other', async () => {
    const desk = await start();
    const job = {
      name: 'Morning brief',
      sessionTarget: 'bound',
      schedule: { kind: 'at', atMs: Date.now() + 3_600_000 },
      payload: {
        ...{ kind: 'agentTurn', message: 'Coquimbo earthquake', sessionKey: 'console:desk' },
        ...{ profile: 'brief', model: 'desk' },
      },
      create: true,
    };
    const nowhere = { ...job, payload: { ...job.payload, model: 'openai/gpt-4o' } };
    await expect(desk.rpc('cron.add', nowhere)).rejects.toThrow(
      /there is no model "openai\/gpt-4o"; allowed: gemini, gemini\/[\w.-]+, desk/,
    );
    const { id } = await desk.rpc<{ id: string }>('cron.add', job);
    await desk.rpc('cron.run', { id, mode: 'force' });
    await eventually(async () => {
      const { entries } = await desk.rpc<{ entries: { status: string }[] }>('cron.runs', { id });
      return entries.find(({ status }) => status === 'ok');
    }, 'the run is done');
    expect(ofBrief()).toEqual([]);
    await expect(
      desk.rpc('brief.run', { topic: 'ferries', model: 'openai', sessionKey: 'console:desk' }),
    ).rejects.toThrow('There is no model "openai"');
  });

  it('is written again with the reviewer’s notes, once, and reviewed once more', async () => {
    gemini.answer((request) =>
      briefPurpose(request) === 'review' && ofBrief().length <= 2
        ? handsIn({
            review_notes: 'Too thin.',
            issues_found: ['thin'],
            revised_post_markdown: null,
            ready_for_publish: false,
          })
        : briefBrain(request),
    );
    const made = await run(await start(), 'Coquimbo earthquake');
    expect(made).toMatchObject({ outcome: 'published', model_calls: 4 });
    expect(ofBrief().map(briefPurpose)).toEqual(['write', 'review', 'again', 'review']);
  });

  it('does not say what its articles don’t: a number that no article has is found by the verification', async () => {
    gemini.answer((request) =>
      briefPurpose(request) === 'write'
        ? handsIn({
            post_markdown: 'The Coquimbo earthquake killed 7,345 people. [1]',
            sources_used: [0],
            word_count: 6,
          })
        : briefBrain(request),
    );
    const made = await run(await start(), 'Coquimbo earthquake');
    expect(made.outcome).toBe('published');
    expect(made.final_post).not.toContain('7,345');
    expect(ofBrief().map(briefPurpose)).toEqual(['write', 'review', 'again', 'review']);
  });

  it('cites the article that bears a sentence out, where another one was cited', async () => {
    const firstOf = (request: GeminiRequest, at: number) => {
      const reply = briefBrain(request).parts![0]!.text!;
      return (JSON.parse(reply) as { post_markdown: string }).post_markdown.split('\n')[at]!;
    };
    gemini.answer((request) => {
      if (briefPurpose(request) !== 'write') return briefBrain(request);
      const post_markdown = [firstOf(request, 0), firstOf(request, 1).replace('[2]', '[1]')].join('\n');
      return handsIn({ post_markdown, sources_used: [0], word_count: 40 });
    });
    const made = await run(await start(), 'Coquimbo earthquake');
    expect(made.outcome).toBe('published');
    expect(made.draft_post.post_markdown.split('\n')[1]).toMatch(/\[1\]\[2\]$/u);
    expect(made.final_post).toMatch(/^\[2\] /mu);
  });

  it('is in Traditional Chinese in a Chinese edition', async () => {
    const desk = await start({}, { language: 'zh-Hant-HK' });
    const made = await run(desk, '屯門簡約公屋');
    expect(made.outcome).toBe('published');
    expect(made.final_post).toContain('「屯門簡約公屋」簡報');
    expect(made.final_post).toContain('來源');
    expect(cjkLength(made.draft_post.post_markdown)).toBeLessThanOrEqual(400);
    expect(await desk.command('session status')).toContain('user_topic');
  });
});

it('is quoted in Traditional Chinese without a language model, too, and says so', async () => {
  const desk = await modelsDesk({ env: {}, edition: { schedules: [], language: 'zh-Hant-HK' } });
  closing.push(() => desk.stop());
  const made = await run(desk, '屯門簡約公屋');
  expect(made.outcome).toBe('published');
  expect(made.final_post).toContain('沒有使用語言模型');
  const none = await run(desk, '火星上的企鵝');
  expect(none).toMatchObject({ outcome: 'no_articles', final_post: FALLBACK.zh, model_calls: 0 });
});

describe('the search of a brief where there is a key for Brave', () => {
  async function withBrave() {
    const brave = new LoopbackBrave(systemClock, { 'brave-key': 0 });
    const loopback = await brave.open();
    closing.push(() => loopback.close());
    const base = new URL(loopback.base);
    const env = {
      BRAVE_API_KEYS: 'brave-key',
      BRAVE_BASE_URL: loopback.base,
      FETCH_ALLOW_PRIVATE: base.host,
    };
    return { brave, desk: await start(env, { sample: undefined, feeds: [] }) };
  }
  const news = (daysAgo: number) => ({
    title: `Ferry hits pier, ${daysAgo} days ago`,
    url: `https://herald.example/${daysAgo}`,
    description: 'Nine people were hurt when a ferry struck the pier.',
    page_age: new Date(systemClock.now() - daysAgo * 24 * 3_600_000).toISOString(),
  });

  it('is one request for the last month, whatever comes of it', async () => {
    const { brave, desk } = await withBrave();
    brave.publish([news(2), news(20), news(45)]);
    const made = await run(desk, 'ferry');
    expect(made).toMatchObject({ outcome: 'published', search_results: { searched: 'brave' } });
    expect(made.search_results.articles).toHaveLength(2);
    expect(brave.calls).toHaveLength(1);
    expect(brave.calls[0]!.params.get('freshness')).toBe('pm');
    expect(brave.calls[0]!.params.get('q')).toBe('ferry');
  });

  it('ends the brief when it fails, with no second request and no call of a model', async () => {
    const { brave, desk } = await withBrave();
    brave.fail('down');
    const made = await run(desk, 'ferry');
    expect(made).toMatchObject({ outcome: 'search_failed', model_calls: 0 });
    expect(made.final_post).toContain(FALLBACK.en);
    expect(brave.calls).toHaveLength(1);
    expect(ofBrief()).toEqual([]);
  });
});

describe('traces of a brief', () => {
  it('are spans of its stages under one span, sent to the collector that is configured', async () => {
    const collector = await OtlpCollector.start();
    closing.push(() => collector.close());
    const desk = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    await run(desk, 'Coquimbo earthquake');
    await desk.stop(); // what is still to be sent is sent
    expect(collector.complaints).toEqual([]);
    const root = collector.spans.find(({ name }) => name === 'brief')!;
    expect(root.attributes).toMatchObject({ session: 'console:desk', outcome: 'published', calls: 2 });
    const stages = collector.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    expect(stages.map(({ name }) => name)).toEqual(['brief.search', 'brief.write', 'brief.review']);
    expect(stages[0]!.attributes).toMatchObject({ searched: 'pool', failed: false });
    expect(Number(stages[0]!.attributes['articles'])).toBeGreaterThan(0);
    expect(JSON.stringify(collector.spans)).not.toContain('Coquimbo');
  });

  it('keep nobody waiting when the collector is away', async () => {
    const collector = await OtlpCollector.start();
    const { endpoint } = collector;
    await collector.close();
    const desk = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect((await run(desk, 'Coquimbo earthquake')).outcome).toBe('published');
    await desk.stop();
  });
});

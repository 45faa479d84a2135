/**
 * What an editor says in the desk's channel binds its next selections, whoever plans: the note is named as the reason,
 * it ends by the clock or by being taken back, and then what it kept out is picked again.
 */
import { afterEach, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import { batchPlanSchema } from '../../src/newsroom/model/batch-plan.ts';
import { found } from '../support/desk-process.ts';
import { hasComeToRest } from '../support/home-at-rest.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { newsroomBrain } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { asks, says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

/** A Friday; its next Friday is a week later. */
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour, minute);
const EVENING = at(20, 19);
const MORNING = at(21, 7);
const EDITION = {
  schedules: [{ name: 'Daily', profile: 'planner_daily', cron: '0 7,19 * * *', timeoutSeconds: 900 }],
  lengths: {
    story: { unit: 'words', min: 40, max: 1_200 },
    rescue: { unit: 'words', min: 40, max: 800 },
    desk: { words: [80, 400], cjk: [200, 1_200] },
  },
};
const ENGLISH = {
  today: 'no more crypto today',
  week: 'And nothing about AI until Friday',
  list: 'what did I ask you to remember?',
  again: 'You may write about AI again',
  yes: 'yes',
};
const CHINESE = {
  today: '今日唔好再寫加密貨幣',
  week: '仲有，星期五之前唔好出人工智能',
  list: '我叫你記住咩？',
  again: '可以再寫人工智能喇',
  yes: '係',
};

let clock: FlowingClock;
let desk: Desk | undefined;
let gemini: LoopbackGemini | undefined;
afterEach(async () => {
  await desk?.stop();
  clock.stop();
  await gemini?.close();
  desk = gemini = undefined;
});

const start = async (env: Record<string, string> = {}) => {
  clock = new FlowingClock(at(20, 18, 58));
  return (desk = await modelsDesk({ env, clock, edition: EDITION }));
};

/** Let the slot come; what its planner ordered and left, once the run, and by default all that it ordered, has ended. */
async function planned(there: Desk, slotMs: number, { isPosted = true } = {}) {
  clock.set(slotMs);
  const summary = await found(async () => {
    const { jobs } = await there.rpc<{ jobs: { id: string }[] }>('cron.list');
    const { entries } = await there.rpc<{ entries: RunEntry[] }>('cron.runs', { id: jobs[0]!.id });
    const run = entries.find((one) => one.scheduledForMs === slotMs && one.finishedAtMs);
    const isDone = run && (!isPosted || (await hasComeToRest(there.home)));
    return isDone ? run.summary : undefined;
  });
  const [newest] = await there.runs();
  const plan = batchPlanSchema.parse(newest!.plan);
  return { summary, plan, categories: plan.stories.map(({ story }) => story.category) };
}

it.each([
  ['English', ENGLISH],
  ['Chinese', CHINESE],
])('binds the desk model, in %s', async (_, said) => {
  const there = await start();
  await there.ask(said.today);
  await there.ask(said.week);
  const listed = (await there.ask(said.list)).content;
  for (const note of [said.today, said.week]) expect(listed).toContain(note);

  const evening = await planned(there, EVENING);
  expect(evening.categories).not.toContain('Crypto');
  expect(evening.categories).not.toContain('AI');
  for (const note of [said.today, said.week]) {
    expect(evening.summary).toContain(note);
    expect(evening.plan.passed_over.map(({ why }) => why).join('\n')).toContain(note);
  }

  // One note is taken back, the other ends with its day.
  expect((await there.ask(said.again)).content).toMatch(/Nothing is forgotten yet|現在還未忘記/u);
  expect((await there.ask(said.yes)).content).toContain(said.week);
  expect((await there.ask(said.list)).content).not.toContain(said.week);
  const morning = await planned(there, MORNING, { isPosted: false });
  expect(morning.categories).toEqual(expect.arrayContaining(['Crypto', 'AI']));
  expect(morning.summary).not.toContain(said.today);
});

it('binds a language model: it reads the note, is offered nothing that the note excludes, and hears why', async () => {
  gemini = await LoopbackGemini.start();
  const plans = newsroomBrain(5);
  gemini.answer((request) =>
    toolsOf(request).includes('remember') ? remembers(request) : plans(ofThisTurn(request)),
  );
  const there = await start({ GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl });
  expect((await there.ask(ENGLISH.today)).content).toBe('Noted.');

  const evening = await planned(there, EVENING);
  expect(evening.categories).not.toContain('Crypto');
  expect(evening.plan.passed_over.map(({ why }) => why).join('\n')).toContain(ENGLISH.today);
  const asked = gemini.asked.filter((request) => toolsOf(request).includes('write_run'));
  for (const { body } of asked) expect(JSON.stringify(body?.systemInstruction)).toContain(ENGLISH.today);
  expect(JSON.stringify(asked.at(-1)?.body?.contents)).toContain(ENGLISH.today);

  const morning = await planned(there, MORNING, { isPosted: false });
  expect(morning.plan.passed_over.map(({ why }) => why).join('\n')).not.toContain(ENGLISH.today);
});

function toolsOf({ body }: GeminiRequest): string[] {
  return body?.tools?.[0]?.functionDeclarations.map(({ name }) => name) ?? [];
}

/** Its script goes by the results of this turn, not by those that the conversation has from before. */
function ofThisTurn(request: GeminiRequest): GeminiRequest {
  const { body } = request;
  if (!body) return request;
  const contents = body.contents.filter(
    ({ parts }) => !parts.some(({ functionResponse }) => functionResponse?.name === 'remember'),
  );
  return { ...request, body: { ...body, contents } };
}

/** In a conversation: it hands on what it was told. */
function remembers({ body }: GeminiRequest): GeminiReply {
  const parts = body!.contents.flatMap((content) => content.parts);
  return parts.some(({ functionResponse }) => functionResponse)
    ? says('Noted.')
    : asks({ name: 'remember', args: { text: ENGLISH.today } });
}

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import type { InputsSnapshot, LeftOut } from '../../../src/newsroom/model/candidate.ts';
import { batchPlanSchema } from '../../../src/newsroom/model/batch-plan.ts';
import { plannerReply } from '../../../src/newsroom/plan/planner-reply.ts';
import { plannerTools } from '../../../src/newsroom/plan/planner-tools.ts';
import { plannerProfile } from '../../../src/newsroom/plan/planner-profile.ts';
import { SYSTEM } from '../../../src/sessions/actor.ts';
import type { Note } from '../../../src/sessions/note.ts';
import { ToolRefusal } from '../../../src/sessions/tool.ts';
import type { Tool, ToolContext } from '../../../src/sessions/tool.ts';
import { StaleTurn } from '../../../src/sessions/turn-book.ts';
import type { RunOfTurn, Turn } from '../../../src/sessions/turn.ts';
import { SqlTurnBook } from '../../../src/store/sql/turn-book.ts';
import { effectsOf } from '../../support/effects-of.ts';
import { DESK, NewsroomWorld, aCandidate, aSnapshot } from '../newsroom-world.ts';
import { BATCH_TASK } from '../../../src/newsroom/model/batch-task.ts';

let world: NewsroomWorld;
let notes: Note[];
let poked: number;
let tools: Map<string, Tool>;
/** The runs that wait for the pipeline. */
async function ordered(): Promise<unknown[]> {
  const { clock, tasks } = world;
  const due = await tasks.due({ names: [BATCH_TASK], busy: [], nowMs: clock.now(), limit: 9 });
  return due.map(({ payload }) => (payload as { run: string }).run);
}

beforeEach(() => {
  world = new NewsroomWorld();
  notes = [];
  poked = 0;
  let runs = 0;
  const all = plannerTools({
    stories: world.stories,
    edition: world.edition,
    notes: { list: async () => notes },
    clock: world.clock,
    files: world.files,
    excludedBy: (held, { category }) => held.find((note) => note.exclude?.categories.includes(category)),
    promptFor: (category) => ({ promptId: `prompt for ${category}`, validatorId: 'news_reporter_script_v1' }),
    newBatchId: () => `run-${++runs}`,
    tasks: { poke: () => void (poked += 1) },
  });
  tools = new Map(all.map((tool) => [tool.name, tool]));
});
afterEach(() => world.close());

/** A started turn whose inputs are prepared, as its tools see it. */
async function aTurn(snapshot?: InputsSnapshot): Promise<ToolContext> {
  const book = new SqlTurnBook(world.sql);
  const nowMs = world.clock.now();
  const accepted = await book.accept(
    {
      id: 'turn-1',
      kind: 'person',
      session: DESK,
      origin: { channel: 'console', chatId: 'desk' },
      text: 'plan',
      actor: SYSTEM,
      profile: 'planner_daily',
    },
    { nowMs, unified: false },
  );
  const started = await book.start('turn-1', { nowMs, deadlineMs: nowMs + 900_000 });
  if (accepted.kind !== 'queued' || started.kind !== 'started') throw new Error('not started');
  if (snapshot) await world.stories.saveInputs('turn-1', snapshot);
  return {
    turn: accepted.turn,
    session: DESK,
    actor: SYSTEM,
    nowMs,
    signal: new AbortController().signal,
    mark: (what) => ({ turn: 'turn-1', fence: started.fence, n: 1, atMs: nowMs, what }),
    kept: [],
    keep: () => {},
    said: '',
    saidBefore: '',
    offer: () => {},
  };
}

function call(name: string, args: unknown, context: ToolContext): Promise<unknown> {
  const tool = tools.get(name)!;
  return tool.run(tool.args.parse(args), context);
}

/** Of five, two have what the desk model needs. */
function onlyTwoFit(): InputsSnapshot {
  const vague = { title: 'things happen again', description: 'it is said that things go on as before.' };
  const candidates = [1, 2, 3, 4, 5].map((i) => aCandidate(i, i > 2 ? vague : {}));
  return { ...aSnapshot(0, 0), candidates };
}

const pick = (i: number, change: object = {}) => ({
  i,
  title: `Story ${i}`,
  category: 'world',
  concrete_anchor: `${i} votes`,
  flags: [],
  why: 'fresh',
  ...change,
});

describe('inputs', () => {
  it('hands over the snapshot with the notes of the editors', async () => {
    notes = [{ id: 'n1', text: 'no more crypto', by: 'Ann', atMs: 1 }];
    const context = await aTurn(aSnapshot(world.clock.now(), 2));
    expect(await call('inputs', {}, context)).toMatchObject({
      kind: 'daily',
      candidates: [{ i: 1 }, { i: 2 }],
      notes: [{ id: 'n1', text: 'no more crypto', by: 'Ann' }],
    });
  });

  it('shows what notes excluded; the record keeps what came closest too', async () => {
    const leftOut = Array.from({ length: 1_000 }, (_, n): LeftOut => {
      const note = n === 500 ? { rule: 'note' as const, noteId: 'n1' } : { rule: 'gate' as const };
      return { event_id: n, title: `Left ${n}`, category: 'AI', reason: 'one outlet', ...note };
    });
    const context = await aTurn({ ...aSnapshot(world.clock.now(), 1), leftOut });
    expect(await call('inputs', {}, context)).toMatchObject({
      leftOut: [{ title: 'Left 500', category: 'AI', reason: 'one outlet', noteId: 'n1' }],
    });
    await call('write_run', { stories: [pick(1)] }, context);
    const [order] = await world.stories.openBatches();
    expect(batchPlanSchema.parse(order?.plan).passed_over).toHaveLength(31);
  });

  it('refuses in a turn that nothing was prepared for', async () => {
    await expect(call('inputs', {}, await aTurn())).rejects.toThrow(ToolRefusal);
  });
});

describe('write_run', () => {
  it('keeps which automation ordered it', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 1));
    const run = { jobId: 'job-1', jobName: 'Daily', slotMs: 7 } as RunOfTurn;
    await call('write_run', { stories: [pick(1)] }, { ...context, turn: { ...context.turn, run } });
    const [order] = await world.stories.openBatches();
    const plan = batchPlanSchema.parse(order?.plan);
    for (const head of [plan.run.run, plan.stories[0]!.run])
      expect(head.job).toEqual({ id: 'job-1', name: 'Daily', slot_ms: 7 });
  });

  it('orders the run, writes its job files, hands it to the line and answers at once', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 3));
    const receipt = await call(
      'write_run',
      { stories: [pick(1), pick(3)], passed_over: [{ i: 2, why: 'dull' }] },
      context,
    );
    expect(receipt).toEqual({
      status: 'ok',
      run_id: 'run-1',
      run_dir: 'data/newsroom/jobs/run-1',
      stories: [
        { i: 1, story_id: 'story_01', title: 'Story 1', category: 'Global News' },
        { i: 3, story_id: 'story_02', title: 'Story 3', category: 'Global News' },
      ],
    });
    expect(await ordered()).toEqual(['run-1']);
    expect(poked).toBe(1);
    expect(existsSync(join(world.home, 'jobs/run-1/story_02.json'))).toBe(true);
    const [run] = await world.stories.openBatches();
    expect(run).toMatchObject({
      id: 'run-1',
      session: DESK,
      plan: {
        run: {
          run: { trigger: 'cron_daily', run_time_uk: '2026-11-20 07:00' },
          runner: { stagger_seconds: 0 },
        },
        stories: [
          {
            schema_version: 'story_job_v1',
            story: {
              primary_url: 'https://first.test/story-1',
              supporting_urls: ['https://second.test/story-1', 'https://third.test/story-1'],
              dedupe_key: 'event:1',
              event_id: 1,
            },
            spawn: { prompt_id: 'prompt for Global News', publisher_mode: 'script_posts' },
            destination: { platform: 'console', title_channel_id: 'desk' },
            state: { status: 'PLANNED' },
          },
          { story: { event_id: 3 } },
        ],
        passed_over: [{ title: aCandidate(2).title, why: 'dull' }],
      },
    });
    expect(await effectsOf(world.sql)).toEqual(['ordered a run of 2 stories']);
  });

  it('tells of no failure where only the job files could not be written: the order stands', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 1));
    writeFileSync(join(world.home, 'jobs'), 'in the way');
    expect(await call('write_run', { stories: [pick(1)] }, context)).toMatchObject({
      status: 'ok',
      run_id: 'run-1',
    });
    expect(await ordered()).toEqual(['run-1']);
    expect(poked).toBe(1);
  });

  it('drops what does not hold, says why, and goes on with the rest', async () => {
    const snapshot: InputsSnapshot = {
      ...aSnapshot(world.clock.now(), 0),
      candidates: [
        aCandidate(1),
        aCandidate(2, { age_minutes: 48 * 60 + 1 }),
        aCandidate(3, { supporting_urls: ['https://www.first.test/other'] }),
        aCandidate(4, { suggested_category: 'Crypto' }),
        aCandidate(5),
        aCandidate(6),
      ],
      pick: { atMost: 2 },
    };
    notes = [
      {
        id: 'n1',
        text: 'no more crypto',
        by: 'Ann',
        atMs: 1,
        exclude: { categories: ['Crypto'], subjects: [] },
      },
    ];
    const stories = [
      pick(9),
      pick(1),
      pick(1),
      pick(2),
      pick(3),
      pick(4),
      pick(5, { concrete_anchor: ' ' }),
      pick(5),
      pick(6),
    ];
    expect(await call('write_run', { stories }, await aTurn(snapshot))).toMatchObject({
      stories: [{ i: 1 }, { i: 5 }],
      dropped: [
        { i: 9, why: 'the inputs have no candidate 9' },
        { i: 1, why: 'it was picked already' },
        { i: 2, why: 'it is older than 48 hours' },
        { i: 3, why: 'no other outlet supports it' },
        { i: 4, why: 'Ann asked: "no more crypto"' },
        { i: 5, why: 'it has no concrete anchor' },
        { i: 6, why: 'the run is full: at most 2 stories' },
      ],
    });
  });

  it('shortens a long headline at a word, and lets a malformed pick cost the others nothing', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 3));
    const long = `Bitcoin ${'falls '.repeat(60)}5%`;
    const stories = [pick(1, { title: 5 }), pick(2, { title: long, why: long.repeat(3) }), 'three', pick(3)];
    const receipt = (await call('write_run', { stories }, context)) as {
      stories: { i: number; title: string }[];
      dropped: { i: number; why: string }[];
    };
    expect(receipt.stories.map(({ i }) => i)).toEqual([2, 3]);
    expect(receipt.stories[0]?.title).toMatch(/^Bitcoin (?:falls )+falls…$/);
    expect(receipt.stories[0]?.title.length).toBeLessThanOrEqual(200);
    expect(receipt.dropped).toEqual([
      { i: 1, why: expect.stringMatching(/title can't be 5; allowed: text/) as string },
      { i: 0, why: expect.stringMatching(/allowed: an object/) as string },
    ]);
  });

  it('shows models the form of a pick', () => {
    const shown = z.toJSONSchema(tools.get('write_run')!.args, { io: 'input' });
    expect(shown).toMatchObject({
      properties: {
        stories: { items: { type: 'object', properties: { i: { type: 'integer' } }, required: ['i'] } },
      },
    });
    expect(JSON.stringify(shown)).not.toContain('malformed');
  });

  it('counts the time that a turn has waited into the age of news', async () => {
    const snapshot = aSnapshot(world.clock.now() - 47 * 3_600_000, 1);
    const old = { ...snapshot, candidates: [aCandidate(1, { age_minutes: 90 })] };
    await expect(call('write_run', { stories: [pick(1)] }, await aTurn(old))).rejects.toThrow(
      /older than 48 hours/,
    );
  });

  it('refuses, and orders nothing, when no pick holds', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 1));
    await expect(call('write_run', { stories: [pick(7)] }, context)).rejects.toThrow(
      'no story of this run can be written: candidate 7: the inputs have no candidate 7',
    );
    expect(await world.stories.openBatches()).toEqual([]);
    expect(await ordered()).toEqual([]);
  });

  it('orders nothing for a turn that was closed meanwhile', async () => {
    const context = await aTurn(aSnapshot(world.clock.now(), 1));
    const stale = { ...context, mark: (what: string) => ({ ...context.mark(what), fence: 99 }) };
    await expect(call('write_run', { stories: [pick(1)] }, stale)).rejects.toThrow(StaleTurn);
    expect(await ordered()).toEqual([]);
  });

  it.each([
    ['all that there are', aSnapshot(0, 5)],
    ['fewer, with a reason for each other one', onlyTwoFit()],
  ])('serves the desk model, which plans a run by its tools alone: %s', async (_, snapshot) => {
    const context = await aTurn({ ...snapshot, preparedAtMs: world.clock.now() });
    const messages: ChatMessage[] = [{ role: 'user', text: 'plan' }];
    const specs = [...tools.values()].map(({ name, description }) => ({ name, description, parameters: {} }));
    for (;;) {
      const reply = await deskModel.reply({
        task: 'plan',
        system: '',
        messages,
        tools: specs,
        limits: { maxOutputTokens: 1_000 },
        signal: context.signal,
      });
      const [made] = reply.toolCalls;
      if (!made) {
        const value = plannerReply.schema.parse(JSON.parse(reply.text));
        expect(plannerReply.end(value, context.turn)).toMatchObject({
          status: 'ok',
          value: { status: 'planned' },
        });
        break;
      }
      messages.push({ role: 'assistant', text: '', toolCalls: [made] });
      const text = JSON.stringify(await call(made.name, made.args, context));
      messages.push({ role: 'tool', callId: made.id, name: made.name, text });
    }
    expect(await ordered()).toEqual(['run-1']);
    expect(poked).toBe(1);
  });
});

describe('the flags of a story', () => {
  it.each([
    ['what code inferred, when the planner says nothing of them', {}, ['developing']],
    ['none, when the planner leaves them off', { flags: [] }, []],
    ['none that only the planner gives', { flags: ['breaking', 'urgent'] }, []],
    ['those of both', { flags: ['breaking', 'developing'] }, ['developing']],
  ])('are %s', async (_, said, flags) => {
    const snapshot = aSnapshot(world.clock.now(), 0);
    const candidates = [aCandidate(1, { suggest_flags: ['developing'] })];
    const { flags: __, ...plain } = pick(1);
    await call('write_run', { stories: [{ ...plain, ...said }] }, await aTurn({ ...snapshot, candidates }));
    const [order] = await world.stories.openBatches();
    expect(batchPlanSchema.parse(order?.plan).stories[0]!.story.flags).toEqual(flags);
  });

  it('are for nobody in an hourly run whose news has become old while it waited', async () => {
    const snapshot = { ...aSnapshot(world.clock.now() - 20 * 60_000, 0), kind: 'hourly' as const };
    const candidates = [aCandidate(1, { age_minutes: 350 })];
    const context = await aTurn({ ...snapshot, candidates });
    await expect(call('write_run', { stories: [pick(1)] }, context)).rejects.toThrow('older than 6 hours');
  });
});

describe('recent_posts', () => {
  it('come with the inputs of an hourly planner, as it has one call', async () => {
    await world.order('run-9', 1);
    const line = world.line();
    line.take('run-9');
    await line.idle();
    const snapshot = { ...aSnapshot(world.clock.now(), 1), kind: 'hourly' as const };
    const shown = (await call('inputs', {}, await aTurn(snapshot))) as { recent_posts: object[] };
    expect(shown.recent_posts).toEqual([
      {
        title: expect.any(String) as string,
        category: 'Global News',
      },
    ]);
  });

  it('names what this desk posted in the last 24 hours', async () => {
    await world.order('run-9', 2);
    const line = world.line();
    line.take('run-9');
    await line.idle();
    const posts = (await call('recent_posts', {}, await aTurn())) as { stories: object[] };
    expect(posts.stories).toHaveLength(2);
    expect(posts.stories[0]).toMatchObject({
      category: 'Global News',
    });
  });
});

describe('the reply of planners', () => {
  const turn = (quiet: boolean) => ({ run: { quiet } }) as Turn;
  const nothing = {
    status: 'no_post',
    run_dir: null,
    stories: [],
    left_out: [],
    reason: 'x',
    say: 'Nothing new.',
  };

  it('ends a quiet run without stories quietly, and any other with its sentence', () => {
    const value = plannerReply.schema.parse(nothing);
    expect(plannerReply.end(value, turn(true)).status).toBe('quiet');
    expect(plannerReply.end(value, turn(false))).toMatchObject({ status: 'ok', summary: 'Nothing new.' });
  });

  it('does not believe in a planned run without a receipt', () => {
    expect(plannerReply.schema.safeParse({ ...nothing, status: 'planned' }).success).toBe(false);
  });
});

describe('preparing a planner', () => {
  it('saves the inputs once for its turn, with the notes of its session', async () => {
    notes = [{ id: 'n1', text: 'no sports', by: 'Ann', atMs: 1 }];
    const prepared: string[] = [];
    const { prepare } = plannerProfile('hourly', {
      inputs: {
        prepare: async (kind, terms) => {
          prepared.push(`${kind} ${terms.notes.map((note) => note.text).join()}`);
          return aSnapshot(world.clock.now(), 1);
        },
      },
      stories: world.stories,
      notes: { list: async () => notes },
      clock: world.clock,
    });
    const { signal } = new AbortController();
    const turn = { id: 'a', profile: 'planner_hourly', session: DESK } as Turn;
    await prepare(turn, signal);
    await prepare(turn, signal);
    expect(prepared).toEqual(['hourly no sports']);
    expect(await world.stories.inputs('a')).toMatchObject({ candidates: [{ i: 1 }] });
  });
});

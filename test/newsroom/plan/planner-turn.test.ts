/** A planner's whole turn: the real profiles, prompts and tools over real stores, and a model that plans badly. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from '../../../src/agent/agent.ts';
import { Prompts } from '../../../src/agent/prompts.ts';
import { whyLeftOut } from '../../../src/newsroom/ask/why-left-out.ts';
import type { InputsSnapshot, PlanKind } from '../../../src/newsroom/model/candidate.ts';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import { JobFiles } from '../../../src/newsroom/batches/job-files.ts';
import { batchPlanSchema } from '../../../src/newsroom/model/batch-plan.ts';
import { plannerReply } from '../../../src/newsroom/plan/planner-reply.ts';
import { plannerTools } from '../../../src/newsroom/plan/planner-tools.ts';
import { BatchService } from '../../../src/newsroom/batches/batch-service.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { slot, writtenJob } from '../../support/inbound.ts';
import { call, scriptedModel } from '../../support/scripted-model.ts';
import { conduct } from '../../support/stage.ts';
import { openStores } from '../../support/stores.ts';
import type { Stores } from '../../support/stores.ts';
import { tempHome } from '../../support/temp-home.ts';
import { aChineseEdition } from '../a-chinese-edition.ts';
import { anEdition } from '../an-edition.ts';
import { DESK, aCandidate, aSnapshot } from '../newsroom-world.ts';

const prompts = Prompts.read([join(import.meta.dirname, '../../../prompts')]);

let stores: Stores;
let files: JobFiles;
let clock: FakeClock;
beforeEach(() => {
  const home = tempHome();
  stores = openStores(home);
  files = new JobFiles({ root: join(home, 'jobs') });
  clock = new FakeClock();
});
afterEach(() => stores.close());

type Pipeline = Parameters<typeof scriptedModel>[0];

/** A planner's turn that reads this snapshot, whose model says these lines; it ends before this resolves. */
async function plans(
  lines: readonly Pipeline[],
  snapshot: InputsSnapshot,
  kind: PlanKind = 'daily',
  edition = anEdition(),
) {
  const model = scriptedModel(...lines);
  const agent = new Agent({
    model,
    prompts,
    tools: plannerTools({
      stories: stores.stories,
      edition,
      notes: stores.notes,
      clock,
      files,
      excludedBy: () => undefined,
      promptFor: () => ({ promptId: 'p', validatorId: 'v' }),
      newBatchId: () => 'run-1',
      tasks: { poke: () => {} },
    }),
    outputs: { planner_reply: plannerReply },
    clock,
    window: async () => [],
    setting: async () => ({
      values: {
        DESK_TITLE: 'D',
        CHANNEL: 'c',
        NOW: 'now',
        LANGUAGE: 'English',
        NOTES: 'none',
        STORY: 'none',
      },
      material: {},
    }),
    failed: () => {},
  });
  await stores.jobs.add(writtenJob('job-1', 5));
  const inbound = { ...slot('job-1', 5, DESK, { quiet: kind === 'hourly' }), profile: `planner_${kind}` };
  await stores.stories.saveInputs(inbound.id, { ...snapshot, kind });
  const { conductor } = conduct(stores, clock, agent.perform);
  await conductor.submit(inbound);
  await conductor.idle();
  const state = await stores.book.find(inbound.id);
  if (state?.state !== 'closed') throw new Error('the turn has not ended');
  const [order] = await stores.stories.openBatches();
  return {
    end: state.end,
    stories: order ? batchPlanSchema.parse(order.plan).stories.map(({ story }) => story.event_id) : [],
    plan: await planOf(inbound.id, edition),
    results: model.requests
      .at(-1)!
      .messages.filter(({ role }) => role === 'tool')
      .map(({ text }) => text),
  };
}

/** What the run's record has, for `newsroom plan`. */
function planOf(runId: string, edition: Edition) {
  const house = { stories: stores.stories, files, edition } as unknown as ConstructorParameters<
    typeof BatchService
  >[0];
  return new BatchService(house).planOf({ runId, jobId: 'job-1', slotMs: 5, sessionKey: DESK });
}

const pick = (i: number, change: object = {}) => ({
  i,
  title: `Story ${i}`,
  concrete_anchor: `${i} votes`,
  ...change,
});
/** Why each of these was left. */
const over = (numbers: readonly number[], why = 'less is at stake') => numbers.map((i) => ({ i, why }));
/** The other seven of eight, as a planner writes each. */
const overAs = (one: (i: number) => object) => [2, 3, 4, 5, 6, 7, 8].map(one);
const planned = (more: object = {}) =>
  JSON.stringify({ status: 'planned', run_dir: 'data/newsroom/jobs/run-1', say: 'Writing.', ...more });
const nothing = (more: object = {}) =>
  JSON.stringify({ status: 'no_post', run_dir: null, reason: 'thin', say: 'Nothing new.', ...more });
const eight = (): InputsSnapshot => ({
  ...aSnapshot(clock.now(), 0),
  candidates: Array.from({ length: 8 }, (_, n) => aCandidate(n + 1, { title: `Happening ${n + 1}` })),
});

describe('a daily planner', () => {
  it('that picks six, some twice and some that there are not gets five distinct stories, each other one with its reason', async () => {
    const stories = [9, 1, 1, 2, 3, 4, 5, 6].map((i) => pick(i));
    const { end, plan, ...told } = await plans([[call('write_run', { stories })], planned()], eight());
    expect(end.status).toBe('ok');
    expect(told.stories).toEqual([1, 2, 3, 4, 5]);
    for (const why of ['the inputs have no candidate 9', 'it was picked already', 'at most 5 stories'])
      expect(told.results.join('\n')).toContain(why);
    expect(plan.passed_over).toEqual([
      { title: 'candidate 9', why: 'the inputs have no candidate 9' },
      { title: 'Happening 6', why: 'the run is full: at most 5 stories' },
      { title: 'Happening 7', why: 'not picked' },
      { title: 'Happening 8', why: 'not picked' },
    ]);
  });

  it('of a Chinese edition finds its record in Chinese: what it may not have, and what nobody gave a reason for', async () => {
    const stories = [9, 1, 1, 2, 3].map((i) => pick(i));
    const again = [call('write_run', { stories })];
    const edition = aChineseEdition();
    const { plan } = await plans([again, again, again, planned()], eight(), 'daily', edition);
    for (const { why } of plan.passed_over) expect(why).not.toMatch(/[a-z]{3}/i);
    expect(plan.passed_over).toContainEqual({ title: '第9則候選', why: '候選資料沒有第9則' });
    expect(plan.passed_over).toContainEqual({ title: 'Happening 7', why: '未獲選用' });
    expect(plan.remark).toBe('5篇報道只選了3篇；5則候選沒有說明原因便略去');
  });

  it('never takes an address from the model: what it names beside a number is ignored', async () => {
    const stories = [
      pick(1, { primary_url: 'http://169.254.169.254/latest', supporting_urls: ['http://10.0.0.1/'] }),
    ];
    const passed_over = over([2, 3, 4, 5, 6, 7, 8]);
    await plans([[call('write_run', { stories, passed_over })], planned()], eight());
    const [order] = await stores.stories.openBatches();
    expect(JSON.stringify(order?.plan)).not.toMatch(/169\.254|10\.0\.0\.1/);
  });

  it.each<[string, object]>([
    [
      'its numbers are texts',
      { stories: [pick(1, { i: '1' })], passed_over: overAs((i) => ({ i: `#${i}`, why: 'less' })) },
    ],
    [
      'there is one story and no list',
      { stories: pick(1), passed_over: overAs((i) => ({ i, why: 'less' })) },
    ],
    [
      'the lists are JSON texts',
      { stories: JSON.stringify([pick(1)]), passed_over: overAs((i) => ({ i, why: 'less' })) },
    ],
  ])('orders the run that is meant when %s', async (_, args) => {
    const { stories } = await plans([[call('write_run', args)], planned()], eight());
    expect(stories).toEqual([1]);
  });

  it('may order its run once more when the call could not be read', async () => {
    const good = { stories: [pick(1)], passed_over: over([2, 3, 4, 5, 6, 7, 8]) };
    const { stories, results } = await plans(
      [[call('write_run', { picks: [1] })], [call('write_run', good)], planned()],
      eight(),
    );
    expect(results[0]).toContain('bad arguments: stories is missing; allowed: a list');
    expect(stories).toEqual([1]);
  });

  it('ends as planned whatever its reply says besides', async () => {
    const good = { stories: [pick(1)], passed_over: over([2, 3, 4, 5, 6, 7, 8]) };
    const said =
      'The run is ordered.\n\n```json\n{"status": "planned", "run_dir": "data/newsroom/jobs/x", ' +
      '"stories": [{"story_id": "story_01", "title": "Story 1"}], "left_out": [{"i": 3, "why": "less is at stake"}], ' +
      '"say": "One story is being written."}\n```';
    const { end } = await plans([[call('write_run', good)], said], eight());
    expect(end).toMatchObject({ status: 'ok', summary: 'One story is being written.' });
  });

  it('orders one run, whatever it asks for afterwards', async () => {
    const more = [call('write_run', { stories: [pick(2)] }), call('recent_posts'), call('recent_posts', {})];
    const first = { stories: [pick(1)], passed_over: over([2, 3, 4, 5, 6, 7, 8]) };
    const lines: Pipeline[] = [[call('write_run', first)], more, planned()];
    const { stories, results } = await plans(lines, eight());
    expect(stories).toEqual([1]);
    expect(results[1]).toContain('write_run was called as often as this turn allows');
    expect(results[2]).not.toContain('as often');
    expect(results[3]).toContain('recent_posts was called as often as this turn allows');
  });

  it.each<[string, unknown]>([
    ['null for the list of what it leaves', null],
    ['a sentence in place of the list', 'the others are old'],
    [
      'entries without a number, or without words',
      [
        { title: 'Happening 6', why: 'old' },
        { i: 7, why: null },
      ],
    ],
  ])('has its one order carried out though it writes %s', async (_, passed_over) => {
    const stories = [1, 2, 3, 4, 5].map((i) => pick(i));
    const lines: Pipeline[] = [[call('write_run', { stories, passed_over })], planned()];
    const told = await plans(lines, eight());
    expect(told.stories).toEqual([1, 2, 3, 4, 5]);
    expect(told.results[0]).toContain('"status":"ok"');
  });

  it('is still asked for the reasons that nobody can read in its list', async () => {
    const three = [1, 2, 3].map((i) => pick(i));
    const bare = [call('write_run', { stories: three, passed_over: [{ title: 'Happening 4', why: 'old' }] })];
    const all = [call('write_run', { stories: three, passed_over: over([4, 5, 6, 7, 8]) })];
    const { stories, results } = await plans([bare, all, planned()], eight());
    expect(results[0]).toContain('pick 2 more or say why not: i=4');
    expect(stories).toEqual([1, 2, 3]);
  });

  it('that writes null for what it need not say about a pick loses no story', async () => {
    const stories = [1, 2, 3, 4, 5].map((i) => pick(i, { category: null, flags: null, why: null }));
    const { stories: ordered, plan } = await plans([[call('write_run', { stories })], planned()], eight());
    expect(ordered).toEqual([1, 2, 3, 4, 5]);
    expect(plan.stories[0]).toMatchObject({ category: 'Global News', why: '' });
  });

  it('may read its inputs twice, and no more', async () => {
    const lines: Pipeline[] = [[call('inputs')], [call('inputs')], [call('inputs')], nothing()];
    const { results } = await plans(lines, eight());
    expect(results.map((text) => text.includes('"status":"error"'))).toEqual([false, false, true]);
  });

  it('that answers in prose is asked for its JSON once more, and fails when it has none', async () => {
    const { end } = await plans(['I would pick the library.', 'Really, the library.'], eight());
    expect(end.status).toBe('failed');
    expect(await stores.stories.openBatches()).toEqual([]);
  });

  it('that says prose first, and JSON when it is asked, has planned', async () => {
    const stories = [1, 2, 3, 4, 5].map((i) => pick(i));
    const lines: Pipeline[] = [[call('write_run', { stories })], 'Done: the library.', planned()];
    expect((await plans(lines, eight())).end.status).toBe('ok');
  });

  it.each<[string, string, string]>([
    [
      'says so in prose twice',
      'One story is being written: the library.',
      'One story is being written: the library.',
    ],
    [
      'ends with broken JSON twice',
      '```json\n{"status": "planned", "run_dir": "data/news',
      'It is done; what the model said of it can’t be read.',
    ],
  ])('that ordered its run and %s has planned, as its record says', async (_, said, summary) => {
    const stories = [1, 2, 3, 4, 5].map((i) => pick(i));
    const { end, plan, ...told } = await plans([[call('write_run', { stories })], 'Done.', said], eight());
    expect(end).toMatchObject({ status: 'ok', summary });
    expect(told.stories).toEqual([1, 2, 3, 4, 5]);
    expect(plan.run?.id).toBe('run-1');
  });

  it('reads a bounded part of what was left out, and its record has all of it', async () => {
    const leftOut = Array.from({ length: 1_000 }, (_, n) => ({
      event_id: 100 + n,
      title: `Left ${n} ${'word '.repeat(90)}`,
      category: 'AI',
      reason: 'only one outlet tells it: two outlets are needed',
    }));
    const candidates = Array.from({ length: 15 }, (_, n) =>
      aCandidate(n + 1, {
        title: `Happening ${n + 1}`,
        description: 'word '.repeat(200),
        domains: Array.from({ length: 98 }, (__, at) => `outlet-${at}.example.org`),
      }),
    );
    const snapshot = { ...eight(), candidates, leftOut };
    const stories = [1, 2, 3, 4, 5].map((i) => pick(i));
    const lines: Pipeline[] = [[call('inputs')], [call('write_run', { stories })], planned()];
    const { results, plan } = await plans(lines, snapshot);
    expect(results[0]!.length).toBeLessThan(80_000);
    expect(plan.passed_over).toHaveLength(10 + 1_000);
  });
});

describe('a daily planner that picks fewer than it may', () => {
  const three = [1, 2, 3].map((i) => pick(i));

  it('is asked for the others or for the reason of each, which costs it no order', async () => {
    const lines: Pipeline[] = [
      [call('write_run', { stories: three, passed_over: over([4, 6]) })],
      [call('write_run', { stories: [...three, pick(5), pick(7)], passed_over: over([4, 6]) })],
      planned(),
    ];
    const { stories, results, plan } = await plans(lines, eight());
    expect(results[0]).toContain('3 of 5 stories; pick 2 more or say why not: i=5, i=7, i=8.');
    expect(results[1]).toContain('"status":"ok"');
    expect(stories).toEqual([1, 2, 3, 5, 7]);
    expect(plan.remark).toBeUndefined();
  });

  it('gets them with a reason for each that it leaves, as editors may have wished, in any language', async () => {
    const passed_over = [
      ...over([4, 5], 'Ann asked for no more of it'),
      ...over([6, 7, 8], '陳小姐說今日不要'),
    ];
    const lines: Pipeline[] = [[call('write_run', { stories: three, passed_over })], planned()];
    const { stories, plan } = await plans(lines, eight());
    expect(stories).toEqual([1, 2, 3]);
    expect(plan.passed_over).toContainEqual({ title: 'Happening 8', why: '陳小姐說今日不要' });
    expect(plan.remark).toBeUndefined();
  });

  it('and says nothing when asked twice gets them, and the record says that there was no reason', async () => {
    const bare = [call('write_run', { stories: three, passed_over: over([4], ' ') })];
    const more = [call('write_run', { stories: [pick(8)], passed_over: over([4, 5, 6, 7]) })];
    const { stories, results, plan } = await plans([bare, bare, bare, more, planned()], eight());
    expect(results.map((text) => text.includes('pick 2 more or say why not'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(stories).toEqual([1, 2, 3]);
    expect(plan).toMatchObject({ remark: 'picked 3 of 5 stories; 5 candidates were left without a reason' });
    expect(plan.passed_over).toHaveLength(5);
    expect(results[3]).toContain('as often as this turn allows');
  });

  it('is not asked about what could not be picked anyway, nor where there are no more', async () => {
    const { candidates } = eight();
    const old = candidates.map((one) => (one.i > 3 ? { ...one, age_minutes: 49 * 60 } : one));
    const lines: Pipeline[] = [[call('write_run', { stories: three })], planned()];
    expect((await plans(lines, { ...eight(), candidates: old })).stories).toEqual([1, 2, 3]);
  });

  it('may order others when nothing that it picked can be written', async () => {
    const lines: Pipeline[] = [
      [call('write_run', { stories: [pick(9), pick(10)] })],
      [call('write_run', { stories: [1, 2, 3, 4, 5].map((i) => pick(i)) })],
      planned(),
    ];
    const { stories, results } = await plans(lines, eight());
    expect(results[0]).toContain('no story of this run can be written');
    expect(stories).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('an hourly planner', () => {
  const left_out = [{ title: aCandidate(1).title, why: 'a further outlet repeats it' }];

  it('that finds nothing is quiet, and its reasons stay: in the record, and for who asks why', async () => {
    const { end, plan, stories } = await plans(
      [[call('inputs')], nothing({ left_out })],
      aSnapshot(clock.now(), 2),
      'hourly',
    );
    expect(end).toMatchObject({ status: 'quiet', value: { reason: 'thin' } });
    expect(stories).toEqual([]);
    expect(plan.passed_over).toEqual([...left_out, { title: aCandidate(2).title, why: 'not picked' }]);
    const why = await whyLeftOut('library of Larkmoor', DESK, {
      stories: stores.stories,
      edition: anEdition(),
      lastInputs: async () => undefined,
    });
    expect(why).toMatchObject(left_out);
  });

  it('gets two stories at most, and reads its inputs once', async () => {
    const three = { ...aSnapshot(clock.now(), 3), pick: { atMost: anEdition().quotas.hourly.stories } };
    const lines: Pipeline[] = [
      [call('inputs')],
      [call('inputs')],
      [call('write_run', { stories: [pick(1), pick(2), pick(3)] })],
      planned(),
    ];
    const { stories, results } = await plans(lines, three, 'hourly');
    expect(stories).toEqual([1, 2]);
    expect(results[1]).toContain('inputs was called as often as this turn allows');
  });
});

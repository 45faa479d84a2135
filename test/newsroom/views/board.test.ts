/** The board over real stores and files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { Board } from '../../../src/newsroom/views/board.ts';
import { readBoardJobs } from '../../../src/newsroom/views/board-jobs.ts';
import type { InputsSnapshot } from '../../../src/newsroom/model/candidate.ts';
import { StoryQueries } from '../../../src/newsroom/editing/story-queries.ts';
import { lastInputs, writeInputs } from '../../../src/newsroom/intake/inputs-file.ts';
import { JobFiles } from '../../../src/newsroom/batches/job-files.ts';
import type { PublishedStory } from '../../../src/newsroom/model/story-book.ts';
import { parseSessionKey } from '../../../src/sessions/key.ts';
import type { EffectMark } from '../../../src/sessions/turn-book.ts';
import { aRunCare } from '../../support/a-batch-service.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { message } from '../../support/inbound.ts';
import { openStores } from '../../support/stores.ts';
import type { Stores } from '../../support/stores.ts';
import { tempHome } from '../../support/temp-home.ts';
import { checkerInbound, mendInbound } from '../../../src/newsroom/write/check-tasks.ts';
import { workerInbound } from '../../../src/newsroom/write/worker-task.ts';
import { aChineseEdition } from '../a-chinese-edition.ts';
import { anEdition } from '../an-edition.ts';
import { aPlan } from '../newsroom-world.ts';
import { candidate, left } from '../../console/canned-board.ts';

const DESK = parseSessionKey('console:desk');
const DAY_MS = 86_400_000;

let home: string;
let stores: Stores;
let clock: FakeClock;
let board: Board;

beforeEach(() => {
  home = tempHome();
  stores = openStores(home);
  clock = new FakeClock();
  const files = new JobFiles({ root: join(home, 'jobs') });
  const { stories, actions } = stores;
  const shelf = new StoryQueries({ stories, actions, files, edition: {}, clock });
  board = new Board({
    edition: { ...aChineseEdition(), title: 'The sample' },
    book: stores.board,
    jobs: (run) => readBoardJobs(files, run),
    actions: stores.actions,
    votes: stores.votes,
    lastInputs: (kind) => lastInputs(home, kind),
    feeds: async () => [],
    record: (story) => shelf.record(story),
    clock,
  });
});
afterEach(() => stores.close());

const job = (n: number, state: object = {}, story: object = {}) => ({
  schema_version: 'story_job_v1',
  story: {
    story_id: `story_0${n}`,
    category: 'World',
    title: `Story ${n}`,
    primary_url: `https://example.org/${n}`,
    flags: [],
    event_id: 100 + n,
    ...story,
  },
  state: { status: 'PLANNED', reason: null, detail: null, hold: null, ...state },
});

async function order(
  id: string,
  stories: object[],
  passedOver: object[] = [],
  atMs = clock.now(),
  mark?: EffectMark,
) {
  const plan = { run: {}, stories, passed_over: passedOver };
  await stores.stories.order({ id, session: DESK, plan, createdAtMs: atMs }, mark);
}

/** The mark of a planner's turn that runs. */
async function byPlanner(turn: string): Promise<EffectMark> {
  const nowMs = clock.now();
  await stores.book.accept(message(turn), { nowMs, unified: false });
  const started = await stores.book.start(turn, { nowMs, deadlineMs: nowMs + 60_000 });
  if (started.kind !== 'started') throw new Error(started.because);
  return { turn, fence: started.fence, n: 1, atMs: nowMs, what: 'ordered a run' };
}

/** What the line writes of a story. */
function write(run: string, story: ReturnType<typeof job>, name = `${story.story.story_id}.json`) {
  mkdirSync(join(home, 'jobs', run), { recursive: true });
  writeFileSync(join(home, 'jobs', run, name), JSON.stringify(story));
}

const published = (run: string, n: number): PublishedStory => ({
  id: `${run}/story_0${n}`,
  runId: run,
  eventId: 100 + n,
  category: 'World',
  title: `Story ${n}, as it was posted`,
  primaryUrl: `https://example.org/${n}`,
  body: 'A body.',
  languageModel: false,
  desk: DESK,
  place: DESK,
  flags: [],
  threadOp: 'op',
  thread: parseSessionKey('console:thread'),
  pack: { builtAtMs: 1, sources: [] },
  publishedAtMs: clock.now(),
});

const receipt = (session: string, about: object = {}) =>
  stores.receipts.write({
    atMs: clock.now(),
    task: 'write',
    provider: 'p',
    model: 'm',
    countedTokens: 500,
    costUsd: 0.01,
    latencyMs: 5,
    outcome: 'ok',
    session,
    ...about,
  });

const all = { runs: 50, leftOut: 200 };
const storiesOf = async () => (await board.runs(50)).flatMap(({ stories }) => stories);

describe('stories', () => {
  it('stand as their files say, as they were planned where there is none, and failed where it was set aside', async () => {
    await order('r1', [job(1), job(2), job(3)]);
    write(
      'r1',
      job(2, { status: 'DISPATCHED', hold: { kind: 'embargo', by: 'Ada', until: '2030-01-01T00:00:00Z' } }),
    );
    write('r1', job(3), 'story_03.json.jailed');
    writeFileSync(join(home, 'jobs', 'r1', 'story_03.json.reason'), 'it is no JSON\n');
    expect(await storiesOf()).toMatchObject([
      { id: 'r1/story_01', status: 'PLANNED', sessionKey: DESK, eventId: 101 },
      { status: 'DISPATCHED', hold: { kind: 'embargo', by: 'Ada', untilMs: Date.UTC(2030, 0, 1) } },
      { status: 'FAILURE', reason: 'jailed', detail: 'it is no JSON' },
    ]);
  });

  it('that are being written anew at this moment are shown as they were', async () => {
    await order('r1', [job(1)]);
    mkdirSync(join(home, 'jobs', 'r1'), { recursive: true });
    writeFileSync(join(home, 'jobs', 'r1', 'story_01.json'), '{"schema_ver');
    expect(await storiesOf()).toMatchObject([{ status: 'PLANNED' }]);
  });

  it('know their posted form, that it was withdrawn, and what they cost', async () => {
    await order('r1', [job(1), job(2)], [], clock.now(), await byPlanner('cron:r1'));
    for (const n of [1, 2]) write('r1', job(n, { status: 'SUCCESS' }));
    for (const n of [1, 2]) await stores.stories.publish(published('r1', n), []);
    const kill = { story: 'r1/story_02', kind: 'kill', by: 'Ada', atMs: clock.now() } as const;
    await stores.actions.act({ ...kill, about: { url: 'https://example.org/2' } }, () => ({}));
    const hold = { story: 'r1/story_01', kind: 'hold', by: 'Ada', atMs: clock.now() } as const;
    await stores.actions.act(hold, () => ({}));
    await receipt('story:r1/story_01/write');
    await receipt('story:r1/story_01/rescue');
    await receipt('story:r1/story_02/write');
    await receipt('story:r10/story_01/write'); // another run's
    await receipt('console:desk', { turn: 'cron:r1', run: 'cron:r1', task: 'plan' });
    const [run] = await board.runs(5);
    expect(run!.stories).toMatchObject([
      {
        title: 'Story 1, as it was posted',
        languageModel: false,
        hold: { kind: 'hold', by: 'Ada' },
        posted: { atMs: clock.now(), thread: 'console:thread', withdrawn: false },
        cost: { attempts: 2, tokens: 1_000, unpriced: 0 },
      },
      { posted: { withdrawn: true }, cost: { attempts: 1 } },
    ]);
    expect(run!.cost).toMatchObject({ attempts: 4, tokens: 2_000 });
    expect(run!.cost!.usd).toBeCloseTo(0.04);
    expect(await board.headlines(10)).toHaveLength(2);
  });

  it('cost what each of their turns did: first and further starts, rescues, the check and the mending', async () => {
    await order('r1', [job(1), job(2)]);
    const { edition, pack } = { edition: anEdition(), pack: { builtAtMs: 0, sources: [] } };
    const [theJob] = aPlan('r1', 1, clock.now()).stories;
    const phases = [
      { phase: 'write', n: 1 },
      { phase: 'write', n: 101 },
      { phase: 'rescue', n: 1 },
    ] as const;
    const render = (id: string) => ({ ref: { id, version: 1, sha256: '' }, text: '', variables: {} });
    const turns = [
      ...phases.map((phase) => workerInbound({ ...phase, job: theJob!, pack, edition }, render)),
      checkerInbound(theJob!, '', render),
      mendInbound({ job: theJob!, edition }, '', render),
      mendInbound({ job: theJob!, edition }, '', render, 101),
    ];
    for (const { session, id } of turns) await receipt(session, { turn: id, run: 'r1' });
    const [one, two] = await storiesOf();
    expect(one!.cost).toMatchObject({ attempts: turns.length, tokens: 500 * turns.length });
    expect(two!.cost).toBeUndefined();
    expect((await board.runs(5))[0]!.cost).toMatchObject({ attempts: turns.length });
  });

  it('whose price nobody knows are no bargain', async () => {
    await order('r1', [job(1)]);
    await stores.receipts.write({
      atMs: 1,
      task: 'write',
      provider: 'p',
      model: 'm',
      countedTokens: 9,
      latencyMs: 1,
      outcome: 'ok',
      session: 'story:r1/story_01/write',
    });
    expect((await storiesOf())[0]!.cost).toEqual({ attempts: 1, tokens: 9, usd: 0, unpriced: 1 });
  });
});

describe('a run that was adopted from a folder of another program', () => {
  const foreign = (n: number, state: object = {}) => ({
    ...{ schema_version: 'story_job_v1', run: { run_id: 'theirs', run_time_uk: '2026-11-20 07:00' }, state },
    story: {
      story_id: `story_0${n}`,
      title: `Theirs ${n}`,
      category: 'sport',
      primary_url: `https://a.test/${n}`,
    },
  });
  const aFolder = (files: Readonly<Record<string, string>>) => {
    const folder = join(home, 'foreign');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };

  it('is there with the states of its stories, those that can not be read included, and moves with its files', async () => {
    const folder = aFolder({
      'run.json': JSON.stringify({ schema_version: 'run_job_v1', run: { run_id: 'theirs' } }),
      'story_01.json': JSON.stringify(foreign(1)),
      'story_02.json': JSON.stringify(foreign(2, { status: 'SKIPPED_MISSING_SOURCES' })),
      'story_03.json': '<html>',
    });
    await aRunCare(home, stores, clock).take(folder);
    await receipt('story:theirs/story_01/write');
    expect(await board.runs(5)).toMatchObject([
      {
        id: 'theirs',
        state: 'open',
        sessionKey: DESK,
        stories: [
          { id: 'theirs/story_01', title: 'Theirs 1', status: 'PLANNED', cost: { attempts: 1 } },
          { id: 'theirs/story_02', status: 'SKIPPED', reason: 'missing_sources' },
          {
            id: 'theirs/story_03',
            status: 'FAILURE',
            reason: 'jailed',
            detail: expect.stringMatching(/^it is no JSON/) as string,
          },
        ],
      },
    ]);

    writeFileSync(join(folder, 'story_01.json'), JSON.stringify(foreign(1, { status: 'DISPATCHED' })));
    expect((await storiesOf())[0]).toMatchObject({ status: 'DISPATCHED' });
    writeFileSync(join(folder, 'story_01.json'), JSON.stringify(foreign(1, { status: 'RESCUED' })));
    await stores.stories.finish('theirs', clock.now());
    expect(await board.runs(5)).toMatchObject([{ state: 'done', stories: [{ status: 'RESCUED' }, {}, {}] }]);
  });
});

describe('runs', () => {
  it('are there while they are open, and for three days', async () => {
    const longAgo = clock.now() - 5 * DAY_MS;
    await order('held', [job(1)], [], longAgo);
    await order('old', [job(1)], [], longAgo);
    await order('new', [job(1)]);
    await stores.stories.finish('old', clock.now());
    await stores.stories.finish('new', clock.now());
    expect(await board.runs(50)).toMatchObject([
      { id: 'new', state: 'done', finishedAtMs: clock.now() },
      { id: 'held', state: 'open' },
    ]);
  });

  it('that are done show a story as it ended once its file can be read, and go on to', async () => {
    await order('done', [job(1)]);
    await stores.stories.finish('done', clock.now());
    const status = async () => (await board.runs(5))[0]?.stories[0]?.status;
    expect(await status()).toBe('PLANNED');
    write('done', job(1, { status: 'RESCUED' }));
    expect(await status()).toBe('RESCUED');
    write('done', job(1, { status: 'FAILURE' }));
    expect(await status()).toBe('RESCUED');
  });

  it('of other programs, or damaged, are empty', async () => {
    await stores.stories.order({ id: 'odd', session: DESK, plan: 'prose', createdAtMs: clock.now() });
    expect(await board.runs(5)).toMatchObject([{ id: 'odd', stories: [] }]);
    expect((await board.view(all)).runs).toHaveLength(1);
  });
});

describe('inputs', () => {
  const snapshot = (more: object = {}) =>
    ({
      kind: 'daily',
      preparedAtMs: clock.now(),
      feeds: [],
      candidates: [1, 2, 3].map((n) => candidate(n, `Candidate ${n}`, {})),
      leftOut: [left(7, 'Seven', 'note', 'crypto'), left(8, 'Eight', 'limit', 'no room')],
      leftOutBy: { note: 1, limit: 30 },
      pick: { atMost: 5 },
      ...more,
    }) as unknown as InputsSnapshot;

  it('tell what became of each candidate, and count all that was left out', async () => {
    await writeInputs(home, snapshot());
    await order('r1', [job(1)], [{ title: 'Candidate 2', why: 'local' }]);
    const { inputs, edition } = await board.view({ runs: 5, leftOut: 1 });
    expect(edition.title).toBe('The sample');
    expect(edition.labels).toMatchObject({ Crypto: '加密貨幣', AI: '人工智能' });
    expect(inputs).toMatchObject([
      {
        kind: 'daily',
        candidates: [
          { fate: { kind: 'chosen', story: 'r1/story_01' } },
          { fate: { kind: 'passed_over', why: 'local' } },
          { fate: { kind: 'offered' } },
        ],
        leftOut: [{ title: 'Seven' }],
        leftOutCount: 31,
      },
    ]);
  });

  it('have nothing under left out that was posted', async () => {
    const leftOut = [
      left(7, 'Seven', 'posted', 'posted already'),
      left(101, 'Story 1', 'repeated', 'told already'),
      left(8, 'Eight', 'limit', 'no room'),
    ];
    await writeInputs(home, snapshot({ leftOut, leftOutBy: { posted: 4, repeated: 2, limit: 30 } }));
    const ended = job(1, { status: 'SUCCESS' });
    await order('r1', [ended]);
    write('r1', ended);
    await stores.stories.publish(published('r1', 1), []);
    const { inputs } = await board.view(all);
    expect(inputs).toMatchObject([
      { leftOut: [{ title: 'Eight' }], leftOutCount: 31, leftOutBy: { repeated: 1, limit: 30 } },
    ]);
    expect(inputs[0]!.leftOutBy).not.toHaveProperty('posted');
  });

  it('are not there before the first, nor when their file is damaged', async () => {
    expect((await board.view(all)).inputs).toEqual([]);
    writeFileSync(join(home, 'daily_inputs_last.json'), '{');
    expect((await board.view(all)).inputs).toEqual([]);
  });
});

/** Kill the line at every step, before and after the step's effect, and take it up with fresh objects. */
import { expect } from 'vitest';
import { JobFiles } from '../../src/newsroom/batches/job-files.ts';
import type { PipelineDeps } from '../../src/newsroom/pipeline/pipeline-deps.ts';
import { SqlOpBook } from '../../src/store/sql/op-book.ts';
import { SqlStoryBook } from '../../src/store/sql/story-book.ts';
import { editorsIn } from './editing/editors-world.ts';
import { Line, NewsroomWorld, byDeskModel, packFor } from './newsroom-world.ts';

const PARTS = ['title', 'thread', 'chunk_01', 'links_01'];
const PREVIEW = ['preview', 'preview_01', 'preview_02'];
const WAITED = [...PREVIEW, ...PARTS, 'preview_ended', 'preview_gone_01', 'preview_gone_02'];

/** The same world after every death: one story is posted, one rescued, one fails, one lacks sources, one waits. */
async function aWorld(): Promise<NewsroomWorld> {
  const world = new NewsroomWorld();
  world.work = async (inbound) => {
    if (inbound.id.includes('story_02') && inbound.profile === 'reporter') return no;
    if (inbound.id.includes('story_03')) return no;
    return byDeskModel(inbound);
  };
  world.pack = (job) => {
    const pack = packFor(job);
    if (job.story.story_id !== 'story_04') return pack;
    return { ...pack, sources: pack.sources.map((source) => ({ ...source, usable: false })) };
  };
  return world;
}

const no = { status: 'failed' as const, summary: 'no', error: 'the model refused' };

/** A house whose ports count their calls, and die at call `at`: everything afterwards is refused, as by a dead process. */
function mortal(house: PipelineDeps, at: number, when: 'before' | 'after', die: () => void): PipelineDeps {
  let calls = 0;
  let dead = false;
  const count = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) throw new Error('dead');
    const dies = ++calls === at;
    if (dies && when === 'before') return kill();
    const value = await work();
    if (dies) return kill();
    return value;
  };
  const kill = (): never => {
    dead = true;
    die();
    throw new Error('dead');
  };
  const watched = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const call = (value as (...args: unknown[]) => unknown).bind(target);
        const isStep = name !== 'runDir' && name !== 'lacking' && name !== 'folder';
        return (...args: unknown[]) => (isStep ? count(async () => call(...args)) : call(...args));
      },
    });
  return {
    ...house,
    stories: watched(house.stories),
    actions: watched(house.actions),
    files: watched(house.files),
    ops: watched(house.ops),
    events: watched(house.events),
    sources: watched(house.sources),
    // The dead tell nobody.
    failed: (what, error) => dead || house.failed(what, error),
    ask: (inbound) => count(() => house.ask(inbound)),
    report: (session, report) => count(() => house.report(session, report)),
  };
}

/** Kill the line at call `at`, and bring the run to its end. @returns false when the run ended before that call. */
export async function dieAndResume(at: number, when: 'before' | 'after'): Promise<boolean> {
  const world = await aWorld();
  try {
    const plan = await world.order('run-1', 5, (order) => {
      order.stories[4]!.state.hold = { kind: 'hold' };
      return order;
    });
    let died = false;
    let closed: Promise<void> | undefined;
    const line: Line = new Line(world, (tasks) =>
      mortal(world.house({ tasks }), at, when, () => {
        died = true;
        closed = line.close();
      }),
    );
    line.take('run-1');
    await line.idle();
    await closed;

    // Nothing that is half done is marked done.
    for (const { state, story } of died ? await world.jobs(plan).catch(() => []) : []) {
      const published = await world.stories.find(`run-1/${story.story_id}`);
      if (state.status === 'SUCCESS' || state.status === 'RESCUED') expect(published).toBeDefined();
    }

    const next = world.line({
      files: new JobFiles({ root: `${world.home}/jobs` }),
      stories: new SqlStoryBook(world.sql),
      ops: new SqlOpBook(world.sql),
    });
    await next.resume();
    await next.idle();

    const ENDED = ['SUCCESS', 'RESCUED', 'FAILURE', 'SKIPPED'];
    expect(await world.statuses(plan)).toEqual([...ENDED, 'DISPATCHED']);
    expect([...world.reports.keys()]).toEqual(['story:run-1/waiting']);
    const { desk, line: last } = editorsIn(world, {}, { commands: () => new Set() });
    await desk.approve('run-1/story_05', { by: 'Anna', atMs: world.clock.now() });
    await last.idle();
    expect(await world.statuses(plan)).toEqual([...ENDED, 'SUCCESS']);
    const keys = await world.opKeys();
    const live = keys.filter((key) => key.startsWith('batch:'));
    expect(live).toEqual(live.map((_, at) => `batch:run-1/live${at === 0 ? '' : `_0${at + 1}`}`));
    expect((await world.told()).text).toBe(world.reports.get('story:run-1/report')?.text);
    expect(keys.filter((key) => !live.includes(key)).sort()).toEqual(
      [
        ...PARTS.map((part) => `story:run-1/story_01/${part}`),
        ...PARTS.map((part) => `story:run-1/story_02/${part}`),
        ...WAITED.map((part) => `story:run-1/story_05/${part}`),
      ].sort(),
    );
    expect([...world.performed.values()].every((times) => times === 1)).toBe(true);
    expect([...world.postings.keys()].sort()).toEqual([1, 2, 5]);
    expect(world.reports.size).toBe(2);
    expect(world.reports.get('story:run-1/report')?.summary.summary).toEqual({
      run: 'run-1',
      total: 5,
      completed: 3,
      failed: 1,
      skipped: 1,
    });
    expect(await world.stories.openBatches()).toEqual([]);
    const jobs = await world.jobs(plan);
    expect(jobs.map(({ state }) => state.attempts)).toEqual([1, 1, 1, 0, 1]);
    expect(world.failures).toEqual([]);
    return died;
  } finally {
    world.close();
  }
}

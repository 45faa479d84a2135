/** A story of a batch is a task of its own: what it waits for, and what stops it, is nobody else's. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { progressOf } from '../../../src/newsroom/batches/batch-status.ts';
import type { BatchPlan } from '../../../src/newsroom/model/batch-plan.ts';
import type { PipelineDeps } from '../../../src/newsroom/pipeline/pipeline-deps.ts';
import { eventually } from '../../support/fake-clock.ts';
import { JobFiles } from '../../../src/newsroom/batches/job-files.ts';
import { whileOpenFails } from '../../support/failing-open.ts';
import { editorsIn } from '../editing/editors-world.ts';
import { NewsroomWorld, byDeskModel } from '../newsroom-world.ts';
import type { Line } from '../newsroom-world.ts';

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const HOUR_MS = 3_600_000;
const FIRST = 'run-1/story_01';

const sideBySide = (concurrency: number) => (plan: BatchPlan) => {
  Object.assign(plan.run.runner, { concurrency, stagger_seconds: 0 });
  return plan;
};

const openTasks = async (line: Line) => (await line.tasks.under('story:run-1/')).map(({ key }) => key);

/** Workers that write when they are told to. */
function gated() {
  const gates: (() => void)[] = [];
  world.work = async (inbound) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    return byDeskModel(inbound);
  };
  return { write: () => gates.shift()?.(), waiting: () => gates.length };
}

/** The world's files, on a disk that has no room for the first story. */
function withoutRoomFor(isFull: () => boolean): PipelineDeps['files'] {
  const save: PipelineDeps['files']['save'] = async (job) => {
    if (isFull() && job.story.story_id === 'story_01')
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    await world.files.save(job);
  };
  return new Proxy(world.files, {
    get: (files, name) => {
      if (name === 'save') return save;
      const value: unknown = Reflect.get(files, name);
      return typeof value === 'function' ? (value as () => unknown).bind(files) : value;
    },
  });
}

describe('a story of a batch', () => {
  it('does not wait for its log, whose lines are there in order when its task ends', async () => {
    const plan = await world.order('run-1', 1);
    let release = () => {};
    const slow = new Promise<void>((resolve) => (release = resolve));
    const note: typeof world.log.note = async (...line) => {
      await slow;
      await world.log.note(...line);
    };
    const line = world.line({ log: { note } });
    line.take('run-1');
    await eventually(async () => (await world.statuses(plan))[0] === 'SUCCESS');
    expect(await openTasks(line)).toEqual(['story:run-1/story_01']);
    release();
    await line.idle();
    const lines = world.logged('run-1', 'story_01');
    expect([lines[0], lines.at(-1)]).toEqual(['job_seen', 'job_ended']);
    expect(lines.indexOf('sources_ready')).toBeLessThan(lines.indexOf('validation_ok'));
    expect(await openTasks(line)).toEqual([]);
  });

  it('has a task from when its turn has come until it has ended', async () => {
    await world.order('run-1', 3, sideBySide(2));
    const { write, waiting } = gated();
    const line = world.line();
    line.take('run-1');
    await eventually(() => waiting() === 2);
    expect(await openTasks(line)).toEqual(['story:run-1/story_01', 'story:run-1/story_02']);
    write();
    await eventually(() => world.performed.has('story:run-1/story_03/write'));
    await eventually(async () => (await openTasks(line)).length === 2);
    expect(await openTasks(line)).toContain('story:run-1/story_03');
    write();
    write();
    await world.finish(line);
    expect(await openTasks(line)).toEqual([]);
  });

  it('is taken up again by the next desk; those whose turn has not come still wait for it', async () => {
    const plan = await world.order('run-1', 3, sideBySide(2));
    const first = gated();
    const dead = world.line();
    dead.take('run-1');
    await eventually(() => first.waiting() === 2);
    // The first desk never goes on.
    const { write, waiting } = gated();
    const line = world.line();
    await line.resume();
    await eventually(() => waiting() === 2);
    expect(await openTasks(line)).toEqual(['story:run-1/story_01', 'story:run-1/story_02']);
    write();
    await eventually(() => world.performed.has('story:run-1/story_03/write'));
    while (waiting() > 0) write();
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect([...world.reports.keys()]).toEqual(['story:run-1/report']);
  });

  it('that a trouble stopped keeps no other from being written, and comes again at its own time', async () => {
    let isFull = true;
    const plan = await world.order('run-1', 3, sideBySide(1));
    const line = world.line({ files: withoutRoomFor(() => isFull) });
    line.take('run-1');
    await eventually(async () => {
      await line.idle();
      await world.clock.advance(1_000);
      return (await world.statuses(plan)).join() === 'PLANNED,SUCCESS,SUCCESS';
    });
    expect(await openTasks(line)).toEqual(['story:run-1/story_01']);
    expect(world.reports.size).toBe(0);
    isFull = false;
    await eventually(async () => {
      await world.clock.advance(60_000);
      return world.reports.size === 1;
    });
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    await line.close();
  });

  it('is posted when it is approved, also while the next one is written', async () => {
    const plan = await world.order('run-1', 2, (order) => {
      order.stories[0]!.state.hold = { kind: 'hold' };
      return sideBySide(1)(order);
    });
    const { write, waiting } = gated();
    const { line, desk } = editorsIn(world);
    line.take('run-1');
    await eventually(() => waiting() === 1);
    write();
    await eventually(() => waiting() === 1);
    expect(await world.statuses(plan)).toEqual(['DISPATCHED', 'DISPATCHED']);
    await desk.approve(FIRST, { by: 'Anna', atMs: world.clock.now() });
    await eventually(async () => (await world.statuses(plan))[0] === 'SUCCESS');
    expect(waiting()).toBe(1);
    write();
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('is posted when it is approved, although its file can not be opened for a moment', async () => {
    const plan = await world.order('run-1', 1, (order) => {
      order.stories[0]!.state.hold = { kind: 'hold' };
      return order;
    });
    const asked = { failing: 0, again: 0 };
    const anew = new JobFiles({ root: join(world.home, 'jobs') });
    const story: PipelineDeps['files']['story'] = (...which) => {
      if (asked.failing === 0) asked.again += 1;
      if (asked.failing === 0) return anew.story(...which);
      asked.failing -= 1;
      return whileOpenFails('.json', 'EMFILE', () => anew.story(...which));
    };
    const files = new Proxy(world.files, {
      get: (all, name) => {
        if (name === 'story') return story;
        const value: unknown = Reflect.get(all, name);
        return typeof value === 'function' ? (value as () => unknown).bind(all) : value;
      },
    });
    const { line, desk } = editorsIn(world, {}, { files });
    line.take('run-1');
    await eventually(() => world.reports.has('story:run-1/waiting'));
    await line.idle();
    Object.assign(asked, { failing: 1, again: 0 });
    await desk.approve(FIRST, { by: 'Anna', atMs: world.clock.now() });
    await eventually(() => asked.failing === 0);
    await eventually(async () => {
      await world.finish(line);
      await world.clock.advance(60_000);
      return (await world.statuses(plan))[0] === 'SUCCESS';
    });
    expect(asked.again).toBeGreaterThan(0);
    await line.close();
  });

  it('does not begin before its turn because an editor did something with it', async () => {
    await world.order('run-1', 2, sideBySide(1));
    const { write, waiting } = gated();
    const { line, desk } = editorsIn(world);
    line.take('run-1');
    await eventually(() => waiting() === 1);
    await desk.hold('run-1/story_02', { by: 'Anna', atMs: world.clock.now() });
    await eventually(async () => (await openTasks(line)).length === 1);
    expect(world.performed.size).toBe(1);
    write();
    await eventually(() => waiting() === 1);
    write();
    await world.finish(line);
    expect(world.reports.get('story:run-1/waiting')?.text).toContain('is held by Anna');
  });

  it('that waits for a time has a task for that time', async () => {
    const plan = await world.order('run-1', 1, (order) => {
      const until = new Date(world.clock.now() + HOUR_MS).toISOString();
      order.stories[0]!.state.hold = { kind: 'embargo', until };
      return order;
    });
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await line.tasks.under('story:run-1/')).toMatchObject([{ runAtMs: world.clock.now() + HOUR_MS }]);
    await world.clock.advance(HOUR_MS);
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    expect([...world.reports.keys()]).toEqual(['story:run-1/waiting', 'story:run-1/report']);
  });
});

describe('how far all runs are', () => {
  const progress = ({ tasks }: Line) => progressOf({ ...world, stories: world.stories, tasks });

  it('is writing, then sending, then at rest', async () => {
    await world.order('run-1', 2, sideBySide(1));
    const { write, waiting } = gated();
    let sent = () => {};
    const delivered: PipelineDeps['delivered'] = async () => {
      await new Promise<void>((resolve) => (sent = resolve));
      return { kind: 'posted' };
    };
    const line = world.line({ delivered });
    expect(await progress(line)).toBe('resting');
    line.take('run-1');
    await eventually(() => waiting() === 1);
    expect(await progress(line)).toBe('writing');
    write();
    await eventually(() => waiting() === 1);
    expect(await progress(line)).toBe('writing');
    sent();
    write();
    await eventually(async () => (await progress(line)) === 'sending');
    await eventually(async () => {
      sent();
      await world.clock.advance(1_000);
      return (await progress(line)) === 'resting';
    });
    expect(await world.stories.openBatches()).toEqual([]);
  });

  it('is at rest while what is left waits for an editor or a time, or a trouble has stopped it', async () => {
    const until = new Date(world.clock.now() + HOUR_MS).toISOString();
    await world.order('run-1', 2, (order) => {
      order.stories[0]!.state.hold = { kind: 'hold' };
      order.stories[1]!.state.hold = { kind: 'embargo', until };
      return order;
    });
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await progress(line)).toBe('resting');
    await line.close();
    world.clock.set(world.clock.now() + HOUR_MS);
    // Its time has come, and nobody has looked at it yet.
    expect(await progress(line)).toBe('writing');
  });

  it('is at rest when a trouble has stopped all that is left', async () => {
    await world.order('run-1', 2, sideBySide(1));
    const line = world.line({ files: withoutRoomFor(() => true) });
    line.take('run-1');
    await eventually(async () => {
      await world.finish(line);
      await world.clock.advance(1_000);
      return world.postings.has(2);
    });
    await world.finish(line);
    expect(await progress(line)).toBe('resting');
    await line.close();
  });
});

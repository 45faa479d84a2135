import { assert, array, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenTask } from '../../../src/async/task-queue.ts';
import { batchGoesOn, batchTask, draftTask, storyTask } from '../../../src/newsroom/model/batch-task.ts';
import type { Assignment } from '../../../src/newsroom/model/assignment.ts';
import { nextOfBatch } from '../../../src/newsroom/pipeline/next-of-batch.ts';
import { aPlan } from '../newsroom-world.ts';

const RUN = 'run-1';
const NOW = Date.UTC(2026, 10, 20, 7);

function stories(...changes: readonly Partial<Assignment['state']>[]): Assignment[] {
  const plan = aPlan(RUN, changes.length, NOW);
  return plan.stories.map((job, at) => ({ ...job, state: { ...job.state, ...changes[at] } }));
}

const PLANNED = {};
const ENDED = { status: 'SUCCESS' } as const;
const WRITING = { status: 'DISPATCHED' } as const;
const WAITING = { status: 'DISPATCHED', hold: { kind: 'hold' }, drafted_at: '2026-11-20T07:00:00Z' } as const;

const open = ({ key, runAtMs }: { key: string; runAtMs: number }, attempts = 0): OpenTask => ({
  key,
  runAtMs,
  attempts,
});
const begun = (n: number, atMs = NOW) => storyTask(RUN, `story_0${n}`, atMs);

function next(given: Partial<Parameters<typeof nextOfBatch>[0]> & { readonly stories: Assignment[] }) {
  const { runner, ...others } = given;
  return nextOfBatch({
    tasks: [],
    published: new Set(),
    nowMs: NOW,
    lastBegunMs: -Infinity,
    ...others,
    runner: { concurrency: 2, stagger_seconds: 0, stop_run_on_failure: false, ...runner },
  });
}

const begins = (given: Parameters<typeof next>[0]) => next(given).begin.map(({ story }) => story);

describe('what comes next of a batch', () => {
  it('is as many stories as have a place, in their order', () => {
    const all = stories(PLANNED, PLANNED, PLANNED);
    expect(begins({ stories: all })).toEqual(['story_01', 'story_02']);
    expect(begins({ stories: all, tasks: [open(begun(1))] })).toEqual(['story_02']);
    expect(begins({ stories: all, tasks: [open(begun(1)), open(begun(2))] })).toEqual([]);
  });

  it('is the next when one has ended, is published, waits, or was stopped by a trouble', () => {
    const tasks = [open(begun(1)), open(begun(2))];
    expect(begins({ stories: stories(ENDED, WRITING, PLANNED), tasks })).toEqual(['story_03']);
    expect(begins({ stories: stories(WRITING, WRITING, PLANNED), tasks })).toEqual([]);
    expect(
      begins({ stories: stories(WRITING, WRITING, PLANNED), tasks, published: new Set(['story_01']) }),
    ).toEqual(['story_03']);
    expect(begins({ stories: stories(WAITING, WRITING, PLANNED), tasks })).toEqual(['story_03']);
    expect(
      begins({ stories: stories(WRITING, WRITING, PLANNED), tasks: [open(begun(1), 3), open(begun(2))] }),
    ).toEqual(['story_03']);
  });

  it('begins apart, from the one that began last', () => {
    const runner = { concurrency: 3, stagger_seconds: 60, stop_run_on_failure: false };
    const all = stories(PLANNED, PLANNED, PLANNED);
    const at = (given: { nowMs?: number; lastBegunMs?: number }) =>
      next({ stories: all, runner, ...given }).begin.map(({ atMs }) => (atMs - NOW) / 1_000);
    expect(at({})).toEqual([0, 60, 120]);
    expect(at({ lastBegunMs: NOW - 20_000 })).toEqual([40, 100, 160]);
    expect(at({ lastBegunMs: NOW - 90_000 })).toEqual([0, 60, 120]);
    // The clock was set back by a day.
    expect(at({ lastBegunMs: NOW + 86_400_000 })).toEqual([60, 120, 180]);
  });

  it('waits for what becomes of those before it, where the first failure stops the batch', () => {
    const runner = { concurrency: 2, stagger_seconds: 0, stop_run_on_failure: true };
    const given = { stories: stories(WRITING, PLANNED), tasks: [open(begun(1))] };
    expect(begins({ ...given, published: new Set(['story_01']) })).toEqual(['story_02']);
    expect(next({ ...given, runner, published: new Set(['story_01']) })).toEqual({
      begin: [],
      isAtRest: false,
    });
  });

  it('is nothing when all have ended, or wait for an editor or a time', () => {
    const isAtRest = (given: Parameters<typeof next>[0]) => next(given).isAtRest;
    expect(isAtRest({ stories: stories(ENDED, ENDED) })).toBe(true);
    expect(isAtRest({ stories: stories(ENDED, WAITING) })).toBe(true);
    const embargo = open(begun(2, NOW + 3_600_000));
    expect(isAtRest({ stories: stories(ENDED, WAITING), tasks: [embargo] })).toBe(true);
    expect(isAtRest({ stories: stories(ENDED, WAITING), tasks: [open(begun(2))] })).toBe(false);
    const looked = open(draftTask(RUN, 'story_02', NOW));
    expect(isAtRest({ stories: stories(ENDED, WAITING), tasks: [looked] })).toBe(false);
    expect(isAtRest({ stories: stories(ENDED, WRITING), tasks: [open(begun(2, NOW + 5), 4)] })).toBe(false);
  });

  it('never has more in their places than it may, and rests only when nothing is left to begin', () => {
    const state = record({ ended: boolean(), task: boolean() });
    assert(
      property(array(state, { maxLength: 9 }), integer({ min: 1, max: 5 }), (all, concurrency) => {
        const jobs = stories(...all.map(({ ended }) => (ended ? ENDED : PLANNED)));
        const tasks = all.flatMap(({ task }, at) => (task ? [open(begun(at + 1))] : []));
        const runner = { concurrency, stagger_seconds: 0, stop_run_on_failure: false };
        const { begin, isAtRest } = next({ stories: jobs, tasks, runner });
        const writing = all.filter(({ ended, task }) => !ended && task).length;
        expect(writing + begin.length).toBeLessThanOrEqual(Math.max(concurrency, writing));
        expect(isAtRest).toBe(all.every(({ ended }) => ended));
      }),
    );
  });
});

describe('the tasks of a batch', () => {
  it('have keys of their own, and are one at a time for the batch and for a story', () => {
    const keys = [batchTask(RUN, 1), batchGoesOn(RUN, 1), begun(1), draftTask(RUN, 'story_01', 1)];
    expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
    expect(keys.map(({ queue }) => queue)).toEqual([
      'batch:run-1',
      'batch:run-1',
      'story:run-1/story_01',
      'story:run-1/story_01',
    ]);
  });

  it('are told from those of a batch and a story whose names begin the same', () => {
    const tasks = [open(storyTask('run-10', 'story_01', NOW)), open(storyTask(RUN, 'story_010', NOW))];
    expect(begins({ stories: stories(PLANNED), tasks })).toEqual(['story_01']);
  });
});

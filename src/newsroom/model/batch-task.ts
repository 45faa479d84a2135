/**
 * The durable tasks of a batch: one for the batch, one for each of its stories whose turn has come. Tasks of one batch, and of
 * one story, run one at a time.
 */
import type { QueuedTask } from '../../async/task-queue.ts';

export const BATCH_TASK = 'newsroom.batch';
export const STORY_TASK = 'newsroom.story';

/** Take up an ordered batch, or look at all of it again: written down with its order. */
export function batchTask(run: string, runAtMs: number): QueuedTask {
  return { task: BATCH_TASK, key: batchKey(run), queue: batchKey(run), payload: { run }, runAtMs };
}

/** A story needs its place no more, or has come to rest: see what comes next. A batch that is to be taken up stays that. */
export function batchGoesOn(run: string, runAtMs: number): QueuedTask {
  return { ...batchTask(run, runAtMs), key: `${batchKey(run)}/next`, payload: { run, taken: true } };
}

/** A story's turn has come: it is written, posted and ended. */
export function storyTask(run: string, story: string, runAtMs: number): QueuedTask {
  const key = storyTaskKey(run, story);
  return { task: STORY_TASK, key, queue: key, payload: { run, story }, runAtMs };
}

/**
 * A draft that waits is looked at again: written down with what an editor did. A story that has none is left to its turn,
 * which will see what was done.
 */
export function draftTask(run: string, story: string, runAtMs: number): QueuedTask {
  const key = `${storyTaskKey(run, story)}/draft`;
  return { ...storyTask(run, story, runAtMs), key, payload: { run, story, drafted: true } };
}

/** Whether a task is of this story. */
export function isOfStory(key: string, run: string, story: string): boolean {
  const own = storyTaskKey(run, story);
  return key === own || key.startsWith(`${own}/`);
}

/** What the keys of all tasks of a batch's stories begin with. */
export function storyTasksOf(run: string): string {
  return storyTaskKey(run, '');
}

/** What the keys of a batch's own tasks begin with; those of `run-10` begin as those of `run-1`. */
export function batchKey(run: string): string {
  return `batch:${run}`;
}

function storyTaskKey(run: string, story: string): string {
  return `story:${run}/${story}`;
}

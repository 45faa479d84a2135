/**
 * The durable tasks of a batch: one for the batch itself, and one for each started story. Tasks of the same batch, or
 * of the same story, run one at a time.
 */
import type { QueuedTask } from '../../async/task-queue.ts';

export const BATCH_TASK = 'newsroom.batch';
export const STORY_TASK = 'newsroom.story';

/** Start an ordered batch, or look at all of it again. Stored together with the order. */
export function batchTask(run: string, runAtMs: number): QueuedTask {
  return { task: BATCH_TASK, key: batchKey(run), queue: batchKey(run), payload: { run }, runAtMs };
}

/**
 * Decide what comes next, because a story has finished or come to rest. Doesn't replace a task that starts the batch.
 */
export function batchGoesOn(run: string, runAtMs: number): QueuedTask {
  return { ...batchTask(run, runAtMs), key: `${batchKey(run)}/next`, payload: { run, taken: true } };
}

/** Write, post and finish a story. */
export function storyTask(run: string, story: string, runAtMs: number): QueuedTask {
  const key = storyTaskKey(run, story);
  return { task: STORY_TASK, key, queue: key, payload: { run, story }, runAtMs };
}

/**
 * Look at a waiting draft again. Stored together with the editor's action. A story without a draft is left to its own
 * task, which sees the action.
 */
export function draftTask(run: string, story: string, runAtMs: number): QueuedTask {
  const key = `${storyTaskKey(run, story)}/draft`;
  return { ...storyTask(run, story, runAtMs), key, payload: { run, story, drafted: true } };
}

/** Whether a task belongs to this story. */
export function isOfStory(key: string, run: string, story: string): boolean {
  const own = storyTaskKey(run, story);
  return key === own || key.startsWith(`${own}/`);
}

/** The prefix of the keys of a batch's story tasks. */
export function storyTasksOf(run: string): string {
  return storyTaskKey(run, '');
}

/** The prefix of the keys of a batch's own tasks. Note that `run-1` is a prefix of `run-10`. */
export function batchKey(run: string): string {
  return `batch:${run}`;
}

function storyTaskKey(run: string, story: string): string {
  return `story:${run}/${story}`;
}

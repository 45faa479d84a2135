import type { QueuedTask } from '../../async/task-queue.ts';

export const BATCH_TASK = 'newsroom.batch';

/** Work on an ordered batch, or look at it again: written down with whatever may change what is to be done. */
export function batchTask(run: string, runAtMs: number): QueuedTask {
  return { task: BATCH_TASK, key: `batch:${run}`, payload: { run }, runAtMs };
}

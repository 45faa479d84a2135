/** The status of batches, from the book, their files and their open tasks. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { OpenTask, TaskQueue } from '../../async/task-queue.ts';
import type { Clock } from '../../time/clock.ts';
import { batchKey, isOfStory, storyTasksOf } from '../model/batch-task.ts';
import type { StoryBook } from '../model/story-book.ts';
import { hasEnded, storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { lookAtFolder } from './batch-folder.ts';
import type { SeenFolder } from './batch-folder.ts';
import type { JobFiles } from './job-files.ts';

/** The status of a batch. */
export const batchStatusSchema = z.strictObject({
  id: z.string(),
  /** Its folder, absolute. */
  dir: z.string(),
  /** `waiting`: everything that is left is on hold. */
  state: z.enum(['open', 'waiting', 'done']),
});
export type BatchStatus = Given<z.output<typeof batchStatusSchema>>;

/**
 * The progress of all open batches. `writing`: stories are being written; `sending`: messages are being sent;
 * `resting`: the rest waits for an editor or a time, or for a problem of the machine to pass.
 */
export type Progress = 'writing' | 'sending' | 'resting';

interface BatchStatusDeps {
  readonly stories: Pick<StoryBook, 'openBatches' | 'run'>;
  readonly files: Pick<JobFiles, 'bring' | 'folder'>;
}

interface ProgressDeps {
  readonly stories: Pick<StoryBook, 'openBatches' | 'find'>;
  readonly files: Pick<JobFiles, 'bring' | 'folder'>;
  readonly tasks: Pick<TaskQueue, 'under'>;
  readonly clock: Clock;
}

/** The status of batches; unknown ones are left out. */
export async function batchStatuses(
  ids: readonly string[],
  { stories, files }: BatchStatusDeps,
): Promise<BatchStatus[]> {
  const open = new Set((await stories.openBatches()).map(({ id }) => id));
  const all: BatchStatus[] = [];
  for (const id of ids) {
    if (!(await stories.run(id))) continue;
    const dir = files.folder(id);
    await files.bring(id);
    const seen = await lookAtFolder(dir, id).catch(() => undefined);
    all.push({ id, dir, state: !open.has(id) ? 'done' : seen && waits(seen) ? 'waiting' : 'open' });
  }
  return all;
}

/** Of all open batches: `writing` if any story is being written, else `sending` if any is being sent, else `resting`. */
export async function progressOf(deps: ProgressDeps): Promise<Progress> {
  const all: Progress[] = [];
  for (const { id } of await deps.stories.openBatches()) all.push(await batchProgress(id, deps));
  return all.includes('writing') ? 'writing' : all.includes('sending') ? 'sending' : 'resting';
}

async function batchProgress(id: string, { stories, files, tasks, clock }: ProgressDeps): Promise<Progress> {
  await files.bring(id);
  const seen = await lookAtFolder(files.folder(id), id).catch(() => undefined);
  const left = (seen?.stories ?? []).filter((job) => !hasEnded(job));
  const own = await tasks.under(batchKey(id));
  const open = [
    ...own.filter(({ key }) => key === batchKey(id) || key.startsWith(`${batchKey(id)}/`)),
    ...(await tasks.under(storyTasksOf(id))),
  ].filter(({ attempts }) => attempts === 0);
  // A waiting draft's task is not due yet.
  const isDue = ({ key, runAtMs }: OpenTask) =>
    runAtMs <= clock.now() || !left.some((job) => isOnHold(job, key));
  if (!open.some(isDue)) return 'resting';
  if (!seen) return 'writing';
  for (const job of left) {
    const isWaiting = job.state.hold !== null && !open.some((one) => isDue(one) && isOnHold(job, one.key));
    if (!isWaiting && !(await stories.find(storyKey(job)))) return 'writing';
  }
  return 'sending';
}

/** Whether a task belongs to this story, and the story is on hold. */
function isOnHold({ run, story, state }: Assignment, key: string): boolean {
  return state.hold !== null && isOfStory(key, run.run_id, story.story_id);
}

/** Whether everything that is left is on hold. */
function waits({ stories }: SeenFolder): boolean {
  return (
    stories.every((job) => hasEnded(job) || job.state.hold !== null) &&
    stories.some(({ state }) => state.hold !== null)
  );
}

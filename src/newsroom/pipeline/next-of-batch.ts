/** Decides which stories of a batch start next, and whether it rests. Pure. */
import type { OpenTask } from '../../async/task-queue.ts';
import { isOfStory } from '../model/batch-task.ts';
import type { BatchJob } from '../model/batch-job.ts';
import { hasEnded } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';

interface BatchAtWork {
  readonly runner: Pick<BatchJob['runner'], 'concurrency' | 'stagger_seconds' | 'stop_run_on_failure'>;
  /** All stories, in starting order. */
  readonly stories: readonly Assignment[];
  /** Open tasks of its stories. */
  readonly tasks: readonly OpenTask[];
  /** The ids of published stories; those that have not ended are being sent. */
  readonly published: ReadonlySet<string>;
  readonly nowMs: number;
  /** When the previous story started; the next starts at least `stagger_seconds` later. */
  readonly lastBegunMs: number;
}

interface NextOfBatch {
  readonly begin: readonly { readonly story: string; readonly atMs: number }[];
  /** All stories have ended, or wait for an editor or a time. */
  readonly isAtRest: boolean;
}

/**
 * - A story occupies a place from the start of its task until it is published, waits, has ended, or was interrupted
 *   by a problem.
 * - If the first failure stops the batch, each story starts only when the outcome of those before it is known.
 */
export function nextOfBatch({
  runner,
  stories,
  tasks,
  published,
  nowMs,
  lastBegunMs,
}: BatchAtWork): NextOfBatch {
  const open = stories
    .filter((job) => !hasEnded(job))
    .map((job) => {
      const { story_id: id } = job.story;
      const own = tasks.filter(({ key }) => isOfStory(key, job.run.run_id, id));
      const isDrafted = job.state.drafted_at !== null;
      // A waiting draft's task may be due later.
      const isUnderWay = own.some(({ runAtMs, attempts }) => !isDrafted || attempts > 0 || runAtMs <= nowMs);
      return {
        id,
        own,
        isDrafted,
        isUnderWay,
        isPublished: published.has(id),
        stops: stopsBatch(runner, job),
      };
    });
  const underWay = open.filter((one) => one.isUnderWay);
  const placed = underWay.filter(
    ({ own, isDrafted, isPublished }) =>
      !isDrafted && !isPublished && own.every(({ attempts }) => attempts === 0),
  );
  const isUnknown = underWay.some(({ isPublished, stops }) => isPublished && stops);
  const places = isUnknown ? 0 : Math.max(0, runner.concurrency - placed.length);
  const staggerMs = runner.stagger_seconds * 1_000;
  // Limit the wait when the clock was set back.
  const firstMs = Math.min(nowMs + staggerMs, Math.max(nowMs, lastBegunMs + staggerMs));
  const next = open.filter(({ own, isDrafted }) => !isDrafted && own.length === 0);
  const begin = next.slice(0, places).map(({ id }, n) => ({ story: id, atMs: firstMs + n * staggerMs }));
  return { begin, isAtRest: underWay.length + begin.length === 0 };
}

/** Whether the batch ends if this story fails: the batch or the story says so. */
export function stopsBatch(
  runner: Pick<BatchJob['runner'], 'stop_run_on_failure'>,
  story: Assignment,
): boolean {
  return runner.stop_run_on_failure || story.validation.stop_run_on_failure;
}

/**
 * The task of a story: writes and posts it, and ends when its messages are sent, or pauses when it waits for an
 * editor or a time. Then its batch continues. Temporary problems of the machine lead to a retry; any other error ends
 * the story as a failure.
 */
import { errorMessage } from '../../text/error-message.ts';
import type { TaskNext } from '../../async/task-queue.ts';
import { planOf } from '../model/batch-plan.ts';
import { batchGoesOn, batchTask } from '../model/batch-task.ts';
import { hasEnded } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { OrderedBatch } from '../model/story-book.ts';
import { endWhenSent } from './end-published.ts';
import type { LiveBatches } from './live-batches.ts';
import { OpenStory } from './open-story.ts';
import type { StoryTerms } from './open-story.ts';
import { stopsBatch } from './next-of-batch.ts';
import { isPassing } from './passing-trouble.ts';
import { passOver, writeStory } from './write-story.ts';

interface StoryTaskTerms extends Omit<StoryTerms, 'desk' | 'orderedAtMs'> {
  readonly live: LiveBatches;
  /** If true, only look at its draft; without a draft there is nothing to do. */
  readonly drafted: boolean;
}

/** Rejects with the temporary problem, or with the signal's reason when the pipeline closes. */
export async function workOnStory(
  order: OrderedBatch,
  storyId: string,
  terms: StoryTaskTerms,
): Promise<TaskNext> {
  const { deps, live, drafted } = terms;
  const { id, session, createdAtMs } = order;
  if (drafted && !(await deps.files.story(id, storyId))?.state.drafted_at) return {};
  const { run, stories } = await deps.files.read(planOf(order));
  const job = stories.find(({ story }) => story.story_id === storyId);
  // Its file can't be read; its batch reports that.
  if (!job) return { then: [batchTask(id, deps.clock.now())] };
  const story = new OpenStory(job, { ...terms, desk: session, orderedAtMs: createdAtMs });
  if (!hasEnded(job)) {
    live.begun(order, storyId);
    const hasStopped = stories.some((one) => stopsBatch(run.runner, one) && one.state.status === 'FAILURE');
    try {
      await write(story, hasStopped);
      live.changed(order);
      if (await endWhenSent(story)) live.changed(order);
    } finally {
      await story.noted();
    }
  }
  return { ...wakeOf(story.job), then: [batchGoesOn(id, deps.clock.now())] };
}

async function write(story: OpenStory, hasStopped: boolean): Promise<void> {
  try {
    story.terms.signal.throwIfAborted();
    await (hasStopped ? passOver(story) : writeStory(story));
  } catch (error) {
    if (story.terms.signal.aborted || isPassing(error)) throw error;
    story.deps.failed(`story ${story.key}`, error);
    const error_message = errorMessage(error);
    await story.fail([{ phase: 'line', error_type: 'unknown', error_message }]);
  }
}

/** When a waiting draft may continue by itself. */
function wakeOf({ state }: Assignment): { readonly againAtMs?: number } {
  const untilMs = Date.parse(state.hold?.until ?? '');
  return Number.isNaN(untilMs) ? {} : { againAtMs: untilMs };
}

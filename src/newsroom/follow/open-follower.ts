import type { TaskQueue } from '../../async/task-queue.ts';
import type { Kernel } from '../../feature/kernel.ts';
import type { Edition } from '../edition/edition.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { BatchTerms } from '../plan/draft-batch.ts';
import { draftUpdate } from '../plan/draft-update.ts';
import { Follower } from './follower.ts';

interface FollowerDeps {
  readonly kernel: Pick<Kernel, 'cron' | 'clock' | 'log'>;
  readonly stories: StoryBook;
  readonly actions: EditorialActionBook;
  readonly edition: Edition;
  readonly pool: Pool;
  /** Read the feeds that are due. */
  readonly refresh: () => Promise<unknown>;
  readonly files: { ensure(plan: BatchPlan): Promise<unknown> };
  readonly newBatchId: () => string;
  readonly promptFor: BatchTerms['promptFor'];
  readonly tasks: Pick<TaskQueue, 'poke'>;
}

/** Who looks what became of followed stories. */
export function openFollower(deps: FollowerDeps): Follower {
  const { kernel, stories, actions, edition, pool, refresh, files, newBatchId, promptFor, tasks } = deps;
  const { cron, clock, log } = kernel;
  return new Follower({
    stories,
    actions,
    pool,
    clock,
    refresh: async () => void (await refresh()),
    draft: ({ story, development, turn, nowMs }) => {
      const { event, links, news, kind } = development;
      const why = kind === 'development' ? `a development: ${event.title}` : `new: ${news.join(', ')}`;
      return draftUpdate(
        { story, eventId: event.id, links, news, why },
        {
          runId: newBatchId(),
          desk: story.desk,
          edition,
          nowMs,
          job: turn.run && { id: turn.run.jobId, name: turn.run.jobName, slotMs: turn.run.slotMs },
          promptFor,
        },
      );
    },
    ordered: async (plan) => {
      try {
        await files.ensure(plan);
      } catch (error) {
        // Ordered is ordered: files that could not be written now are the pipeline's to write.
        log.warn({ err: error, run: plan.run.run.run_id }, 'job files of an update were not written yet');
      }
      tasks.poke();
    },
    ended: async (jobId) => void (await cron.remove(jobId)),
  });
}

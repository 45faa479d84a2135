/** The runs of a kernel's newsroom, for edges and for runners. */
import type { Config } from '../config/config.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { JobFiles } from '../newsroom/batches/job-files.ts';
import type { Pool } from '../newsroom/intake/pool/pool.ts';
import { BatchService } from '../newsroom/batches/batch-service.ts';
import type { Clock } from '../time/clock.ts';
import { isSetUp } from './channels.ts';
import type { Kernel } from './kernel.ts';
import { runIdAt } from './run-id.ts';
import type { Stores } from './stores.ts';

interface BatchServiceDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly stores: Pick<Stores, 'stories' | 'sessions' | 'actions'>;
  readonly edition: Edition;
  readonly pool: Pick<Pool, 'event' | 'eventOf'>;
  readonly kernel: Pick<Kernel, 'prompts' | 'newId' | 'tasks'>;
}

export function buildBatchService({
  config,
  clock,
  stores,
  edition,
  pool,
  kernel,
}: BatchServiceDeps): BatchService {
  const { prompts, newId, tasks } = kernel;
  return new BatchService({
    stories: stores.stories,
    sessions: stores.sessions,
    actions: stores.actions,
    files: new JobFiles({ root: config.paths.newsroomJobs }),
    pool,
    edition,
    clock,
    isSetUp: isSetUp(config),
    promptFor: (category) => {
      const promptId = prompts.promptForCategory(category);
      return { promptId, validatorId: prompts.validatorOf(promptId) ?? promptId };
    },
    knowsPrompt: (id) => prompts.validatorOf(id) !== undefined,
    newBatchId: () => runIdAt(clock.now(), newId()),
    tasks,
  });
}

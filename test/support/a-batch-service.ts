/** Who takes up folders of job files, over real stores and files; nobody works on what is taken. */
import { join } from 'node:path';
import { JobFiles } from '../../src/newsroom/batches/job-files.ts';
import { BatchService } from '../../src/newsroom/batches/batch-service.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import type { FakeClock } from './fake-clock.ts';
import type { Stores } from './stores.ts';

export function aRunCare(
  home: string,
  { stories, actions, sessions }: Stores,
  clock: FakeClock,
): BatchService {
  return new BatchService({
    stories,
    actions,
    sessions,
    clock,
    files: new JobFiles({ root: join(home, 'jobs') }),
    pool: { event: async () => undefined, eventOf: async () => undefined },
    edition: anEdition(),
    isSetUp: (channel) => channel === 'console',
    promptFor: () => ({
      promptId: 'news_reporter_script_default_v1',
      validatorId: 'news_reporter_script_v1',
    }),
    knowsPrompt: () => false,
    newBatchId: () => 'run-1',
    tasks: { add: async () => {}, poke: () => {}, under: async () => [] },
  });
}

/** What the desk does at start and then every hour: drop old records, erase deleted messages. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { TaskQueue } from '../async/task-queue.ts';
import type { Feature } from '../feature/feature.ts';
import { taskHandler } from '../feature/task.ts';
import type { TaskHandler } from '../feature/task.ts';
import type { Clock } from '../time/clock.ts';
import type { Intake } from './intake.ts';
import { isNothing } from './upkeep.ts';
import type { Upkeep } from './upkeep.ts';

interface HourlyDeps {
  readonly intake: Pick<Intake, 'erase'>;
  readonly tasks: Pick<TaskQueue, 'add'>;
  readonly upkeep: Upkeep;
  readonly clock: Clock;
  readonly log: Logger;
}

const HOUR_MS = 3_600_000;

/** The desk's hourly tasks: articles past their keeping time are erased, old rows are dropped. */
export function hourly({ intake, tasks: queue, upkeep, clock, log }: HourlyDeps): Feature {
  /** The queue reports a failure; the task runs again the next hour. */
  const everyHour = (name: string, work: (signal: AbortSignal) => Promise<unknown>): TaskHandler =>
    taskHandler(z.strictObject({}), {
      name,
      attempts: Infinity,
      waitMs: () => HOUR_MS,
      run: async (_, { signal }) => {
        await work(signal);
        return { againAtMs: clock.now() + HOUR_MS };
      },
    });
  const tasks = [
    everyHour('desk.erase', () => intake.erase()),
    everyHour('desk.tidy', async (signal) => {
      const freed = await upkeep.gc(signal);
      if (!isNothing(freed)) log.info({ module: 'upkeep', ...freed }, 'upkeep: dropped what was old');
    }),
  ];
  // The desk starts even with a full disk.
  const start = async () => {
    for (const { name } of tasks)
      await queue
        .add({ task: name, key: name, payload: {} })
        .catch((error: unknown) => log.error({ err: error }, `${name} failed`));
  };
  return { name: 'hourly', tasks, start };
}

import { CronError } from './cron-error.ts';
import { ScheduleError } from './schedule.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import { DeskError } from '../sessions/desk-error.ts';

/** Turn refusals of cron and desk into sentences for the model. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CronError || error instanceof DeskError || error instanceof ScheduleError)
      throw new ToolRefusal(error.message, { cause: error });
    throw error;
  }
}

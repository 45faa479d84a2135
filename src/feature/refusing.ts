import { CronError } from '../cron/cron-error.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import { sayProblem } from './say-problem.ts';

/**
 * Turn refusals of cron and desk into sentences for the model, with the Chinese for people who read them verbatim.
 * @param zone for times
 */
export async function refusing<T>(zone: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CronError || error instanceof DeskError || error instanceof ScheduleError))
      throw error;
    const { message, problem } = error;
    // The time in it is for people, who have clocks of their own.
    const said = problem?.kind === 'has_passed' ? sayProblem(problem, 'en', zone) : message;
    throw new ToolRefusal(said, { cause: error, ...(problem && { zh: sayProblem(problem, 'zh', zone) }) });
  }
}

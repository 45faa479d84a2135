import { CronError } from '../cron/cron-error.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { CommandRefusal } from '../feature/command.ts';
import { Refusal } from '../feature/refusal.ts';
import type { Locale } from '../feature/command.ts';
import { sayProblem } from '../feature/say-problem.ts';

type Refused = CommandRefusal | CronError | DeskError | ScheduleError | Refusal;

/** Why nothing was done, as a sentence for the asker; undefined for a fault of the desk. */
export function sayRefusal(error: unknown, locale: Locale, zone: string): string | undefined {
  if (!isRefusal(error)) return undefined;
  if (error instanceof Refusal) return error.words?.[locale] ?? error.message;
  const problem = error instanceof CommandRefusal ? undefined : error.problem;
  return problem ? sayProblem(problem, locale, zone) : error.message;
}

/** Whether an error is a refusal that has a sentence for the asker, not a fault of the desk. */
export function isRefusal(error: unknown): error is Refused {
  return (
    error instanceof CommandRefusal ||
    error instanceof CronError ||
    error instanceof DeskError ||
    error instanceof ScheduleError ||
    error instanceof Refusal
  );
}

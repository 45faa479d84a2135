import { CronError } from '../cron/cron-error.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { StoryRefusal } from '../newsroom/model/story-service.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Locale } from '../feature/command.ts';
import { sayProblem } from './say-problem.ts';

type Refusal = CommandRefusal | CronError | DeskError | ScheduleError | StoryRefusal;

/** Why nothing was done, in a sentence for the asker; undefined for a fault of the desk. */
export function sayRefusal(error: unknown, locale: Locale, zone: string): string | undefined {
  if (!isRefusal(error)) return undefined;
  if (error instanceof StoryRefusal) return error.words[locale];
  const problem = error instanceof CommandRefusal ? undefined : error.problem;
  return problem ? sayProblem(problem, locale, zone) : error.message;
}

export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof CommandRefusal ||
    error instanceof CronError ||
    error instanceof DeskError ||
    error instanceof ScheduleError ||
    error instanceof StoryRefusal
  );
}

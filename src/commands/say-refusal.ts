import { CronError } from '../cron/cron.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { DeskError } from '../desk/desk-error.ts';
import { StoryRefusal } from '../newsroom/editors-desk.ts';
import { CommandRefusal } from './command.ts';
import type { Locale } from './command.ts';
import { sayProblem } from './say-problem.ts';

type Refusal = CommandRefusal | CronError | DeskError | ScheduleError | StoryRefusal;

/** Why nothing was done, in a sentence for the asker; undefined for a fault of the house. */
export function sayRefusal(error: unknown, locale: Locale, zone: string): string | undefined {
  if (!isRefusal(error)) return undefined;
  if (error instanceof StoryRefusal) return sayStoryRefusal(error, locale);
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

const CHINESE: Readonly<Record<StoryRefusal['code'], string>> = {
  unknown: '沒有這篇報道。',
  ended: '這篇報道已經結束，不能這樣做。',
  not_posted: '只有已發佈的報道才可以這樣做。',
  not_waiting: '這篇報道沒有在等候。',
  nothing_found: '找不到可以寫的內容。',
  bad_request: '這樣做不到，請檢查輸入的內容。',
};

/** The newsroom words its refusals in English; the other language has what their codes say. */
function sayStoryRefusal({ code, message }: StoryRefusal, locale: Locale): string {
  return locale === 'en' ? message : CHINESE[code];
}

import { checkSchedule } from '../cron/schedule.ts';
import { DeskError } from './desk-error.ts';
import { scheduleOf } from './schedule-wish.ts';

/** "in 2h", "20m", "tomorrow 9:00", 明天九點: one moment. @throws DeskError, ScheduleError: each says what is allowed. */
export function momentOf(words: string, nowMs: number, zone: string): number {
  const schedule = scheduleOf({ at: words }, nowMs, zone);
  if (schedule?.kind === 'at') {
    checkSchedule(schedule, nowMs, zone);
    return schedule.atMs;
  }
  throw new DeskError(
    'bad_request',
    `"${words}" is no moment; allowed: in 2h · tomorrow 9:00 · 2026-11-21 07:30`,
    {
      problem: { kind: 'no_moment', given: words },
    },
  );
}

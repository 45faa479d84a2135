import { nextTime, weekdayOf } from './moment-words.ts';
import { ScheduleError, checkSchedule } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { plainWords, takeTimes } from './time-words.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { scheduleOf } from './given-schedule.ts';

/** A day to come, without a time or a part of it. */
const DAY =
  /^(?!.*(?:today|tonight|morning|afternoon|evening|night|noon|[今朝早晏晝午晚夜:：]))(?=.*(?:tomorrow|\b(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|聽日|明[日天]|後[日天]|星期|禮拜|[週周月]))/iu;

/**
 * Parse one moment: "in 2h", "20m", "tomorrow 9:00", 明天九點. Because only one is wanted, "6pm", "friday 9:00" and
 * 星期五下午六點 mean the next one. A day by itself ("friday", 聽日) is its beginning.
 * @throws DeskError or ScheduleError that says what is allowed.
 */
export function momentOf(words: string, nowMs: number, zone: string): number {
  const plain = words.trim().replace(/\bat (\d{1,2})$/i, 'at $1:00');
  const timed = DAY.test(plain) ? `${plain.replace(/^on\s+/i, '')} 0:00` : plain;
  const schedule =
    readable(plain, nowMs, zone) ??
    nextSuch(plain, nowMs, zone) ??
    readable(timed, nowMs, zone) ??
    nextSuch(timed, nowMs, zone);
  if (schedule?.kind === 'at') {
    checkSchedule(schedule, nowMs, zone);
    return schedule.atMs;
  }
  throw new DeskError(
    'bad_request',
    `"${words}" is no moment; allowed: in 2h · tomorrow 9:00 · friday 9:00 · 2026-11-21 07:30`,
    {
      problem: { kind: 'no_moment', given: words },
    },
  );
}

/** Undefined for words that are not a schedule; the usual error's examples repeat, which would be misleading here. */
function readable(words: string, nowMs: number, zone: string): Schedule | undefined {
  try {
    return scheduleOf({ at: words }, nowMs, zone);
  } catch (error) {
    if (error instanceof ScheduleError && error.problem.kind === 'unreadable_schedule') return undefined;
    throw error;
  }
}

/** A time by itself or with a weekday: the next one. */
function nextSuch(words: string, nowMs: number, zone: string): Schedule | undefined {
  const { times, rest } = takeTimes(plainWords(words));
  const [time] = times;
  if (!time || times.length > 1) return undefined;
  const day = rest
    .replace(/\b(?:on|this|at|by|until|till)\b|[的，,、]|直到|直至|喺|在|今個|這個|本/gu, ' ')
    .trim();
  const weekday = weekdayOf(day);
  if (day !== '' && weekday === undefined) return undefined;
  const atMs = nextTime(time, weekday, nowMs, zone);
  return atMs === undefined ? undefined : { kind: 'at', atMs };
}

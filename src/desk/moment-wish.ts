import { ScheduleError, checkSchedule } from '../cron/schedule.ts';
import type { Schedule } from '../cron/schedule.ts';
import { plainDigits, takeTimes } from '../cron/time-words.ts';
import { DeskError } from './desk-error.ts';
import { scheduleOf } from './schedule-wish.ts';

/**
 * One moment: "in 2h", "20m", "tomorrow 9:00", 明天九點; and, as only one moment is wanted, "6pm", "friday 9:00" and
 * 星期五下午六點 too: the next one.
 * @throws DeskError, ScheduleError: each says what is allowed, in moments only.
 */
export function momentOf(words: string, nowMs: number, zone: string): number {
  const plain = asWritten(words);
  const schedule = readable(plain, nowMs, zone) ?? nextSuch(plain, nowMs, zone);
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

/** What is said of a day and its time as it is written: 聽朝九點 is 明天早上九點, "tonight at 8pm" is "today 8pm". */
function asWritten(words: string): string {
  return words
    .trim()
    .replace(/^tonight\b/i, 'today')
    .replace(/\bat (\d{1,2})$/i, '$1:00')
    .replace(/^(?:聽|明)(?:日|天)?(?:朝早|朝|早)(?!上)/u, '明天早上')
    .replace(/^(?:聽|明)晚/u, '明天晚上')
    .replace(/^(?:聽|明)日/u, '明天')
    .replace(/^後日/u, '後天')
    .replace(/^今(?:朝早|朝|早)/u, '今天早上')
    .replace(/^今日/u, '今天')
    .replace(/朝早/gu, '早上')
    .replace(/下晝|晏晝/gu, '下午')
    .replace(/夜晚/gu, '晚上');
}

/** Undefined for words that are no schedule at all: its examples repeat, and would mislead whoever wants a moment. */
function readable(words: string, nowMs: number, zone: string): Schedule | undefined {
  try {
    return scheduleOf({ at: words }, nowMs, zone);
  } catch (error) {
    if (error instanceof ScheduleError && error.problem.kind === 'unreadable_schedule') return undefined;
    throw error;
  }
}

const DAY_MS = 24 * 3_600_000;
const ENGLISH = /^(?:(?:on|this)\s+)?(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rs|rsday|urday)?$/;
const CHINESE = /^(?:喺|在|今個|這個|本)?(?:星期|禮拜|週|周)([日天一二三四五六])$/;
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** A time by itself, or with a weekday: the next one that is still to come. */
function nextSuch(words: string, nowMs: number, zone: string): Schedule | undefined {
  const { times, rest } = takeTimes(plainDigits(words));
  const [time] = times;
  if (!time || times.length > 1) return undefined;
  const day = rest.replace(/\b(?:at|by|until|till)\b|[的，,]|直到|直至/gu, ' ').trim();
  const named = weekdayOf(day);
  if (day !== '' && named === undefined) return undefined;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const date = dateIn(nowMs + ahead * DAY_MS, zone);
    if (named !== undefined && new Date(date).getUTCDay() !== named) continue;
    const clock = `${time.hour}:${String(time.minute).padStart(2, '0')}`;
    const schedule = readable(`${date} ${clock}`, nowMs, zone);
    if (schedule?.kind === 'at' && schedule.atMs > nowMs) return schedule;
  }
  return undefined;
}

function weekdayOf(day: string): number | undefined {
  const english = ENGLISH.exec(day)?.[1];
  if (english !== undefined) return NAMES.indexOf(english);
  const chinese = CHINESE.exec(day)?.[1]?.replace('天', '日');
  return chinese === undefined ? undefined : '日一二三四五六'.indexOf(chinese);
}

/** As a zone's calendars show it: "2026-11-21". */
function dateIn(ms: number, zone: string): string {
  const form = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', form).format(ms);
}

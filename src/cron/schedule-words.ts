/**
 * Parses schedules in words, English and Chinese: "every 10m", "at 2026-11-21 07:30", "in 20m", a cron expression,
 * "every weekday 7:30", 每日七點半. Pure; no clock is read.
 *
 * Only unambiguous schedules are accepted; others are refused with examples. The desk model finds schedules in
 * sentences with the same words (`text/when/`).
 */
import { chineseWhensIn } from '../text/when/chinese.ts';
import { whensIn } from '../text/when/english.ts';
import { cronDays } from './day-words.ts';
import { parseMoment } from './moment-words.ts';
import { ScheduleError } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { spanOf } from './span-words.ts';
import { plainWords, takeTimes } from './time-words.ts';
import type { DayTime } from './time-words.ts';

const SCHEDULE_EXAMPLES =
  'every 10m · every day at 7:30 · every weekday 7:30 · every monday 9:00 · in 20m · at 2026-11-21 07:30 · ' +
  'tomorrow 9:00 · 每日七點半 · 逢星期一 09:00 · 30 7 * * 1-5';

const CRON =
  /^(?:[\d*/,?#LW+-]|\b(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b)+$/i;

/**
 * @param zone the zone that is meant; it becomes the `tz` of calendar schedules
 * @throws ScheduleError that shows what is allowed.
 */
export function parseScheduleWords(given: string, nowMs: number, zone: string): Schedule {
  const schedule = scheduleInWords(given, nowMs, zone);
  if (schedule) return schedule;
  throw unreadable(given);
}

/** The same; undefined for words that are no schedule. */
export function scheduleInWords(given: string, nowMs: number, zone: string): Schedule | undefined {
  const text = given.trim();
  const fields = text.split(/\s+/);
  if ((fields.length === 5 || fields.length === 6) && fields.every((field) => CRON.test(field)))
    return { kind: 'cron', expr: fields.join(' '), tz: zone };
  const spoken = asSpoken(text);
  return read(text, nowMs, zone) ?? (spoken === undefined ? undefined : read(spoken, nowMs, zone));
}

/** The error for words that are no schedule. */
export function unreadable(given: string): ScheduleError {
  return new ScheduleError(
    { kind: 'unreadable_schedule', given },
    `I can't read "${given}" as a schedule. These are understood: ${SCHEDULE_EXAMPLES}`,
  );
}

function read(text: string, nowMs: number, zone: string): Schedule | undefined {
  const words = plainWords(text);
  return interval(words) ?? parseMoment(words, nowMs, zone) ?? calendar(words, zone);
}

/**
 * "Every weekday morning at half past seven" as "every weekday at 7:30", if the whole text is a schedule. 星期一 by
 * itself is ambiguous.
 */
export function asSpoken(text: string): string | undefined {
  if (/^(?:星期|禮拜|週|周)/u.test(text)) return undefined;
  const whens = [...whensIn(text), ...chineseWhensIn(text)];
  return whens.find(({ said, timeOnly }) => said === text && !timeOnly)?.schedule;
}

function interval(words: string): Schedule | undefined {
  if (words === 'hourly') return { kind: 'every', everyMs: 3_600_000 };
  const [, span] = /^(?:every|each|每隔?)\s*(.+)$/.exec(words) ?? [];
  if (span === undefined || /^(?:day|天|日|week|星期|週|周)$/.test(span)) return undefined; // the time of day is missing
  const everyMs = spanOf(span) ?? spanOf(`1 ${span}`);
  return everyMs === undefined || everyMs <= 0 ? undefined : { kind: 'every', everyMs };
}

function calendar(words: string, zone: string): Schedule | undefined {
  const { times, rest } = takeTimes(words);
  const days = cronDays(rest);
  // 逢星期五晚上一點: it is unclear whether that is on Friday or on Saturday.
  if (days !== '* * *' && times.some(({ isPastMidnight }) => isPastMidnight)) return undefined;
  const clock = cronClock(times);
  return days && clock ? { kind: 'cron', expr: `${clock} ${days}`, tz: zone } : undefined;
}

/** Several times of a day fit into one expression if they have the same minute. */
function cronClock(times: readonly DayTime[]): string | undefined {
  const [first] = times;
  if (!first || times.some((time) => time.minute !== first.minute)) return undefined;
  const hours = [...new Set(times.map((time) => time.hour))].sort((a, b) => a - b);
  return `${first.minute} ${hours.join(',')}`;
}

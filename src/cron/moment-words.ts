/**
 * Parses single moments for every edge: ISO 8601, milliseconds, and words such as "in 20m", "at 2026-11-21 07:30",
 * "tomorrow 9am", 明天下午三點 and 20分鐘後. Dates that don't exist are refused.
 */
import { startOfDay, weekdayIn } from '../text/zone-day.ts';
import { atOffset, isDate, readIso, wallTime } from '../time/iso-moment.ts';
import type { Schedule } from './schedule.ts';
import { spanOf } from './span-words.ts';
import { atNight, plainWords, takeTimes } from './time-words.ts';
import type { DayTime } from './time-words.ts';
import { dateFormat } from '../time/date-format.ts';

/** The last moment that a Date can represent. */
export const LATEST_MS = 8.64e15;

/**
 * Parse a value that can only be a moment: "20m" needs no "in", and a date by itself means midnight.
 *
 * @param zone the zone of times without an offset
 * @returns milliseconds since the epoch, or undefined when it is not a moment.
 */
export function readMoment(given: string, nowMs: number, zone: string): number | undefined {
  const text = given.trim();
  if (/^\d{9,}$/.test(text)) return Number(text) <= LATEST_MS ? Number(text) : undefined;
  const iso = readIso(text, zone);
  if (iso !== undefined) return iso;
  const words = plainWords(text);
  const span = spanOf(words.replace(/^\+\s*/, ''));
  if (span !== undefined) return nowMs + span;
  const schedule = parseMoment(words, nowMs, zone);
  return schedule?.kind === 'at' ? schedule.atMs : undefined;
}

/** @returns undefined when the words are not a single moment. */
export function parseMoment(words: string, nowMs: number, zone: string): Schedule | undefined {
  const atMs = afterSpan(words, nowMs) ?? stamped(words, zone) ?? nearDay(words, nowMs, zone);
  return atMs === undefined ? undefined : { kind: 'at', atMs };
}

function afterSpan(words: string, nowMs: number): number | undefined {
  const [, english, chinese] = /^(?:in (.+)|(.+?)\s*[之以]?[後后])$/.exec(words) ?? [];
  const span = spanOf((english ?? chinese ?? '').trim());
  return span === undefined ? undefined : nowMs + span;
}

/** A date with its time; its own offset overrides the zone. */
function stamped(words: string, zone: string): number | undefined {
  const text = words.replace(/^(?:at |on |once )+/, '');
  const iso = text.includes(':') ? readIso(text, zone) : undefined;
  if (iso !== undefined) return iso;
  const form =
    /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})[日號号]?[ t]?(?:at )?\s*(.+?)\s*(z|[+-]\d{2}:?\d{2})?$/;
  const [, year, month, day, time, offset] = form.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined || time === undefined) return undefined;
  const { times, rest } = takeTimes(time);
  const [clock] = times;
  if (!clock || times.length > 1 || rest !== '') return undefined;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!isDate(date)) return undefined;
  if (offset === undefined) return onDay(date, clock, zone);
  return atOffset(wallOn(date, clock), offset);
}

function nearDay(words: string, nowMs: number, zone: string): number | undefined {
  const { times, rest } = takeTimes(words);
  const [time] = times;
  if (!time || times.length > 1) return undefined;
  const named = rest.replace(/(?:\b(?:at|once)\b|[,\s])+$/, '').replace(/^(?:(?:at|once)\s)+/, '');
  const which = named.replace(/ night$/, '');
  const clock = which === named ? time : atNight(time);
  const ahead = [
    /^(?:on )?(?:today|今天|今日)$/,
    /^(?:on )?(?:tomorrow|明天|明日)$/,
    /^(?:on )?(?:the )?(?:day after tomorrow|後天|后天)$/,
  ].findIndex((form) => form.test(which));
  // "Once at 17:00" names no day.
  if ((which === '' && /\bonce\b/.test(rest)) || (ahead === 0 && clock.isPastMidnight))
    return nextTime(clock, undefined, nowMs, zone);
  if (ahead >= 0) return onDay(dateIn(nowMs, zone, ahead), clock, zone);
  const [, english, chinese] =
    /^(?:(?:on|this(?: coming)?) (\S+)|(?:喺|在|今個|這個|呢個|本)(.+))$/.exec(which) ?? [];
  const weekday = weekdayOf(english ?? chinese ?? '');
  return weekday === undefined
    ? (inAWeek(which, clock, nowMs, zone) ?? onDate(which, clock, nowMs, zone))
    : nextTime(clock, weekday, nowMs, zone);
}

/**
 * The next time that a clock shows `clock`, on any day or on a weekday; today counts if it is still ahead.
 *
 * @param weekday 0 for Sunday
 */
export function nextTime(
  clock: DayTime,
  weekday: number | undefined,
  nowMs: number,
  zone: string,
): number | undefined {
  // Without a day it doesn't matter which day's night it is in.
  const time = weekday === undefined ? { hour: clock.hour, minute: clock.minute } : clock;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const date = dateIn(nowMs, zone, ahead);
    if (weekday !== undefined && new Date(date).getUTCDay() !== weekday) continue;
    const atMs = onDay(date, time, zone);
    if (atMs !== undefined && atMs > nowMs) return atMs;
  }
  return undefined;
}

const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rs|rsday|urday)?$/;

/** @returns 0 for "sunday" or 星期日; undefined when it is not a weekday. */
export function weekdayOf(word: string): number | undefined {
  const english = WEEKDAY.exec(word)?.[1];
  if (english !== undefined) return WEEKDAYS.indexOf(english);
  const chinese = /^(?:星期|[週周])([日天一二三四五六])$/.exec(word)?.[1]?.replace('天', '日');
  return chinese === undefined ? undefined : '日一二三四五六'.indexOf(chinese);
}

/** "Next Friday" is never today; 下星期五 is the Friday of the next week, which starts on Monday. */
function inAWeek(which: string, clock: DayTime, nowMs: number, zone: string): number | undefined {
  const [, english, chinese] = /^(?:next (\S+)|下個?(.+))$/.exec(which) ?? [];
  const weekday = weekdayOf(english ?? chinese ?? '');
  if (weekday === undefined) return undefined;
  const today = weekdayIn(zone, nowMs);
  const fromMonday = (day: number) => (day + 6) % 7;
  const ahead =
    chinese === undefined ? (weekday - today + 7) % 7 || 7 : 7 + fromMonday(weekday) - fromMonday(today);
  return onDay(dateIn(nowMs, zone, ahead), clock, zone);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = '([a-z]{3})[a-z]*';
const DATE = new RegExp(
  `^(?:on )?(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} (\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})月(\\d{1,2})[日號号])$`,
);

/** A day of a month: this year's, or next year's if that is over. */
function onDate(which: string, clock: DayTime, nowMs: number, zone: string): number | undefined {
  const found = DATE.exec(which);
  if (!found) return undefined;
  const named = found[2] ?? found[3];
  const month = named === undefined ? Number(found[5]) : MONTHS.indexOf(named) + 1;
  const day = Number(found[1] ?? found[4] ?? found[6]);
  const today = dateIn(nowMs, zone);
  const dates = [0, 1].map((later) => `${Number(today.slice(0, 4)) + later}-${two(month)}-${two(day)}`);
  const date = dates.find((one) => isDate(one) && one >= today);
  return date === undefined ? undefined : onDay(date, clock, zone);
}

function onDay(date: string, clock: DayTime, zone: string): number | undefined {
  return wallTime(wallOn(date, clock), zone);
}

/** A day's time; past midnight it has the date of the next day. */
function wallOn(date: string, { hour, minute, isPastMidnight }: DayTime): string {
  const nextDay = () => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  return `${isPastMidnight ? nextDay() : date}T${two(hour)}:${two(minute)}:00`;
}

/** The date in a zone, so many days of its calendar later: "2026-11-21". */
function dateIn(ms: number, zone: string, daysLater = 0): string {
  return dateFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(daysLater === 0 ? ms : startOfDay(zone, ms, daysLater));
}

const two = (value: number): string => String(value).padStart(2, '0');

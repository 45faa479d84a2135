/**
 * The reader of one-off moments, for every edge: ISO 8601, milliseconds, and people's words such as "in 20m",
 * "at 2026-11-21 07:30", "tomorrow 9am", 明天下午三點 and 20分鐘後. A date that no calendar has is no moment.
 */
import { atOffset, isDate, readIso, wallTime } from '../time/iso-moment.ts';
import type { Schedule } from './schedule.ts';
import { spanOf } from './span-words.ts';
import { plainDigits, takeTimes } from './time-words.ts';

const DAY_MS = 24 * 3_600_000;
/** The last moment that a date can say. */
const LATEST_MS = 8.64e15;

/**
 * What stands where only a moment can stand: there "20m" needs no "in", and a date by itself is its midnight.
 *
 * @param zone whose clocks are meant where no offset is given.
 * @returns milliseconds since the epoch, or undefined where it is no moment.
 */
export function readMoment(given: string, nowMs: number, zone: string): number | undefined {
  const text = given.trim();
  if (/^\d{9,}$/.test(text)) return Number(text) <= LATEST_MS ? Number(text) : undefined;
  const iso = readIso(text, zone);
  if (iso !== undefined) return iso;
  const words = plainDigits(text);
  const span = spanOf(words.replace(/^\+\s*/, ''));
  if (span !== undefined) return nowMs + span;
  const schedule = parseMoment(words, nowMs, zone);
  return schedule?.kind === 'at' ? schedule.atMs : undefined;
}

/** @returns undefined where the words are no single moment. */
export function parseMoment(words: string, nowMs: number, zone: string): Schedule | undefined {
  const atMs = afterSpan(words, nowMs) ?? stamped(words, zone) ?? nearDay(words, nowMs, zone);
  return atMs === undefined ? undefined : { kind: 'at', atMs };
}

function afterSpan(words: string, nowMs: number): number | undefined {
  const [, english, chinese] = /^(?:in (.+)|(.+?)\s*[之以]?[後后])$/.exec(words) ?? [];
  const span = spanOf((english ?? chinese ?? '').trim());
  return span === undefined ? undefined : nowMs + span;
}

/** A date with its time; an offset or Z in it wins over the zone. */
function stamped(words: string, zone: string): number | undefined {
  const text = words.replace(/^(?:at |on |once )+/, '');
  const iso = text.includes(':') ? readIso(text, zone) : undefined;
  if (iso !== undefined) return iso;
  const form = /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?[ t]?(?:at )?\s*(.+?)\s*(z|[+-]\d{2}:?\d{2})?$/;
  const [, year, month, day, time, offset] = form.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined || time === undefined) return undefined;
  const { times, rest } = takeTimes(time);
  const [clock] = times;
  if (!clock || times.length > 1 || rest !== '') return undefined;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!isDate(date)) return undefined;
  const wall = `${date}T${two(clock.hour)}:${two(clock.minute)}:00`;
  return offset === undefined ? wallTime(wall, zone) : atOffset(wall, offset);
}

function nearDay(words: string, nowMs: number, zone: string): number | undefined {
  const { times, rest } = takeTimes(words);
  const [clock] = times;
  if (!clock || times.length > 1) return undefined;
  const which = rest.replace(/\b(?:at|on|once)\b/g, '').trim();
  const ahead = [
    /^(?:today|今天|今日)$/,
    /^(?:tomorrow|明天|明日)$/,
    /^(?:day after tomorrow|後天|后天)$/,
  ].findIndex((form) => form.test(which));
  if (ahead < 0) return undefined;
  const date = dateIn(nowMs + ahead * DAY_MS, zone);
  return wallTime(`${date}T${two(clock.hour)}:${two(clock.minute)}:00`, zone);
}

/** The date that a zone's calendars show: "2026-11-21". */
function dateIn(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(ms);
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * What the dates and clock times of `times.ts` mean, and whether two texts mean the same day by them. What is relative
 * to the day of writing ("yesterday", "on Tuesday", 昨日) is resolved against the day that a text was published.
 */
import { chineseNumber } from './number-words.ts';
import { plainDigits } from './plain-digits.ts';

export type TimeRead =
  /** A day of a month; of the month of publication where a text says the day alone (12日). */
  | {
      readonly kind: 'day';
      readonly year?: number;
      /** 0 is January. */
      readonly month?: number;
      readonly day: number;
    }
  | { readonly kind: 'month'; readonly year?: number; readonly month: number }
  | { readonly kind: 'year'; readonly year: number }
  /** 0 is Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** Minutes since midnight; `half` when the text says which half of the day. */
  | { readonly kind: 'clock'; readonly minutes: number; readonly half: boolean }
  /** Days, months or years from the day of writing. */
  | { readonly kind: 'relative'; readonly unit: 'day' | 'month' | 'year'; readonly by: number };

const DAY_MS = 86_400_000;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/iu;
const RELATIVE: readonly (readonly [RegExp, 'day' | 'month' | 'year', number])[] = [
  [/^(?:today|tonight|this (?:morning|afternoon|evening)|今日|今天|今早|今晨|今晚)$/iu, 'day', 0],
  [/^(?:yesterday|last night|昨日|昨天|昨晚)$/iu, 'day', -1],
  [/^(?:tomorrow|明日|明天)$/iu, 'day', 1],
  [/^(?:this month|本月)$/iu, 'month', 0],
  [/^(?:last month|上月)$/iu, 'month', -1],
  [/^(?:next month|下月)$/iu, 'month', 1],
  [/^(?:this year|今年)$/iu, 'year', 0],
  [/^(?:last year|去年)$/iu, 'year', -1],
  [/^(?:next year|明年)$/iu, 'year', 1],
];

/** Undefined for a time that is no date: "this week", "midnight", 上週. */
export function readTime(said: string): TimeRead | undefined {
  const { text } = plainDigits(said.trim());
  const relative = RELATIVE.find(([pattern]) => pattern.test(text));
  if (relative) return { kind: 'relative', unit: relative[1], by: relative[2] };
  return chineseDate(text) ?? isoDate(text) ?? englishDate(text) ?? clockTime(text) ?? weekdayOf(text);
}

function chineseDate(text: string): TimeRead | undefined {
  const found =
    /(?:([〇零一二三四五六七八九十\d]{2,4})年)?(?:([一二三四五六七八九十\d]{1,3})月)?(?:([一二三四五六七八九十廿卅\d]{1,3})[日號号])?/u.exec(
      text,
    );
  const [year, month, day] = [1, 2, 3].map((at) => {
    const part = found?.[at];
    return part === undefined ? undefined : figure(part);
  });
  const known = { ...(year !== undefined && { year }) };
  if (day !== undefined)
    return { kind: 'day', ...known, ...(month !== undefined && { month: month - 1 }), day };
  if (month !== undefined) return { kind: 'month', ...known, month: month - 1 };
  return year === undefined || year < 1000 ? undefined : { kind: 'year', year };
}

function isoDate(text: string): TimeRead | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return found
    ? { kind: 'day', year: Number(found[1]), month: Number(found[2]) - 1, day: Number(found[3]) }
    : undefined;
}

function englishDate(text: string): TimeRead | undefined {
  const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0];
  const known = { ...(year !== undefined && { year: Number(year) }) };
  const name = MONTH.exec(text)?.[1]?.toLowerCase();
  if (name !== undefined) {
    const month = MONTHS.indexOf(name);
    const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(text)?.[1];
    return day === undefined
      ? { kind: 'month', ...known, month }
      : { kind: 'day', ...known, month, day: Number(day) };
  }
  return year !== undefined && /^\d{4}$/.test(text) ? { kind: 'year', year: Number(year) } : undefined;
}

function clockTime(text: string): TimeRead | undefined {
  const english = /^(\d{1,2})(?:[:.](\d\d))?\s?(?:([ap])\.?m\.?)?$/iu.exec(text);
  if (english && (english[2] !== undefined || english[3] !== undefined)) {
    const [hour, half] = [Number(english[1]), english[3]?.toLowerCase()];
    const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
    return {
      kind: 'clock',
      minutes: hours * 60 + Number(english[2] ?? 0),
      half: half !== undefined || hour > 12,
    };
  }
  const found =
    /^(上午|凌晨|早上|清晨|今早|中午|下午|傍晚|晚上|深夜|今晚|昨晚)?([一二兩三四五六七八九十\d]{1,3})[時点點](?:(半)|([一二三四五六七八九十\d]{1,3})分)?$/u.exec(
      text,
    );
  if (!found) return undefined;
  const hour = figure(found[2] ?? '');
  const late = found[1] !== undefined && /下午|傍晚|晚|深夜/u.test(found[1]) && hour < 12;
  const minute = found[3] === undefined ? figure(found[4] ?? '0') : 30;
  return {
    kind: 'clock',
    minutes: (hour + (late ? 12 : 0)) * 60 + minute,
    half: found[1] !== undefined || hour > 12,
  };
}

function weekdayOf(text: string): TimeRead | undefined {
  const english = WEEKDAYS.indexOf(
    /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*day/iu.exec(text)?.[1]?.toLowerCase() ?? '',
  );
  const han = '日一二三四五六'.indexOf(
    /[期拜週周]([日一二三四五六天])/u.exec(text)?.[1]?.replace('天', '日') ?? '?',
  );
  const weekday = Math.max(english, han);
  return weekday < 0 ? undefined : { kind: 'weekday', weekday };
}

function figure(text: string): number {
  return /^\d/.test(text) ? Number(text) : chineseNumber(text);
}

/** A calendar day, as UTC counts. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

/**
 * Whether a source's time means what a text tells. `publishedAtMs`: when the source was published; without it what is
 * relative agrees with nothing but itself.
 */
export function sameTime(told: TimeRead, other: TimeRead, publishedAtMs?: number): boolean {
  if (told.kind === 'clock' || other.kind === 'clock') return sameClock(told, other);
  if (told.kind === 'relative' && other.kind === 'relative')
    return told.unit === other.unit && told.by === other.by;
  // A month is no day of it.
  if (other.kind === 'relative' && other.unit !== 'day' && told.kind !== 'year' && told.kind !== other.unit)
    return false;
  return (
    plainlySame(told, other) ||
    (publishedAtMs !== undefined && daysMeant(other, publishedAtMs).some((day) => covers(told, day)))
  );
}

/** The day that something relative to the day of writing means; the same time where it is no such day. */
export function resolved(told: TimeRead, writtenAtMs: number): TimeRead {
  if (told.kind !== 'relative' || told.unit !== 'day') return told;
  const { year, month, day } = dayAt(writtenAtMs + told.by * DAY_MS);
  return { kind: 'day', year, month, day };
}

/** Whether a time can mean the day that a source was published, or those beside it: zones and presses differ. */
export function meansPublication(told: TimeRead, publishedAtMs: number): boolean {
  return [-1, 0, 1].some((by) => covers(told, dayAt(publishedAtMs + by * DAY_MS)));
}

function sameClock(told: TimeRead, other: TimeRead): boolean {
  if (told.kind !== 'clock' || other.kind !== 'clock') return false;
  if (told.minutes === other.minutes) return true;
  return !(told.half && other.half) && told.minutes % 720 === other.minutes % 720;
}

/** Without knowing when either was written. */
function plainlySame(told: TimeRead, other: TimeRead): boolean {
  const unlike = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && a !== b;
  switch (told.kind) {
    case 'day':
      return (
        other.kind === 'day' &&
        other.day === told.day &&
        !unlike(told.month, other.month) &&
        !unlike(told.year, other.year)
      );
    case 'month':
      return (
        (other.kind === 'day' || other.kind === 'month') &&
        other.month === told.month &&
        !unlike(told.year, other.year)
      );
    case 'year':
      return 'year' in other && other.year === told.year;
    case 'weekday':
      return other.kind === 'weekday' && other.weekday === told.weekday;
    default:
      return false;
  }
}

/** The days that a source's time can mean, given when it was published. */
function daysMeant(other: TimeRead, publishedAtMs: number): Day[] {
  switch (other.kind) {
    case 'relative':
      return zones(publishedAtMs).flatMap((at) => shifted(at, other.unit, other.by));
    case 'weekday': {
      const week = Array.from({ length: 15 }, (_, at) => dayAt(publishedAtMs + (at - 7) * DAY_MS));
      return week.filter(({ weekday }) => weekday === other.weekday);
    }
    case 'day': {
      const { year, month } = dayAt(publishedAtMs);
      const full = new Date(Date.UTC(other.year ?? year, other.month ?? month, other.day));
      return [dayAt(full.getTime())];
    }
    default:
      return [];
  }
}

/** The moments that count as the day of publication: in Hong Kong it is tomorrow when it is evening in London. */
function zones(atMs: number): number[] {
  return [atMs - 5 * 3_600_000, atMs, atMs + 8 * 3_600_000];
}

function shifted(atMs: number, unit: 'day' | 'month' | 'year', by: number): Day[] {
  const { year, month, day } = dayAt(atMs);
  const moved =
    unit === 'day'
      ? Date.UTC(year, month, day + by)
      : unit === 'month'
        ? Date.UTC(year, month + by, 1)
        : Date.UTC(year + by, 0, 1);
  return [dayAt(moved)];
}

/** Whether `day` lies in what is told; a weekday or a day alone is any such day. */
function covers(told: TimeRead, day: Day): boolean {
  switch (told.kind) {
    case 'day':
      return (
        told.day === day.day &&
        (told.month === undefined || told.month === day.month) &&
        (told.year === undefined || told.year === day.year)
      );
    case 'month':
      return told.month === day.month && (told.year === undefined || told.year === day.year);
    case 'year':
      return told.year === day.year;
    case 'weekday':
      return told.weekday === day.weekday;
    default:
      return false;
  }
}

function dayAt(atMs: number): Day {
  const date = new Date(atMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

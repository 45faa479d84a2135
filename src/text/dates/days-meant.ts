/**
 * Which days a time can mean. Relative times ("yesterday", "on Tuesday", 昨日) are resolved against the day the text
 * was published.
 */
import { DAY_MS, dayAt, weekdayOfWeek } from './calendar.ts';
import type { Day } from './calendar.ts';
import type { TimeRead } from './time-read.ts';

/** The day that a relative time means (昨日, 下周三); other times are returned unchanged. */
export function resolved(told: TimeRead, writtenAtMs: number): TimeRead {
  if (told.kind === 'weekday' && told.week !== undefined) {
    // On a Sunday it is unclear which week a writer means by "last".
    if (dayAt(writtenAtMs).weekday === 0) return { kind: 'weekday', weekday: told.weekday };
    const { year, month, day } = weekdayOfWeek(told.weekday, told.week, writtenAtMs);
    return { kind: 'day', year, month, day };
  }
  if ((told.kind === 'day' || told.kind === 'month') && told.yearBy !== undefined)
    return { ...told, year: dayAt(writtenAtMs).year + told.yearBy };
  if (told.kind !== 'relative' || told.unit !== 'day') return told;
  const { year, month, day } = dayAt(writtenAtMs + told.by * DAY_MS);
  return { kind: 'day', year, month, day };
}

/** Whether a time can mean the day that a source was published, in its zone or the reader's. */
export function meansPublication(told: TimeRead, publishedAtMs: number): boolean {
  return zones(publishedAtMs).some((at) => covers(told, dayAt(at)));
}

/** The days that a source's time can mean, given its publication. */
export function daysMeant(other: TimeRead, publishedAtMs: number): Day[] {
  switch (other.kind) {
    case 'relative':
      return zones(publishedAtMs).flatMap((at) => shifted(at, other.unit, other.by));
    case 'weekday': {
      const near = Array.from({ length: 13 }, (_, at) => dayAt(publishedAtMs + (at - 6) * DAY_MS));
      const days = near.filter(({ weekday }) => weekday === other.weekday);
      return other.week === undefined || dayAt(publishedAtMs).weekday === 0
        ? days
        : [weekdayOfWeek(other.weekday, other.week, publishedAtMs)];
    }
    case 'day': {
      const { year, month } = dayAt(publishedAtMs);
      const full = new Date(
        Date.UTC(other.year ?? year + (other.yearBy ?? 0), other.month ?? month, other.day),
      );
      return [dayAt(full.getTime())];
    }
    default:
      return [];
  }
}

/** The moments that count as the day of publication: evening in London is already tomorrow in Hong Kong. */
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

/** Whether `day` lies in `told`. A weekday or a day of the month alone matches any such day. */
export function covers(told: TimeRead, day: Day): boolean {
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

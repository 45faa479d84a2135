/** Whether two texts mean the same day, month or year. */
import { DAY_MS, dayAt } from './calendar.ts';
import type { Day } from './calendar.ts';
import { sameClock } from './clocks.ts';
import { covers, daysMeant } from './days-meant.ts';
import type { TimeRead } from './time-read.ts';

/**
 * Whether a source's time means the same as the text's. `publishedAtMs` is the source's publication; without it a
 * relative time only matches itself.
 */
export function sameTime(told: TimeRead, other: TimeRead, publishedAtMs?: number): boolean {
  if (told.kind === 'clock' || other.kind === 'clock') return sameClock(told, other);
  if (told.kind === 'decade') return sameDecade(told, other);
  if (other.kind === 'decade') return false;
  if (told.kind === 'relative' && other.kind === 'relative')
    return told.unit === other.unit && told.by === other.by;
  // A month doesn't match one of its days.
  if (
    told.kind === 'month' &&
    (other.kind === 'weekday' || (other.kind === 'relative' && other.unit === 'day'))
  )
    return false;
  if (other.kind === 'relative' && other.unit !== 'day' && told.kind !== 'year' && told.kind !== other.unit)
    return false;
  return (
    plainlySame(told, other, publishedAtMs) ||
    (publishedAtMs !== undefined &&
      daysMeant(other, publishedAtMs).some((day) => covers(told, day) && isNear(told, day, publishedAtMs)))
  );
}

/** A weekday is used only for days close by. */
const WEEKDAY_DAYS = 10;

function isNear(told: TimeRead, { year, month, day }: Day, publishedAtMs: number): boolean {
  if (told.kind !== 'weekday') return true;
  return Math.abs(Date.UTC(year, month, day, 12) - publishedAtMs) <= WEEKDAY_DAYS * DAY_MS;
}

function sameDecade(told: TimeRead, other: TimeRead): boolean {
  const [a, b] = [decadeIn(told), decadeIn(other)];
  if (a === undefined || b === undefined) return false;
  return a === b || (Math.min(a, b) < 100 && a % 100 === b % 100);
}

function decadeIn(read: TimeRead): number | undefined {
  if (read.kind === 'decade') return read.decade;
  const year = 'year' in read ? read.year : undefined;
  return year === undefined ? undefined : year - (year % 10);
}

/** Compare what both say. When the year is missing, take the one that the source means. */
function plainlySame(told: TimeRead, other: TimeRead, publishedAtMs?: number): boolean {
  const unlike = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && a !== b;
  switch (told.kind) {
    case 'day':
      return (
        other.kind === 'day' &&
        other.day === told.day &&
        !unlike(told.month, other.month) &&
        yearFits(told.year, other, publishedAtMs)
      );
    case 'month':
      return (
        (other.kind === 'day' || other.kind === 'month') &&
        other.month === told.month &&
        yearFits(told.year, other, publishedAtMs)
      );
    case 'year':
      return 'year' in other && other.year === told.year;
    case 'weekday':
      return other.kind === 'weekday' && other.weekday === told.weekday;
    default:
      return false;
  }
}

/** A missing year is the one that makes the day or month closest to the publication. */
const NEAREST_DAYS = 340;

function yearFits(
  year: number | undefined,
  other: {
    readonly year?: number;
    readonly month?: number;
    readonly day?: number;
    readonly yearBy?: number;
  },
  publishedAtMs?: number,
): boolean {
  if (year === undefined || other.year === year) return true;
  if (other.year !== undefined) return false;
  if (publishedAtMs === undefined || other.month === undefined) return true;
  if (other.yearBy !== undefined) return year === dayAt(publishedAtMs).year + other.yearBy;
  const meant = Date.UTC(year, other.month, other.day ?? 15);
  return Math.abs(meant - publishedAtMs) <= NEAREST_DAYS * DAY_MS;
}

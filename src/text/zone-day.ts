/** Boundaries of days in a time zone, for rules like "today" and "until Friday". */
import { remembered } from './remembered.ts';

const DAY_MS = 86_400_000;

/**
 * The weekday; 0 is Sunday.
 * @throws RangeError for an unknown zone.
 */
export function weekdayIn(zone: string, atMs: number): number {
  const { year, month, day } = localParts(zone, atMs);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** How many days of the local month follow the local day. */
export function daysLeftInMonth(zone: string, atMs: number): number {
  const { year, month, day } = localParts(zone, atMs);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day;
}

/** The first instant of the local day that is `days` after the day of `atMs`; UTC milliseconds. */
export function startOfDay(zone: string, atMs: number, days: number): number {
  const { year, month, day } = localParts(zone, atMs);
  return startOfDate(zone, Date.UTC(year, month - 1, day + days));
}

/** The first instant of a date in a zone; UTC milliseconds. @param wall midnight of the date, as if in UTC */
export function startOfDate(zone: string, wall: number): number {
  // The offset differs from the guess when the clocks change that night.
  const guess = wall - offsetMs(zone, wall);
  const border = wall - offsetMs(zone, guess);
  // When midnight doesn't exist, the day starts at its first instant.
  return localParts(zone, border).day === new Date(wall).getUTCDate() ? border : border + DAY_MS / 24;
}

/** The last millisecond of that local day. */
export function endOfDay(zone: string, atMs: number, days: number): number {
  return startOfDay(zone, atMs, days + 1) - 1;
}

function offsetMs(zone: string, atMs: number): number {
  const { year, month, day, hour, minute, second } = localParts(zone, atMs);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

const LONGEST_ZONE = 40;
const formatIn = remembered(
  (zone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  LONGEST_ZONE,
);

function localParts(zone: string, atMs: number) {
  const parts = formatIn(zone).formatToParts(new Date(atMs));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

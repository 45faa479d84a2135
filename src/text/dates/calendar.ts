/** Calendar days in UTC, and the days of a week. */

export const DAY_MS = 86_400_000;

/** A calendar day in UTC. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

/** The UTC day of a moment. Months count from 0; weekdays from 0, which is Sunday. */
export function dayAt(atMs: number): Day {
  const date = new Date(atMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** Weeks begin on Monday. */
export function weekdayOfWeek(weekday: number, week: number, atMs: number): Day {
  const sinceMonday = (dayAt(atMs).weekday + 6) % 7;
  return dayAt(atMs + (week * 7 - sinceMonday + ((weekday + 6) % 7)) * DAY_MS);
}

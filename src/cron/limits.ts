/** Limits on how often jobs may run. */
import { sayDuration } from '../time/duration.ts';
import { ScheduleError } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { Cron } from 'croner';

/** The default shortest time between two runs of a job. */
export const MIN_INTERVAL_MS = 10_000;

/** @throws ScheduleError for a schedule with a shorter interval than `leastMs`. */
export function checkInterval(schedule: Schedule, leastMs: number): void {
  if (schedule.kind === 'at') return;
  const gapMs = schedule.kind === 'every' ? schedule.everyMs : gapOf(schedule.expr, leastMs);
  if (gapMs >= leastMs) return;
  const gap = gapMs % 1_000 === 0 ? sayDuration(gapMs) : `${gapMs} ms`;
  const what = schedule.kind === 'every' ? `an interval of ${gap}` : `"${schedule.expr}", ${gap} apart,`;
  throw new ScheduleError(
    { kind: 'interval_too_short', leastMs },
    `${what} is too short; allowed: ${sayDuration(leastMs)} and more (NIGHTDESK_MIN_INTERVAL), so that a run can end before the next one comes`,
  );
}

/** Slots of five fields are at least a minute apart. */
function gapOf(expr: string, leastMs: number): number {
  return leastMs <= 60_000 && expr.trim().split(/\s+/).length === 5 ? 60_000 : shortestGap(expr);
}

const MINUTES_A_DAY = 24 * 60;
const DAY_MS = 24 * 3_600_000;
/** How many days are searched for two consecutive ones. */
const MOST_DAYS = 400;

/**
 * The shortest time between two slots of a cron expression. All days have the same times, so these are compared with
 * each other, and the last with the first of the next day if two consecutive days have slots.
 * @param expr an expression that croner can parse
 * @returns milliseconds, at most a day.
 */
export function shortestGap(expr: string): number {
  const fields = expr.trim().split(/\s+/);
  const [second, minute, hour, ...days] = fields.length === 6 ? fields : ['0', ...fields];
  const seconds = valuesOf(`${second} 0 0 * * *`, 60, (date) => date.getUTCSeconds());
  const minutes = valuesOf(`0 ${minute} 0 * * *`, 60, (date) => date.getUTCMinutes());
  const hours = valuesOf(`0 0 ${hour} * * *`, 24, (date) => date.getUTCHours());
  const inMinute = gaps(seconds);
  const ofDay = hours.flatMap((h) => minutes.map((m) => h * 60 + m));
  /** From the last second of one minute to the first of a later one. */
  const across = (later: number) => later * 60 + seconds[0]! - seconds.at(-1)!;
  const overnight = across(ofDay[0]! + MINUTES_A_DAY - ofDay.at(-1)!);
  const inDay = Math.min(MINUTES_A_DAY * 60, ...inMinute, ...gaps(ofDay).map(across));
  return (overnight < inDay && followEachOther(days.join(' ')) ? overnight : inDay) * 1_000;
}

/** The values of one field, with the other fields at 0. */
function valuesOf(expr: string, most: number, value: (date: Date) => number): number[] {
  const slots = new Cron(expr, { timezone: 'UTC', paused: true }).nextRuns(most, new Date(-1_000));
  return [...new Set(slots.filter((slot) => slot.getTime() < DAY_MS).map(value))].sort((a, b) => a - b);
}

function gaps(sorted: readonly number[]): number[] {
  return sorted.slice(1).map((value, n) => value - sorted[n]!);
}

function followEachOther(days: string): boolean {
  const slots = new Cron(`0 0 0 ${days}`, { timezone: 'UTC', paused: true }).nextRuns(MOST_DAYS, new Date(0));
  return gaps(slots.map((slot) => slot.getTime())).includes(DAY_MS);
}

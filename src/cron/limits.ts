/** Limits on how often jobs may run. */
import { sayDuration } from '../time/duration.ts';
import { ScheduleError } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { shortestGap } from './shortest-gap.ts';

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

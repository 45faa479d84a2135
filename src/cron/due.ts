/**
 * Decides about a job that is due, possibly for long: which slot runs now, which are recorded as missed, and when it
 * is due next. Pure.
 */
import type { Job } from './job.ts';
import { nextSlot, nextWithoutEnd, slotBefore, slotsUntil } from './schedule.ts';

export interface DuePlan {
  /** The slot to run now, if any. */
  readonly run?: { readonly slotMs: number; readonly trigger: 'schedule' | 'catch-up' };
  readonly missed?: { readonly fromMs: number; readonly toMs: number; readonly count: number };
  readonly nextRunAtMs: number | null;
}

/** A run that starts this late is a catch-up. */
const LATE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** @param firstMs the earliest slot that was not handled; not after `nowMs` */
export function planDue(
  job: Pick<Job, 'schedule' | 'policy'>,
  firstMs: number,
  nowMs: number,
  zone: string,
): DuePlan {
  const { schedule, policy } = job;
  const { count, lastMs } = slotsUntil(schedule, firstMs, nowMs, zone);
  const following = nextSlot(schedule, nowMs, zone);
  // The last slot before the end is caught up as the others.
  const period = (nextWithoutEnd(schedule, lastMs, zone) ?? Infinity) - lastMs;
  const catchUp = policy?.catchUp ?? 'once';
  const runsAll = catchUp === 'all' && nowMs - firstMs <= (policy?.graceMs ?? DAY_MS);
  const graceMs = policy?.graceMs ?? (runsAll ? DAY_MS : Math.min(period, DAY_MS));
  if (runsAll && count > 1) {
    return { run: { slotMs: firstMs, trigger: 'catch-up' }, nextRunAtMs: nextSlot(schedule, firstMs, zone) };
  }
  const late = nowMs - lastMs;
  const runs = late <= LATE_MS || (catchUp !== 'skip' && late <= graceMs);
  const missedCount = runs ? count - 1 : count;
  return {
    ...(runs && { run: { slotMs: lastMs, trigger: late > LATE_MS ? 'catch-up' : 'schedule' } as const }),
    ...(missedCount > 0 && {
      missed: {
        fromMs: firstMs,
        toMs: runs ? (slotBefore(schedule, lastMs, zone) ?? firstMs) : lastMs,
        count: missedCount,
      },
    }),
    nextRunAtMs: following,
  };
}

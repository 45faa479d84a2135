/**
 * The hourly spread: jobs that would all start on the hour start a little later, each by a constant delay. The
 * delayed times are their slots everywhere, in lists and in the ledger.
 *
 * Only "every hour" schedules are spread by default, and only if no conversation waits for them: people expect 09:00
 * to be 09:00. A job's `policy.spreadMs` overrides this, for any expression with slots on the hour.
 */
import { isDeepStrictEqual } from 'node:util';
import { planDue } from './due.ts';
import type { DuePlan } from './due.ts';
import type { Job } from './job.ts';
import { ScheduleError, nextSlot } from './schedule.ts';
import { isZone } from '../time/zone.ts';

export type SpreadJob = Pick<Job, 'id' | 'schedule' | 'sessionTarget' | 'policy'>;

export interface SlotTerms {
  /** The zone of schedules without one. */
  readonly zone: string;
  /** The interval over which jobs are spread by default. */
  readonly hourlySpreadMs: number;
}

/** A job's delay in ms: whole seconds, determined by its id. */
export function spreadOf({ id, schedule, sessionTarget, policy }: SpreadJob, hourlySpreadMs: number): number {
  if (schedule.kind !== 'cron') return 0;
  const [hour, minute, second = '0'] = schedule.expr.trim().split(/\s+/).slice(0, -3).reverse();
  if (hour === undefined || !/^0+$/.test(minute ?? '') || !/^0+$/.test(second)) return 0;
  const isHourly = /[*?]/.test(hour);
  const window = policy?.spreadMs ?? (isHourly && sessionTarget !== 'bound' ? hourlySpreadMs : 0);
  const seconds = Math.floor(window / 1_000);
  return seconds === 0 ? 0 : (hash(id) % seconds) * 1_000;
}

/** A job's first slot strictly after `afterMs`. */
export function nextSlotOf(
  job: SpreadJob,
  afterMs: number,
  { zone, hourlySpreadMs }: SlotTerms,
): number | null {
  const late = spreadOf(job, hourlySpreadMs);
  const slot = nextSlot(job.schedule, afterMs - late, zone);
  return slot === null ? null : slot + late;
}

/** The same, or null for an unreadable schedule, which an imported job may have. */
export function readableSlotOf(job: SpreadJob, afterMs: number, terms: SlotTerms): number | null {
  const { schedule } = job;
  if (schedule.kind === 'cron' && schedule.tz !== undefined && !isZone(schedule.tz)) return null;
  try {
    return nextSlotOf(job, afterMs, terms);
  } catch (error) {
    if (error instanceof ScheduleError) return null;
    throw error;
  }
}

/** Whether a job's times changed. */
export function isRescheduled(old: SpreadJob, job: SpreadJob, hourlySpreadMs: number): boolean {
  return (
    !isDeepStrictEqual(old.schedule, job.schedule) ||
    spreadOf(old, hourlySpreadMs) !== spreadOf(job, hourlySpreadMs)
  );
}

/** What to do about a due job, with its delay taken into account. */
export function planDueOf(job: SpreadJob, firstMs: number, nowMs: number, terms: SlotTerms): DuePlan {
  const late = spreadOf(job, terms.hourlySpreadMs);
  const plan = planDue(job, firstMs - late, nowMs - late, terms.zone);
  const { run, missed } = plan;
  // The slot was computed before the job was spread; don't run twice for the same hour.
  const isSame = plan.nextRunAtMs !== null && plan.nextRunAtMs <= firstMs;
  const nextRunAtMs = isSame ? nextSlot(job.schedule, firstMs, terms.zone) : plan.nextRunAtMs;
  return {
    ...(run && { run: { ...run, slotMs: run.slotMs + late } }),
    ...(missed && { missed: { ...missed, fromMs: missed.fromMs + late, toMs: missed.toMs + late } }),
    nextRunAtMs: nextRunAtMs === null ? null : nextRunAtMs + late,
  };
}

/** FNV-1a, which spreads ids that differ in one character. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const sign of Buffer.from(text)) sum = Math.imul(sum ^ sign, 0x01000193) >>> 0;
  return sum;
}

/**
 * The hourly spread: jobs that would all come on the hour come a little after it, each always by the same while.
 * Their slots are then where they come, in the list of jobs as in the ledger.
 *
 * Only what says "every hour" is moved unasked, and only where no conversation waits: people expect 09:00 to be 09:00.
 * A job's `policy.spreadMs` decides for itself, for any expression whose slots are on the hour.
 */
import { planDue } from './due.ts';
import type { DuePlan } from './due.ts';
import type { Job } from './job.ts';
import { ScheduleError, nextSlot } from './schedule.ts';
import { isZone } from '../time/zone.ts';

export type SpreadJob = Pick<Job, 'id' | 'schedule' | 'sessionTarget' | 'policy'>;

export interface SlotTerms {
  /** The zone of schedules that name none. */
  readonly zone: string;
  /** How long after the hour the jobs are spread that are moved unasked. */
  readonly hourlySpreadMs: number;
}

/** How long after its schedule's slots a job comes, in ms: whole seconds, fixed by its id. */
export function spreadOf({ id, schedule, sessionTarget, policy }: SpreadJob, hourlySpreadMs: number): number {
  if (schedule.kind !== 'cron') return 0;
  const [hour, minute, second = '0'] = schedule.expr.trim().split(/\s+/).slice(0, -3).reverse();
  if (hour === undefined || !/^0+$/.test(minute ?? '') || !/^0+$/.test(second)) return 0;
  const isHourly = /[*?]/.test(hour);
  const window = policy?.spreadMs ?? (isHourly && sessionTarget !== 'bound' ? hourlySpreadMs : 0);
  const seconds = Math.floor(window / 1_000);
  return seconds === 0 ? 0 : (hash(id) % seconds) * 1_000;
}

/** The first slot of a job strictly after `afterMs`. */
export function nextSlotOf(
  job: SpreadJob,
  afterMs: number,
  { zone, hourlySpreadMs }: SlotTerms,
): number | null {
  const late = spreadOf(job, hourlySpreadMs);
  const slot = nextSlot(job.schedule, afterMs - late, zone);
  return slot === null ? null : slot + late;
}

/** The same; none of a schedule that can't be read, as an imported one may be. */
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

/** Whether a job comes at other times than it did. */
export function isRescheduled(old: SpreadJob, job: SpreadJob, hourlySpreadMs: number): boolean {
  return (
    JSON.stringify(old.schedule) !== JSON.stringify(job.schedule) ||
    spreadOf(old, hourlySpreadMs) !== spreadOf(job, hourlySpreadMs)
  );
}

/** What to do about a job that is due: as its schedule says, on a clock that is late by its spread. */
export function planDueOf(job: SpreadJob, firstMs: number, nowMs: number, terms: SlotTerms): DuePlan {
  const late = spreadOf(job, terms.hourlySpreadMs);
  const plan = planDue(job, firstMs - late, nowMs - late, terms.zone);
  const { run, missed } = plan;
  // A slot that was written down before its job was spread has its hour already.
  const isSame = plan.nextRunAtMs !== null && plan.nextRunAtMs <= firstMs;
  const nextRunAtMs = isSame ? nextSlot(job.schedule, firstMs, terms.zone) : plan.nextRunAtMs;
  return {
    ...(run && { run: { ...run, slotMs: run.slotMs + late } }),
    ...(missed && { missed: { ...missed, fromMs: missed.fromMs + late, toMs: missed.toMs + late } }),
    nextRunAtMs: nextRunAtMs === null ? null : nextRunAtMs + late,
  };
}

/** FNV-1a: spreads ids that differ by one sign. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const sign of Buffer.from(text)) sum = Math.imul(sum ^ sign, 0x01000193) >>> 0;
  return sum;
}

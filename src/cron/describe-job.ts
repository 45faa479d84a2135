import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { isZone } from '../time/zone.ts';
import { saySchedule } from './say-schedule.ts';
import { LONGEST_SPREAD_MS, jobSchema, type Job } from './job.ts';
import { ScheduleError, nextSlots, slotBefore } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import type { Locale } from '../time/locale.ts';

/** A job with a description. */
export const describedJobSchema = z.strictObject({
  job: jobSchema,
  /** Its schedule as a sentence. */
  schedule: z.string(),
  /** Its next times, earliest first; empty for a paused job. */
  nextRunsMs: z.array(z.number()),
});
export type DescribedJob = Given<z.output<typeof describedJobSchema>>;

const NEXT_RUNS = 5;

/** Describe a job: its schedule in words and its next times. */
export function describeJob(job: Job, nowMs: number, zone: string, locale: Locale): DescribedJob {
  const nextRunsMs = job.enabled ? slotsOf(job, nowMs, zone, NEXT_RUNS) : [];
  return { job, schedule: saySchedule(job.schedule, zone, locale), nextRunsMs };
}

/** The next times, including the job's spread. Empty for an unreadable schedule, which an imported job may have. */
export function slotsOf(
  { schedule, state }: Pick<Job, 'schedule'> & Partial<Pick<Job, 'state'>>,
  nowMs: number,
  zone: string,
  count: number,
): number[] {
  if (schedule.kind === 'cron' && schedule.tz !== undefined && !isZone(schedule.tz)) return [];
  try {
    const next = state?.nextRunAtMs;
    const late = next === undefined ? 0 : lateBy(schedule, next, zone);
    // Slots before its next one were skipped.
    const after = next === undefined ? nowMs : Math.max(nowMs, next - 1);
    return nextSlots(schedule, after - late, zone, count).map((slot) => slot + late);
  } catch (error) {
    if (error instanceof ScheduleError) return [];
    throw error;
  }
}

/** How long after its schedule's slot the job runs. */
function lateBy(schedule: Schedule, slotMs: number, zone: string): number {
  if (schedule.kind !== 'cron') return 0;
  const late = slotMs - (slotBefore(schedule, slotMs + 1, zone) ?? slotMs);
  return late > LONGEST_SPREAD_MS ? 0 : late;
}

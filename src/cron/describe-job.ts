import { isZone } from '../time/zone.ts';
import type { Job } from './job.ts';
import { saySchedule } from './say-schedule.ts';
import type { ScheduleLocale } from './say-zone.ts';
import { ScheduleError, nextSlots } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** A job with what can be said about it. */
export interface DescribedJob {
  readonly job: Job;
  /** Its schedule as a sentence. */
  readonly schedule: string;
  /** When it would run next, the earliest first; none for a job that is paused. */
  readonly nextRunsMs: readonly number[];
}

const NEXT_RUNS = 5;

export function describeJob(job: Job, nowMs: number, zone: string, locale: ScheduleLocale): DescribedJob {
  const nextRunsMs = job.enabled ? slotsOf(job.schedule, nowMs, zone, NEXT_RUNS) : [];
  return { job, schedule: saySchedule(job.schedule, zone, locale), nextRunsMs };
}

/** The next slots; none of a schedule that can't be read, as an imported one may be. */
export function slotsOf(schedule: Schedule, nowMs: number, zone: string, count: number): number[] {
  if (schedule.kind === 'cron' && schedule.tz !== undefined && !isZone(schedule.tz)) return [];
  try {
    return nextSlots(schedule, nowMs, zone, count);
  } catch (error) {
    if (error instanceof ScheduleError) return [];
    throw error;
  }
}

/** A schedule while it is typed: read as it will be when it is saved. Pure. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Locale } from '../time/locale.ts';
import { newJobSchema } from './job.ts';
import { checkInterval } from './limits.ts';
import { saySchedule } from './say-schedule.ts';
import { anchored, checkSchedule, nextSlots } from './schedule.ts';
import { scheduleOf } from './given-schedule.ts';
import type { GivenSchedule } from './given-schedule.ts';

export interface PreviewTerms {
  readonly nowMs: number;
  /** The zone of times without one. */
  readonly zone: string;
  readonly minIntervalMs: number;
  readonly locale: Locale;
}

export const previewedSchema = z.strictObject({
  schedule: newJobSchema.shape.schedule,
  /** It as a sentence. */
  words: z.string(),
  /** Its next times, earliest first. */
  nextRunsMs: z.array(z.number()),
});
export type PreviewedSchedule = Given<z.output<typeof previewedSchema>>;

const NEXT_TIMES = 5;

/** @throws DeskError, ScheduleError that say what is allowed. */
export function previewSchedule(
  request: GivenSchedule & { readonly schedule: string },
  { nowMs, zone, minIntervalMs, locale }: PreviewTerms,
): PreviewedSchedule {
  const schedule = scheduleOf(request, nowMs, zone)!;
  // An interval counts from its making, which is now.
  const counted = anchored(schedule, nowMs);
  checkSchedule(counted, nowMs, zone);
  checkInterval(schedule, minIntervalMs);
  return {
    schedule,
    words: saySchedule(schedule, request.tz ?? zone, locale),
    nextRunsMs: nextSlots(counted, nowMs, zone, NEXT_TIMES),
  };
}

import cronstrue from 'cronstrue';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Schedule } from './schedule.ts';

/** A schedule as a sentence: "At 07:00 AM and 07:00 PM (Europe/London)", "every 10 min". */
export function saySchedule(schedule: Schedule, zone: string): string {
  switch (schedule.kind) {
    case 'at':
      return `once, ${dayAndTime(schedule.atMs, zone)} (${zone})`;
    case 'every':
      return `every ${sayDuration(schedule.everyMs)}`;
    case 'cron':
      return `${words(schedule.expr)} (${schedule.tz ?? zone})`;
  }
}

function words(expr: string): string {
  try {
    return cronstrue.toString(expr, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return expr; // croner knows forms that this library doesn't
  }
}

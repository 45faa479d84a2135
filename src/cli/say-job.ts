import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import type { JobAnswer } from './answers.ts';
import { table } from './table.ts';

export function jobTable(jobs: readonly JobAnswer[], zone: string): string {
  if (jobs.length === 0) return 'There are no jobs.';
  const rows = jobs.map((job) => [
    job.id,
    job.name,
    saySchedule(job, zone),
    sayState(job, zone),
    job.state.lastStatus ?? '-',
    place(job),
  ]);
  return table(['ID', 'NAME', 'SCHEDULE', 'NEXT', 'LAST', 'SESSION'], rows);
}

/** A schedule in the words of the flags that make it. */
export function saySchedule({ schedule }: Pick<JobAnswer, 'schedule'>, zone: string): string {
  switch (schedule.kind) {
    case 'at':
      return `at ${dayAndTime(schedule.atMs, zone)}`;
    case 'every':
      return `every ${sayDuration(schedule.everyMs)}`;
    case 'cron':
      return `${schedule.expr} (${schedule.tz ?? zone})`;
  }
}

export function sayState({ enabled, state }: JobAnswer, zone: string): string {
  if (state.runningSince !== undefined) return 'running';
  if (state.deferredSince !== undefined) return 'waiting';
  if (!enabled) return 'disabled';
  return state.nextRunAtMs === undefined ? 'never' : dayAndTime(state.nextRunAtMs, zone);
}

function place({ payload, sessionTarget }: JobAnswer): string {
  return payload.sessionKey ?? sessionTarget;
}

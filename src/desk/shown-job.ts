import { slotsOf } from '../cron/describe-job.ts';
import { againAt } from '../cron/job.ts';
import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { dayAndTime } from '../time/zone.ts';

/** A job in the form that a conversation's model reads: times in words. */
export function shownJob({ id, name, enabled, schedule, state }: Job, zone: string): object {
  const at = timesIn(schedule, zone);
  const { nextRunAtMs, deferredSince, runningSince, pausedBecause, resumesAtMs } = state;
  const { lastRunAtMs, lastStatus, lastError } = state;
  const again = againAt(state);
  return {
    id,
    name,
    enabled,
    schedule: saySchedule(schedule, zone),
    scheduleInChinese: saySchedule(schedule, zone, 'zh'),
    ...(nextRunAtMs !== undefined && { next: at(nextRunAtMs) }),
    ...(runningSince !== undefined && { runningSince: at(runningSince) }),
    ...(deferredSince !== undefined && { waitingSince: at(deferredSince) }),
    ...(again !== undefined && { triedAgain: at(again) }),
    ...(lastRunAtMs !== undefined && { lastRan: at(lastRunAtMs) }),
    ...(lastStatus !== undefined && { lastStatus }),
    ...(lastError !== undefined && { lastError }),
    ...(pausedBecause !== undefined && { pausedBecause }),
    ...(resumesAtMs !== undefined && { resumes: at(resumesAtMs) }),
  };
}

/** Whoever is told when jobs run is told, too, that none does at the moment. */
export async function remarkIfOff(
  jobs: readonly Job[],
  { cron }: { readonly cron: Pick<Cron, 'status'> },
): Promise<{ readonly remark?: string }> {
  if (!jobs.some(({ enabled }) => enabled)) return {};
  const { off } = await cron.status();
  return off === undefined ? {} : { remark: OFF[off] };
}

const OFF = {
  paused: 'scheduled work is off at the moment: nothing runs by itself until /desk resume',
  settings: 'scheduled work is switched off in the settings of this desk: nothing runs by itself',
} as const;

/** The same with all its details. */
export function shownInFull(job: Job, nowMs: number, zone: string): object {
  const { payload, policy, createdBy, sessionTarget, schedule, enabled } = job;
  const slots = enabled ? slotsOf(job, nowMs, zone, 5) : [];
  return {
    ...shownJob(job, zone),
    ...(payload.kind === 'agentTurn'
      ? { message: payload.message, session: sessionTarget === 'bound' ? payload.sessionKey : sessionTarget }
      : { text: payload.text, session: 'main' }),
    quiet: policy?.quiet ?? false,
    ...(createdBy?.name !== undefined && { createdBy: createdBy.name }),
    created: timesIn(schedule, zone)(job.createdAtMs),
    nextRuns: slots.map(timesIn(schedule, zone)),
  };
}

function timesIn(schedule: Job['schedule'], zone: string): (ms: number) => string {
  return (ms) => dayAndTime(ms, schedule.kind === 'cron' ? (schedule.tz ?? zone) : zone);
}

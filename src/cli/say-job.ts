import { dayAndTime } from '../time/zone.ts';
import type { JobAnswer, ShownAnswer, TurnPayload } from './answers.ts';
import { termRows } from './say-terms.ts';
import { table } from './table.ts';

/** @param words schedules in words, by job id. */
export function jobTable(
  jobs: readonly JobAnswer[],
  words: Readonly<Record<string, string>>,
  zone: string,
): string {
  if (jobs.length === 0) return 'There are no jobs.';
  const rows = jobs.map((job) => [
    job.id,
    job.name,
    words[job.id] ?? job.schedule.kind,
    sayState(job, zone),
    job.state.lastStatus ?? '-',
    place(job),
  ]);
  return table(['ID', 'NAME', 'SCHEDULE', `NEXT (${zone})`, 'LAST', 'SESSION'], rows);
}

/** A job's state in a word, or its next time. */
export function sayState({ enabled, state }: JobAnswer, zone: string): string {
  if (state.runningSince !== undefined) return 'running';
  if (state.deferredSince !== undefined) return 'waiting';
  if (!enabled)
    return state.resumesAtMs === undefined
      ? 'disabled'
      : `disabled until ${dayAndTime(state.resumesAtMs, zone)}`;
  const again = againAt(state);
  if (again !== undefined) return `again ${dayAndTime(again, zone)}`;
  return state.nextRunAtMs === undefined ? 'never' : dayAndTime(state.nextRunAtMs, zone);
}

/** When a run that failed is tried again; undefined where the job's next time comes first. */
function againAt({ retryAtMs, nextRunAtMs }: JobAnswer['state']): number | undefined {
  return retryAtMs !== undefined && retryAtMs < (nextRunAtMs ?? Infinity) ? retryAtMs : undefined;
}

/** A legacy job runs by itself, though its import may name a session. */
function place(job: JobAnswer): string {
  const { sessionTarget } = job;
  return sessionTarget === 'bound' ? (turnOf(job)?.sessionKey ?? sessionTarget) : sessionTarget;
}

/** The payload of a job's turns; undefined for a job of a system event. */
export function turnOf({ payload }: JobAnswer): TurnPayload | undefined {
  return payload.kind === 'agentTurn' ? payload : undefined;
}

/** The zone of a job's schedule: its own, else the desk's. */
export function zoneOf({ schedule }: JobAnswer, zone: string): string {
  return schedule.kind === 'cron' ? (schedule.tz ?? zone) : zone;
}

/** A job on several lines: what it does, when it runs, and any problems. */
export function jobDetail({ job, schedule, nextRunsMs }: ShownAnswer, zone: string): string {
  const { state, payload } = job;
  const tz = zoneOf(job, zone);
  const at = (ms: number) => dayAndTime(ms, tz);
  const again = againAt(state);
  const since =
    state.runningSince !== undefined
      ? `running since ${at(state.runningSince)}`
      : state.deferredSince !== undefined
        ? `waiting behind an active turn since ${at(state.deferredSince)}`
        : undefined;
  const rows: (readonly [string, string | undefined])[] = [
    ['job', `${job.id} "${job.name}"${job.enabled ? '' : ', paused'}`],
    ['schedule', schedule],
    ['times in', tz],
    ['session', place(job)],
    ['does', payload.kind === 'agentTurn' ? payload.message : payload.text],
    ...termRows(job, turnOf(job)),
    ['now', since],
    ['tried again', again === undefined ? undefined : at(again)],
    ['next runs', nextRunsMs.length > 0 ? nextRunsMs.map(at).join(' · ') : 'none'],
    ['last', state.lastStatus],
    ['last error', state.lastError],
    ['paused', state.pausedBecause],
  ];
  return rows.flatMap(([head, said]) => (said === undefined ? [] : [`${head.padEnd(12)}${said}`])).join('\n');
}

/** Decides the consequences of changing a job. Pure. */
import type { Job, NewJob } from './job.ts';
import type { LedgerJob } from './ledger.ts';
import { isRescheduled, readableSlotOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';

export interface UpdateDecision {
  /** Whether its schedule must be able to run, because it is new or resumes. */
  readonly checksSchedule: boolean;
  /** The same for its target and payload. */
  readonly checksTarget: boolean;
  readonly checksDelivery: boolean;
  readonly nextRunAtMs: number | null;
  /** Whether the reason of its pause, and its end, are cleared. */
  readonly forgetsPause: boolean;
  /** Why its waiting runs are skipped. */
  readonly ends?: string;
  /** Why a waiting retry is dropped. */
  readonly dropsRetry?: string;
}

export interface UpdateDecisionTerms extends SlotTerms {
  readonly nowMs: number;
  /** Slots still to come that were skipped on request: they stay skipped. */
  readonly skippedMs?: readonly number[];
}

/** @param patch the requested changes only */
export function decideUpdate(
  old: Job,
  job: NewJob,
  patch: Readonly<Record<string, unknown>>,
  { nowMs, skippedMs = [], ...slots }: UpdateDecisionTerms,
): UpdateDecision {
  const { id, state } = old;
  const rescheduled = isRescheduled(old, { ...job, id }, slots.hourlySpreadMs);
  const resumed = job.enabled && !old.enabled;
  const moved = patch['payload'] !== undefined || patch['sessionTarget'] !== undefined;
  const isLegacy = old.sessionTarget === 'legacy' && job.sessionTarget === 'legacy';
  const redirected = isRedirected(old, job);
  // A paused job's schedule may be unreadable, if it was imported so.
  let next = readableSlotOf({ ...job, id }, nowMs, slots);
  while (next !== null && skippedMs.includes(next)) next = readableSlotOf({ ...job, id }, next, slots);
  const ends = !job.enabled ? 'the job was paused' : rescheduled ? 'the job was rescheduled' : undefined;
  const dropsRetry = ends ?? (redirected ? 'the job was changed' : undefined);
  return {
    checksSchedule: rescheduled || resumed,
    checksTarget: (moved || resumed) && !isLegacy,
    checksDelivery: moved,
    nextRunAtMs: rescheduled || resumed ? next : (state.nextRunAtMs ?? next),
    // Pausing or resuming it by hand overrides the pause that there is; other changes don't end one until a time.
    forgetsPause:
      patch['enabled'] !== undefined || ((rescheduled || redirected) && state.resumesAtMs === undefined),
    ...(ends !== undefined && { ends }),
    ...(dropsRetry !== undefined && { dropsRetry }),
  };
}

/** Somebody else changed a job meanwhile: decide again. */
export class JobChanged extends Error {
  override readonly name = 'JobChanged';
}

/** @throws JobChanged unless a job, or its next slot, is as it `was` when a change of it was decided. */
export function mustBeUnchanged(found: Job | undefined, was: Job | undefined): void {
  const seen = ({ state: { nextRunAtMs }, ...job }: Job) => JSON.stringify([job, nextRunAtMs]);
  if (found && was && seen(found) !== seen(was)) throw new JobChanged();
}

/** A job that is resumed starts again without earlier failures. */
export function forgetsFailures(seen: Pick<LedgerJob, 'isEnabled'> | undefined, job: NewJob): boolean {
  return seen?.isEnabled === false && job.enabled;
}

/** Whether a job does something else, or somewhere else, than before. */
function isRedirected(old: NewJob, job: NewJob): boolean {
  const of = ({ sessionTarget, payload }: NewJob) => JSON.stringify([sessionTarget, payload]);
  return of(old) !== of(job);
}

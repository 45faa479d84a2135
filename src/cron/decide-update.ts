/** What a change of a job brings with it. Sums only. */
import type { Job, NewJob } from './job.ts';
import type { LedgerJob } from './ledger.ts';
import { isRescheduled, readableSlotOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';

export interface UpdateDecision {
  /** Its schedule has to be one that can run: it is new, or it runs again. */
  readonly checksSchedule: boolean;
  /** The same of its target and payload. */
  readonly checksTarget: boolean;
  readonly checksDelivery: boolean;
  readonly nextRunAtMs: number | null;
  /** What the desk paused it for holds no longer. */
  readonly forgetsPause: boolean;
  /** Why what waits of it is skipped. */
  readonly ends?: string;
  /** Why a retry that waits will not come. */
  readonly dropsRetry?: string;
}

/** @param patch what was asked for, and nothing else. */
export function decideUpdate(
  old: Job,
  job: NewJob,
  patch: Readonly<Record<string, unknown>>,
  { nowMs, ...slots }: SlotTerms & { readonly nowMs: number },
): UpdateDecision {
  const { id, state } = old;
  const rescheduled = isRescheduled(old, { ...job, id }, slots.hourlySpreadMs);
  const resumed = job.enabled && !old.enabled;
  const moved = patch['payload'] !== undefined || patch['sessionTarget'] !== undefined;
  const isLegacy = old.sessionTarget === 'legacy' && job.sessionTarget === 'legacy';
  const redirected = isRedirected(old, job);
  // The schedule of a paused job may be one that can't be read: it was imported so.
  const next = readableSlotOf({ ...job, id }, nowMs, slots);
  const ends = !job.enabled ? 'the job was paused' : rescheduled ? 'the job was rescheduled' : undefined;
  const dropsRetry = ends ?? (redirected ? 'the job was changed' : undefined);
  return {
    checksSchedule: rescheduled || resumed,
    checksTarget: (moved || resumed) && !isLegacy,
    checksDelivery: moved,
    nextRunAtMs: rescheduled || resumed ? next : (state.nextRunAtMs ?? next),
    // Whoever pauses it now, or lets it run, has decided: what the desk had paused it for counts no longer.
    forgetsPause: patch['enabled'] !== undefined || rescheduled || redirected,
    ...(ends !== undefined && { ends }),
    ...(dropsRetry !== undefined && { dropsRetry }),
  };
}

/** Whoever lets a job run again lets it begin anew: what failed before counts no longer. */
export function forgetsFailures(seen: Pick<LedgerJob, 'isEnabled'> | undefined, job: NewJob): boolean {
  return seen?.isEnabled === false && job.enabled;
}

/** Whether a job does something else than it did, or elsewhere. */
function isRedirected(old: NewJob, job: NewJob): boolean {
  const of = ({ sessionTarget, payload }: NewJob) => JSON.stringify([sessionTarget, payload]);
  return of(old) !== of(job);
}

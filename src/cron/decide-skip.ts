/**
 * Decides what it means to skip a job's next slot on request, and to take that back. Pure.
 *
 * The ledger records the slot as skipped at once, before it comes. A slot that is in the ledger never runs, so it also stays
 * skipped when the job is paused and resumed meanwhile.
 */
import { CronError } from './cron-error.ts';
import type { Job } from './job.ts';
import type { LedgerChange } from './ledger.ts';
import type { SkipTerms, SkipRequest, Skipped, SkippedSlot } from './skip-request.ts';
import { readableSlotOf } from './spread.ts';
import { sessionOf } from './trigger.ts';

export interface SkipDecision extends Skipped {
  readonly change: LedgerChange;
}

/** @throws CronError for a job without a next slot. */
export function decideSkip(job: Job, { by, because }: SkipRequest, terms: SkipTerms): SkipDecision {
  const { id, name, enabled, state } = job;
  const slotMs = state.nextRunAtMs;
  if (slotMs === undefined) throw nothingToSkip(name, !enabled);
  const runId = `${id}:${slotMs}`;
  const error = `skipped by ${by}${because === undefined ? '' : `: ${because}`}`;
  const run = {
    id: runId,
    jobId: id,
    jobName: name,
    session: sessionOf(job),
    trigger: 'schedule' as const,
    status: 'skipped' as const,
    slotMs,
    queuedAtMs: terms.nowMs,
    finishedAtMs: terms.nowMs,
    error,
    attempts: 0,
  };
  return {
    slotMs,
    runId,
    because: error,
    change: { runs: [run], job: { nextRunAtMs: readableSlotOf(job, slotMs, terms) } },
  };
}

/**
 * The slot comes again, if it is still to come and the job's schedule still has it.
 * @param latest the job's latest slot that was skipped before it came, or the one that the request names
 * @throws CronError when there is none to take back.
 */
export function decideUnskip(job: Job, latest: SkippedSlot | undefined, terms: SkipTerms): SkipDecision {
  const { nextRunAtMs = Infinity } = job.state;
  const isThere =
    latest !== undefined &&
    latest.slotMs > terms.nowMs &&
    readableSlotOf(job, latest.slotMs - 1, terms) === latest.slotMs;
  if (!isThere) throw nothingSkipped(job.name);
  const { slotMs, runId, because } = latest;
  // The slot of a paused job is computed when it resumes.
  const change = { removesRun: runId, job: { nextRunAtMs: Math.min(nextRunAtMs, slotMs) } };
  return { slotMs, runId, because, change };
}

function nothingToSkip(name: string, isPaused: boolean): CronError {
  const why = isPaused ? 'is paused' : 'has no further run';
  const kind = isPaused ? 'skip_paused' : 'skip_no_next';
  return new CronError('bad_job', `"${name}" ${why}: there is no next run to skip`, {
    problem: { kind, name },
  });
}

function nothingSkipped(name: string): CronError {
  return new CronError('bad_job', `no run of "${name}" that is still to come was skipped`, {
    problem: { kind: 'nothing_skipped', name },
  });
}

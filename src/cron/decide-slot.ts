/**
 * Decisions about slots without a turn: the job's text is a system event, the turn could not be made, or the slot
 * passed.
 */
import type { SessionKey } from '../sessions/key.ts';
import type { AcceptTerms } from '../sessions/turn-book.ts';
import { movedOn } from './decide-enter.ts';
import type { Missed } from './decide-enter.ts';
import type { Job } from './job.ts';
import type { EventSlot, FailedSlot } from './job-book.ts';
import { together } from './ledger.ts';
import type { LedgerChange, LedgerJob } from './ledger.ts';
import { sessionOf } from './trigger.ts';

/**
 * For a job whose text is a system event.
 * @returns undefined when the slot has a run already.
 */
export function decideEvent(
  job: Job,
  slot: EventSlot,
  { nowMs, nextRunAtMs, missed }: AcceptTerms,
  seen: { readonly job: LedgerJob | undefined; readonly isKnown: boolean },
): { readonly isNew: boolean; readonly change: LedgerChange } {
  const { id, session, text, trigger, slotMs } = slot;
  const terms = { nowMs, ...(nextRunAtMs !== undefined && { nextRunAtMs }), ...(missed && { missed }) };
  const moved = movedOn({ ...ofJob(job), trigger }, session, terms);
  if (seen.isKnown) return { isNew: false, change: moved };
  const run = {
    ...ofJob(job),
    id,
    session,
    trigger,
    status: 'ok' as const,
    slotMs,
    queuedAtMs: nowMs,
    startedAtMs: nowMs,
    finishedAtMs: nowMs,
    summary: text,
    attempts: 1,
  };
  const change: LedgerChange = {
    runs: [run],
    job: { lastStatus: 'ok', lastError: null, lastRunAtMs: nowMs, lastDurationMs: 0, failures: 0 },
    events: [{ session, id, text, atMs: nowMs }],
    removesJob:
      seen.job?.deletesAfterRun === true &&
      (nextRunAtMs === undefined ? seen.job.nextRunAtMs : nextRunAtMs) === null,
  };
  return { isNew: true, change: together(moved, change) };
}

/** For a slot whose turn could not be made: record the failure, and move the job on. */
export function decideFailedSlot(
  job: Job,
  { slotMs, trigger, error }: FailedSlot,
  { nowMs, nextRunAtMs }: { readonly nowMs: number; readonly nextRunAtMs: number | null },
  seen: LedgerJob | undefined,
): LedgerChange {
  const run = {
    ...ofJob(job),
    id: `${job.id}:${slotMs}`,
    session: sessionOf(job),
    trigger,
    status: 'failed' as const,
    slotMs,
    queuedAtMs: nowMs,
    finishedAtMs: nowMs,
    error,
    attempts: 0,
  };
  const failures = (seen?.failures ?? 0) + 1;
  return { runs: [run], job: { nextRunAtMs, lastStatus: 'failed', lastError: error, failures } };
}

/** Move the job on without a run, and record missed slots. */
export function decideAdvance(
  job: Job,
  nextRunAtMs: number | null,
  missed: Missed | undefined,
  nowMs: number,
): LedgerChange {
  const session: SessionKey = sessionOf(job);
  return movedOn({ ...ofJob(job), trigger: 'schedule' }, session, {
    nowMs,
    nextRunAtMs,
    ...(missed && { missed }),
  });
}

const ofJob = ({ id, name }: Job) => ({ jobId: id, jobName: name });

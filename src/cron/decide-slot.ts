/**
 * Decisions about slots without a turn: the job's text is a system event, the turn could not be made, or the slot
 * passed.
 */
import type { SessionKey } from '../sessions/key.ts';
import type { AcceptTerms } from '../sessions/turn-book.ts';
import { closeRetry, noticeOf } from './decide-drop.ts';
import { movedOn } from './decide-enter.ts';
import type { Missed } from './decide-enter.ts';
import type { Job } from './job.ts';
import type { EventSlot, FailedSlot, FailedSlotTerms } from './job-book.ts';
import { together } from './ledger.ts';
import type { LedgerChange, LedgerJob } from './ledger.ts';
import { FAILURES_IN_A_ROW, pausedNotice, retryRun } from './retry.ts';
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

/** For a slot whose turn could not be made: record the failure, and move the job on; too many failures pause it. */
export function decideFailedSlot(
  job: Job,
  { slotMs, trigger, attempt = 1, error }: FailedSlot,
  { mainSession, locale, ...terms }: FailedSlotTerms,
  seen: LedgerJob | undefined,
): LedgerChange {
  const { nowMs } = terms;
  const session = sessionOf(job);
  const id = trigger === 'retry' ? retryRun(job.id, { slotMs, attempt }) : `${job.id}:${slotMs}`;
  const run = {
    ...ofJob(job),
    id,
    session,
    trigger,
    status: 'failed' as const,
    slotMs,
    queuedAtMs: nowMs,
    finishedAtMs: nowMs,
    error,
    attempts: attempt - 1,
  };
  const failures = (seen?.failures ?? 0) + 1;
  const failed = together(movedOn({ ...ofJob(job), trigger }, session, terms), {
    runs: [run],
    job: { lastStatus: 'failed', lastError: error, failures, ...(trigger === 'retry' && { retry: null }) },
  });
  if (!seen?.isEnabled || failures < FAILURES_IN_A_ROW) return failed;
  const text = pausedNotice(job.name, error, locale);
  const announce = { session: mainSession, prefix: '' };
  const told = noticeOf({ id, session, run: { announce } }, { part: 'paused', text, state: 'ready' }, nowMs);
  const { change } =
    trigger === 'retry' ? { change: {} } : closeRetry(job.id, seen, 'the job was paused', nowMs);
  return together(failed, change, told, { job: { pausedBecause: pausedNotice(job.name, error) } });
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

/**
 * Decides what follows when a run ends with its turn: a retry, a pause after too many failures, or the removal of a
 * one-off that succeeded. Sessions that should know get a system event.
 */
import type { DroppedRetry } from '../sessions/turn-book.ts';
import type { RunOfTurn, Turn, TurnEnd } from '../sessions/turn.ts';
import { closeRetry, noticeOf } from './decide-drop.ts';
import { together } from './ledger.ts';
import type { LedgerChange, LedgerJob } from './ledger.ts';
import { FAILURES_IN_A_ROW, pausedNotice, retryAfter } from './retry.ts';

export interface SeenRun {
  /** Undefined when it was removed. */
  readonly job: LedgerJob | undefined;
  readonly startedAtMs?: number;
  /** Whether the turn has changed or sent something. */
  readonly hasActed: boolean;
}

export interface ClosedRun {
  readonly change: LedgerChange;
  /** Whether the same slot is retried; then nobody is told yet. */
  readonly retries?: boolean;
  /** The retry of another slot that the job had waited for and that is dropped. */
  readonly dropped?: DroppedRetry;
}

/**
 * Decide how a run ends: its row, and the changes to its job (failures in a row, the next attempt, a pause, removal).
 */
export function decideClose(
  turn: Turn,
  run: RunOfTurn,
  end: TurnEnd,
  seen: SeenRun,
  nowMs: number,
): ClosedRun {
  const succeeded = end.status === 'ok' || end.status === 'quiet';
  const failed = end.status === 'failed' || end.status === 'timed_out';
  const failures = failed ? (seen.job?.failures ?? 0) + 1 : succeeded ? 0 : undefined;
  const after = failed ? afterFailure(turn, run, end, seen, nowMs) : { change: {} };
  const { job, startedAtMs } = seen;
  const closed: LedgerChange = {
    closes: closureOf(turn.id, end, nowMs),
    job: {
      lastStatus: end.status,
      lastError: succeeded ? null : (end.error ?? end.summary),
      ...(startedAtMs !== undefined && { lastRunAtMs: startedAtMs, lastDurationMs: nowMs - startedAtMs }),
      ...(failures !== undefined && { failures }),
    },
    // If a run on request succeeds while the job's own slot waits for a retry, the job stays until that has
    // succeeded.
    removesJob: succeeded && job?.deletesAfterRun === true && job.nextRunAtMs === null && !job.retry,
    events: after.retries ? [] : announcement(turn, run, end, nowMs),
  };
  return { ...after, change: together(closed, after.change) };
}

function closureOf(id: string, { status, summary, error }: TurnEnd, atMs: number) {
  const isCut = status === 'skipped' || status === 'interrupted';
  return { id, status, atMs, summary, error: error ?? (isCut ? summary : null) };
}

/** Only the last attempt is announced; skipped and quiet runs are not. */
function announcement(
  { id }: Turn,
  { announce, jobName }: RunOfTurn,
  { status, summary }: TurnEnd,
  atMs: number,
): NonNullable<LedgerChange['events']> {
  if (!announce || status === 'skipped' || status === 'quiet') return [];
  const text = `${announce.prefix}: ${jobName}: ${summary}`;
  return [{ session: announce.session, id: `summary:${id}`, text, atMs }];
}

function afterFailure(turn: Turn, run: RunOfTurn, end: TurnEnd, seen: SeenRun, nowMs: number): ClosedRun {
  const { job, hasActed } = seen;
  if (!job?.isEnabled) return { change: {} };
  if (job.failures + 1 >= FAILURES_IN_A_ROW) return paused(turn, run, end, job, nowMs);
  const { attempt = 1, maxAttempts = 1, retryMs, slotMs } = run;
  // A second attempt would repeat what the turn has already changed or sent. Only one slot at a time is retried: a
  // run on request doesn't replace a waiting retry.
  if (hasActed || attempt >= maxAttempts || job.retry) return { change: {} };
  const retry = { slotMs, attempt: attempt + 1, atMs: nowMs + retryAfter(attempt, retryMs) };
  return { change: { job: { retry } }, retries: true };
}

function paused(turn: Turn, run: RunOfTurn, end: TurnEnd, job: LedgerJob, nowMs: number): ClosedRun {
  const error = end.error ?? end.summary;
  const text = pausedNotice(run.jobName, error, run.locale);
  const { change, dropped } = closeRetry(run.jobId, job, 'the job was paused', nowMs);
  const told = noticeOf(turn, { part: 'paused', text, state: 'held' }, nowMs);
  return {
    change: together(change, told, { job: { pausedBecause: pausedNotice(run.jobName, error) } }),
    ...(dropped && { dropped }),
  };
}

/** Decides what happens when a waiting retry is dropped: the ledger's entry, and who is told. */
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { DroppedRetry } from '../sessions/turn-book.ts';
import type { RunOfTurn, Turn } from '../sessions/turn.ts';
import { together } from './ledger.ts';
import type { LedgerChange, LedgerJob } from './ledger.ts';
import { droppedNotice, retryRun } from './retry.ts';

export interface ClosedRetry {
  readonly change: LedgerChange;
  /** Absent when no retry was waiting. */
  readonly dropped?: DroppedRetry;
}

/** Close a waiting retry without telling anybody, because the session is closed too. */
export function closeRetry(
  jobId: string,
  job: Pick<LedgerJob, 'retry'> | undefined,
  because: string,
  nowMs: number,
): ClosedRetry {
  if (!job?.retry) return { change: {} };
  const { slotMs, attempt, failed } = job.retry;
  if (!failed) return { change: { job: { retry: null } } };
  const dropped = {
    jobId,
    runId: retryRun(jobId, { slotMs, attempt }),
    because: `the retry was dropped: ${because}`,
  };
  const run = {
    id: dropped.runId,
    jobId,
    jobName: failed.jobName,
    session: failed.session,
    trigger: 'retry' as const,
    status: 'skipped' as const,
    slotMs,
    queuedAtMs: nowMs,
    finishedAtMs: nowMs,
    error: dropped.because,
    attempts: attempt - 1,
  };
  return { change: { runs: [run], job: { retry: null } }, dropped };
}

/** Drop a waiting retry, and report the failure that was not reported because of it. */
export function dropRetry(
  jobId: string,
  job: Pick<LedgerJob, 'retry'> | undefined,
  because: string,
  nowMs: number,
): LedgerChange {
  const { change } = closeRetry(jobId, job, because, nowMs);
  const { turn, jobName, attempts, error } = job?.retry?.failed ?? {};
  if (!turn || jobName === undefined || attempts === undefined) return change;
  const text = droppedNotice(jobName, { because, error: error ?? '', attempts }, turn.run?.locale);
  // Its turn ended long ago.
  return together(change, noticeOf(turn, { part: 'dropped', text, state: 'ready' }, nowMs));
}

interface Notice {
  readonly part: string;
  readonly text: string;
  readonly state: 'held' | 'ready';
}

/** Notices go to a job's session; for an isolated job, to the session that it announces to. */
export function noticeOf(
  { id, session, run }: Pick<Turn, 'id' | 'session'> & { readonly run?: Pick<RunOfTurn, 'announce'> },
  { part, text, state }: Notice,
  nowMs: number,
): LedgerChange {
  if (channelOf(session) === 'cron')
    return run?.announce
      ? { events: [{ session: run.announce.session, id: `${part}:${id}`, text, atMs: nowMs }] }
      : {};
  const key = `${id}/${part}`;
  const record = { v: 1 as const, id: key, ts: nowMs, role: 'system' as const, content: text };
  const spec = { kind: 'post' as const, channel: { id: chatIdOf(session) }, text };
  return { posts: [{ op: { key, lane: session, spec, record }, turn: id, state }] };
}

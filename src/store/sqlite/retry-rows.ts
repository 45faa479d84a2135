import type { Retry } from '../../cron/job-book.ts';
import { droppedNotice, retryRun } from '../../cron/retry.ts';
import type { DroppedRetry } from '../../sessions/turn-book.ts';
import { tellOfDrop } from './pause-notice.ts';
import { insertRun } from './run-insert.ts';
import { json, maybe, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';
import { turnOf } from './turn-rows.ts';

/**
 * A retry that was waiting will not come, and whoever was not told of the failure yet, as it was to be tried again, is
 * told now. Inside a transaction.
 */
export function dropRetry(sql: Statements, job: string, because: string, nowMs: number): void {
  const closed = closeRetry(sql, job, because, nowMs);
  if (!closed) return;
  const { failed } = closed;
  // Nobody reads it where a session is being deleted.
  const turn = sql.get(
    `SELECT turns.* FROM turns JOIN sessions ON sessions.key = turns.session
     WHERE id = ? AND sessions.state = 'open'`,
    text(failed['id']),
  );
  if (!turn) return;
  const attempts = number(failed['attempts']);
  const error = maybe(failed['error'], text) ?? '';
  tellOfDrop(sql, turnOf(turn), droppedNotice(text(failed['job_name']), { because, error, attempts }), nowMs);
}

/** @param failed the run that was to be tried again. */
interface ClosedRetry {
  readonly dropped: DroppedRetry;
  readonly failed: Row;
}

/** The same, told to nobody: where they would hear of it is closed, too. */
export function closeRetry(
  sql: Statements,
  job: string,
  because: string,
  nowMs: number,
): ClosedRetry | undefined {
  const waiting = sql.get(`SELECT retry FROM jobs WHERE id = ? AND retry IS NOT NULL`, job);
  if (!waiting) return undefined;
  const { slotMs, attempt } = json<Retry>(waiting['retry']);
  sql.run(`UPDATE jobs SET retry_at = NULL, retry = NULL WHERE id = ?`, job);
  const failed = sql.get(
    `SELECT * FROM runs WHERE job = ? AND slot = ? ORDER BY seq DESC LIMIT 1`,
    job,
    slotMs,
  );
  if (!failed) return undefined;
  const run = { jobId: job, jobName: text(failed['job_name']), slotMs, trigger: 'retry' as const, attempt };
  const dropped = {
    jobId: job,
    runId: retryRun(job, { slotMs, attempt }),
    because: `the retry was dropped: ${because}`,
  };
  insertRun(sql, run, {
    id: dropped.runId,
    session: text(failed['session']),
    status: 'skipped',
    nowMs,
    error: dropped.because,
  });
  return { dropped, failed };
}

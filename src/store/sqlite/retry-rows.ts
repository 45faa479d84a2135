import type { Retry } from '../../cron/job-book.ts';
import { droppedNotice, retryRun } from '../../cron/retry.ts';
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
  const failed = closeRetry(sql, job, because, nowMs);
  const turn = failed && sql.get(`SELECT * FROM turns WHERE id = ?`, text(failed['id']));
  if (!turn) return;
  const attempts = number(failed['attempts']);
  const error = maybe(failed['error'], text) ?? '';
  tellOfDrop(sql, turnOf(turn), droppedNotice(text(failed['job_name']), { because, error, attempts }), nowMs);
}

/** The same, told to nobody: where they would hear of it is closed, too. @returns the run that had failed. */
export function closeRetry(sql: Statements, job: string, because: string, nowMs: number): Row | undefined {
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
  insertRun(sql, run, {
    id: retryRun(job, { slotMs, attempt }),
    session: text(failed['session']),
    status: 'skipped',
    nowMs,
    error: `the retry was dropped: ${because}`,
  });
  return failed;
}

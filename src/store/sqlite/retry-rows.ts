import type { Retry } from '../../cron/job-book.ts';
import { droppedNotice } from '../../cron/retry.ts';
import { tellOfDrop } from './pause-notice.ts';
import { insertRun } from './run-insert.ts';
import { json, number, text } from './statements.ts';
import type { Statements } from './statements.ts';
import { turnOf } from './turn-rows.ts';

/**
 * A retry that was waiting will not come: its run is closed in the ledger, and whoever was not told of the failure yet,
 * as it was to be tried again, is told now. Inside a transaction.
 * @returns the run that was closed; undefined where no retry waited.
 */
export function dropRetry(sql: Statements, job: string, because: string, nowMs: number): string | undefined {
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
  const id = `${job}:${slotMs}:r${attempt}`;
  const jobName = text(failed['job_name']);
  const run = { jobId: job, jobName, slotMs, trigger: 'retry' as const, attempt };
  const error = `the retry was dropped: ${because}`;
  insertRun(sql, run, { id, session: text(failed['session']), status: 'skipped', nowMs, error });
  const turn = sql.get(`SELECT * FROM turns WHERE id = ?`, text(failed['id']));
  const notice = droppedNotice(jobName, {
    because,
    error: String(failed['error'] ?? ''),
    attempts: number(failed['attempts']),
  });
  if (turn) tellOfDrop(sql, turnOf(turn), notice, nowMs);
  return id;
}

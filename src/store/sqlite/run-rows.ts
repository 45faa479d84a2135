import type { AcceptTerms, DroppedRetry } from '../../sessions/turn-book.ts';
import type { Inbound, RunOfTurn, RunTrigger, Turn, TurnEnd } from '../../sessions/turn.ts';
import { FAILURES_IN_A_ROW, pausedNotice, retryAfter } from '../../cron/retry.ts';
import type { Delivery, RunEntry, RunStatus } from '../../cron/run.ts';
import { addEvent } from './event-rows.ts';
import { closeRetry, dropRetry } from './retry-rows.ts';
import { insertRun } from './run-insert.ts';
import { json, maybe, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over the run ledger; each must run inside one. */

/** How many runs of a job the ledger keeps: the newest. */
const KEPT = 2_000;

/**
 * Enter a slot's run and move its job to the next slot. @returns 'queued', or why it was not: then the ledger
 * says so, unless the job itself is gone.
 */
export function enterRun(sql: Statements, inbound: Inbound, run: RunOfTurn, terms: AcceptTerms): string {
  const job = sql.get(`SELECT enabled FROM jobs WHERE id = ?`, run.jobId);
  if (!job) return 'the job was removed';
  if (number(job['enabled']) === 0 && run.trigger !== 'forced') return 'the job is paused';
  const earlier = sql.get(
    `SELECT id, status FROM runs WHERE job = ? AND status IN ('queued', 'deferred', 'running')`,
    run.jobId,
  );
  if (terms.missed) recordMissed(sql, run, inbound.session, terms.missed, terms.nowMs);
  const known = sql.get(`SELECT 1 FROM runs WHERE id = ?`, inbound.id);
  if (terms.nextRunAtMs !== undefined)
    sql.run(`UPDATE jobs SET next_run_at = ? WHERE id = ?`, terms.nextRunAtMs, run.jobId);
  if (known) return 'this slot has its run already';
  // Whatever comes first, the retry or the next natural slot, ends the wait for a retry.
  if (run.trigger === 'retry')
    sql.run(`UPDATE jobs SET retry_at = NULL, retry = NULL WHERE id = ?`, run.jobId);
  else if (run.trigger !== 'forced') dropRetry(sql, run.jobId, 'its next time has come', terms.nowMs);
  const because =
    earlier && `the run of ${iso(earlier['id'])} still ${earlier['status'] === 'running' ? 'runs' : 'waits'}`;
  insertRun(sql, run, {
    id: inbound.id,
    session: inbound.session,
    status: because ? 'skipped' : 'queued',
    nowMs: terms.nowMs,
    ...(inbound.prompt && { prompt: inbound.prompt }),
    ...(because !== undefined && { error: because }),
  });
  if (because)
    sql.run(`UPDATE jobs SET last_status = 'skipped', last_error = ? WHERE id = ?`, because, run.jobId);
  prune(sql, run.jobId);
  return because ?? 'queued';
}

/** A slot of a job whose session takes nothing: the ledger says why, and the job moves to its next slot. */
export function skipSlot(
  sql: Statements,
  inbound: Inbound,
  run: RunOfTurn,
  { nowMs, nextRunAtMs, missed }: AcceptTerms,
  because: string,
): void {
  const { id, session } = inbound;
  if (missed) recordMissed(sql, run, session, missed, nowMs);
  insertRun(sql, run, { id, session, status: 'skipped', nowMs, error: because });
  if (nextRunAtMs !== undefined)
    sql.run(`UPDATE jobs SET next_run_at = ? WHERE id = ?`, nextRunAtMs, run.jobId);
  sql.run(`UPDATE jobs SET last_status = 'skipped', last_error = ? WHERE id = ?`, because, run.jobId);
  dropRetry(sql, run.jobId, because, nowMs);
  prune(sql, run.jobId);
}

function iso(runId: unknown): string {
  const slot = Number(text(runId).split(':').at(-1));
  return Number.isFinite(slot) ? new Date(slot).toISOString() : text(runId);
}

/** One ledger row for the slots that were missed: a range, when they are many. */
export function recordMissed(
  sql: Statements,
  run: RunOfTurn,
  session: string,
  missed: NonNullable<AcceptTerms['missed']>,
  nowMs: number,
): void {
  const from = new Date(missed.fromMs).toISOString();
  const error =
    missed.count === 1
      ? `missed: the slot of ${from} passed while the desk was away`
      : `missed: ${missed.count}${missed.count >= 999 ? ' or more' : ''} slots from ${from} to ${new Date(missed.toMs).toISOString()}`;
  const id = `${run.jobId}:${missed.fromMs}`;
  insertRun(sql, { ...run, slotMs: missed.fromMs }, { id, session, status: 'skipped', nowMs, error });
}

/**
 * Close a run with how its turn ended, and tell its job: a retry is due, or it failed too often and is paused, or a
 * one-shot that succeeded goes. Whoever is to be told of the end gets a system event.
 */
export function closeRun(sql: Statements, turn: Turn, end: TurnEnd, nowMs: number): ClosedRun {
  const { id, run } = turn;
  if (!run) return {};
  const error = end.error ?? (end.status === 'skipped' || end.status === 'interrupted' ? end.summary : null);
  sql.run(
    `UPDATE runs SET status = ?, finished_at = ?, summary = ?, error = ? WHERE id = ?`,
    end.status,
    nowMs,
    end.summary,
    error,
    id,
  );
  const succeeded = end.status === 'ok' || end.status === 'quiet';
  const failed = end.status === 'failed' || end.status === 'timed_out';
  sql.run(
    `UPDATE jobs SET last_status = ?, last_error = ?,
       last_run_at = coalesce((SELECT started_at FROM runs WHERE runs.id = ?), last_run_at),
       last_duration = coalesce((SELECT finished_at - started_at FROM runs WHERE runs.id = ?), last_duration),
       failures = CASE WHEN ? THEN 0 WHEN ? THEN failures + 1 ELSE failures END
     WHERE id = ?`,
    end.status,
    succeeded ? null : (end.error ?? end.summary),
    id,
    id,
    succeeded ? 1 : 0,
    failed ? 1 : 0,
    run.jobId,
  );
  const closed = failed ? afterFailure(sql, turn, run, end, nowMs) : {};
  // Whoever waits for the last attempt is told of that one only.
  if (run.announce && end.status !== 'skipped' && !closed.retries) {
    const text = `${run.announce.prefix}: ${run.jobName}: ${end.summary}`;
    addEvent(sql, run.announce.session, { id: `summary:${id}`, text, atMs: nowMs });
  }
  // One that is run by hand while its own slot is still to be tried again stays until that has succeeded.
  if (succeeded)
    sql.run(
      `DELETE FROM jobs WHERE id = ? AND json_extract(job, '$.deleteAfterRun') = 1 AND next_run_at IS NULL
         AND retry IS NULL`,
      run.jobId,
    );
  return closed;
}

/** What follows from a run's end. */
export interface ClosedRun {
  /** The same slot is tried again: nobody is told yet. */
  readonly retries?: boolean;
  /** The job was paused, and this is what its session is told. */
  readonly notice?: string;
  /** The job had been waiting to try another slot again, and doesn't any more. */
  readonly dropped?: DroppedRetry;
}

function afterFailure(sql: Statements, turn: Turn, run: RunOfTurn, end: TurnEnd, nowMs: number): ClosedRun {
  const job = sql.get(`SELECT failures, enabled, retry FROM jobs WHERE id = ?`, run.jobId);
  if (job && number(job['enabled']) === 1 && number(job['failures']) >= FAILURES_IN_A_ROW) {
    const notice = pausedNotice(run.jobName, end.error ?? end.summary);
    const dropped = closeRetry(sql, run.jobId, 'the job was paused', nowMs)?.dropped;
    sql.run(
      `UPDATE jobs SET enabled = 0, job = json_set(job, '$.enabled', json('false')), paused_because = ? WHERE id = ?`,
      notice,
      run.jobId,
    );
    return { notice, ...(dropped && { dropped }) };
  }
  const { attempt = 1, maxAttempts = 1, retryMs } = run;
  // What a turn has already changed or sent, a second attempt would change or send again.
  const acted = sql.get(`SELECT 1 FROM effects WHERE turn = ?`, turn.id);
  if (!job || number(job['enabled']) === 0 || acted || attempt >= maxAttempts) return {};
  // Only one slot at a time is tried again: a run by hand doesn't take that from the one that waits.
  if (job['retry'] !== null) return {};
  sql.run(
    `UPDATE jobs SET retry_at = ?, retry = ? WHERE id = ?`,
    nowMs + retryAfter(attempt, retryMs),
    JSON.stringify({ slotMs: run.slotMs, attempt: attempt + 1 }),
    run.jobId,
  );
  return { retries: true };
}

/** A slot whose turn could not even be made: it failed, and its job moves on. */
export function recordFailedSlot(
  sql: Statements,
  run: RunOfTurn,
  session: string,
  error: string,
  { nowMs, nextRunAtMs }: { nowMs: number; nextRunAtMs: number | null },
): void {
  insertRun(sql, run, { id: `${run.jobId}:${run.slotMs}`, session, status: 'failed', nowMs, error });
  sql.run(`UPDATE runs SET finished_at = ? WHERE id = ?`, nowMs, `${run.jobId}:${run.slotMs}`);
  sql.run(
    `UPDATE jobs SET next_run_at = ?, last_status = 'failed', last_error = ?, failures = failures + 1 WHERE id = ?`,
    nextRunAtMs,
    error,
    run.jobId,
  );
  prune(sql, run.jobId);
}

/** A slot of a job without a turn: its text is a system event, and the ledger says so. */
export function recordEvent(sql: Statements, run: RunOfTurn, event: EventRun, terms: AcceptTerms): boolean {
  if (terms.missed) recordMissed(sql, run, event.session, terms.missed, terms.nowMs);
  if (terms.nextRunAtMs !== undefined)
    sql.run(`UPDATE jobs SET next_run_at = ? WHERE id = ?`, terms.nextRunAtMs, run.jobId);
  if (sql.get(`SELECT 1 FROM runs WHERE id = ?`, event.id)) return false;
  const { nowMs } = terms;
  insertRun(sql, run, { id: event.id, session: event.session, status: 'ok', nowMs });
  sql.run(
    `UPDATE runs SET started_at = ?, finished_at = ?, summary = ?, attempts = 1 WHERE id = ?`,
    nowMs,
    nowMs,
    event.text,
    event.id,
  );
  sql.run(
    `UPDATE jobs SET last_status = 'ok', last_error = NULL, last_run_at = ?, last_duration = 0, failures = 0 WHERE id = ?`,
    nowMs,
    run.jobId,
  );
  addEvent(sql, event.session, { id: event.id, text: event.text, atMs: nowMs });
  sql.run(
    `DELETE FROM jobs WHERE id = ? AND json_extract(job, '$.deleteAfterRun') = 1 AND next_run_at IS NULL`,
    run.jobId,
  );
  prune(sql, run.jobId);
  return true;
}

interface EventRun {
  readonly id: string;
  readonly session: string;
  readonly text: string;
}

function prune(sql: Statements, job: string): void {
  sql.run(
    `DELETE FROM runs WHERE job = ? AND status NOT IN ('queued', 'deferred', 'running') AND seq <=
       (SELECT seq FROM runs WHERE job = ? ORDER BY seq DESC LIMIT 1 OFFSET ${KEPT})`,
    job,
    job,
  );
}

/** A ledger row as it is shown. `delivery` is computed from the ops of the run's turn. */
export function runOf(row: Row, delivery: Delivery, detail: boolean): RunEntry {
  const started = maybe(row['started_at'], number);
  const finished = maybe(row['finished_at'], number);
  const deferred = maybe(row['deferred_at'], number);
  const summary = maybe(row['summary'], text);
  const error = maybe(row['error'], text);
  return {
    runId: text(row['id']),
    jobId: text(row['job']),
    jobName: text(row['job_name']),
    sessionKey: text(row['session']),
    trigger: text(row['trigger']) as RunTrigger,
    status: text(row['status']) as RunStatus,
    delivery,
    scheduledForMs: number(row['slot']),
    queuedAtMs: number(row['queued_at']),
    ...(started !== undefined && { startedAtMs: started }),
    ...(finished !== undefined && { finishedAtMs: finished }),
    ...(deferred !== undefined && started !== undefined && { deferredMs: started - deferred }),
    ...(started !== undefined && finished !== undefined && { durationMs: finished - started }),
    ...(summary !== undefined && { summary }),
    ...(error !== undefined && { error }),
    promptRef: json(row['prompt_ref']),
    attempts: number(row['attempts']),
    ...(detail && { prompt: text(row['prompt']), variables: json<Record<string, string>>(row['variables']) }),
  };
}

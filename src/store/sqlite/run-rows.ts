import type { AcceptTerms } from '../../sessions/turn-book.ts';
import type { Inbound, RenderedPrompt, RunOfTurn, RunTrigger, TurnEnd } from '../../sessions/turn.ts';
import type { Delivery, RunEntry, RunStatus } from '../../cron/run.ts';
import { json, maybe, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over the run ledger; each must run inside one. */

/** A slot that never was rendered. */
const NO_PROMPT = { id: 'none', version: 0, sha256: '' };

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

function iso(runId: unknown): string {
  const slot = Number(text(runId).split(':').at(-1));
  return Number.isFinite(slot) ? new Date(slot).toISOString() : text(runId);
}

interface RunRow {
  readonly id: string;
  readonly session: string;
  readonly status: RunStatus;
  readonly nowMs: number;
  readonly prompt?: RenderedPrompt;
  readonly error?: string;
}

function insertRun(sql: Statements, run: RunOfTurn, row: RunRow): void {
  sql.run(
    `INSERT OR IGNORE INTO runs (id, job, job_name, session, trigger, status, slot, queued_at, finished_at, error,
       prompt_ref, prompt, variables) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    run.jobId,
    run.jobName,
    row.session,
    run.trigger,
    row.status,
    run.slotMs,
    row.nowMs,
    row.status === 'skipped' ? row.nowMs : null,
    row.error ?? null,
    JSON.stringify(row.prompt?.ref ?? NO_PROMPT),
    row.prompt?.text ?? '',
    JSON.stringify(row.prompt?.variables ?? {}),
  );
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
      : `missed: ${missed.count} slots from ${from} to ${new Date(missed.toMs).toISOString()}`;
  const id = `${run.jobId}:${missed.fromMs}`;
  insertRun(sql, { ...run, slotMs: missed.fromMs }, { id, session, status: 'skipped', nowMs, error });
}

/** Close a run with how its turn ended, and tell its job. A one-shot goes once it succeeded. */
export function closeRun(sql: Statements, id: string, job: string, end: TurnEnd, nowMs: number): void {
  sql.run(
    `UPDATE runs SET status = ?, finished_at = ?, summary = ?, error = ? WHERE id = ?`,
    end.status,
    nowMs,
    end.summary,
    end.error ?? (end.status === 'skipped' || end.status === 'interrupted' ? end.summary : null),
    id,
  );
  const succeeded = end.status === 'ok' || end.status === 'quiet';
  const failed = end.status === 'failed' || end.status === 'timed_out';
  sql.run(
    `UPDATE jobs SET last_status = ?, last_error = ?,
       last_run_at = coalesce((SELECT started_at FROM runs WHERE runs.id = ?), last_run_at),
       last_duration = (SELECT finished_at - started_at FROM runs WHERE runs.id = ?),
       failures = CASE WHEN ? THEN 0 WHEN ? THEN failures + 1 ELSE failures END
     WHERE id = ?`,
    end.status,
    succeeded ? null : (end.error ?? end.summary),
    id,
    id,
    succeeded ? 1 : 0,
    failed ? 1 : 0,
    job,
  );
  if (succeeded)
    sql.run(
      `DELETE FROM jobs WHERE id = ? AND json_extract(job, '$.deleteAfterRun') = 1 AND next_run_at IS NULL`,
      job,
    );
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

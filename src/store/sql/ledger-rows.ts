import { KEPT_RUNS } from '../../cron/ledger.ts';
import type { FailedRun, JobChange, LedgerChange, LedgerJob, NewRun, RunClosure } from '../../cron/ledger.ts';
import type { Retry, WrittenJob } from '../../cron/job-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { addEvent } from './event-rows.ts';
import { insertOps } from './op-rows.ts';
import type { Reads, Transaction } from './sql.ts';
import { flag, json, maybe, number, text } from './values.ts';
import { turnOf } from './turn-rows.ts';

/** Reads and changes for decisions about runs. They must run in a transaction. */

/** A job as decisions see it; undefined when it was removed. */
export async function ledgerJob(sql: Reads, id: string): Promise<LedgerJob | undefined> {
  const row = await sql.get(`SELECT enabled, failures, next_run_at, retry, job FROM jobs WHERE id = ?`, id);
  if (!row) return undefined;
  const retry = maybe(row['retry'], json<Retry>);
  const failed = retry && (await failedRun(sql, id, retry.slotMs));
  return {
    isEnabled: flag(row['enabled']),
    failures: number(row['failures']),
    nextRunAtMs: maybe(row['next_run_at'], number) ?? null,
    deletesAfterRun: deletesAfterRun(text(row['job'])),
    ...(retry && { retry: { ...retry, ...(failed && { failed }) } }),
  };
}

/** Avoids parsing the text of most jobs. */
function deletesAfterRun(job: string): boolean {
  return job.includes('"deleteAfterRun"') && json<WrittenJob>(job).deleteAfterRun === true;
}

async function failedRun(sql: Reads, job: string, slotMs: number): Promise<FailedRun | undefined> {
  const run = await sql.get(
    `SELECT * FROM runs WHERE job = ? AND slot = ? ORDER BY seq DESC LIMIT 1`,
    job,
    slotMs,
  );
  if (!run) return undefined;
  const turn = await sql.get(
    `SELECT turns.* FROM turns JOIN sessions ON sessions.key = turns.session
     WHERE id = ? AND sessions.state = 'open'`,
    text(run['id']),
  );
  return {
    jobName: text(run['job_name']),
    session: text(run['session']) as SessionKey,
    attempts: number(run['attempts']),
    error: maybe(run['error'], text) ?? '',
    ...(turn && { turn: turnOf(turn) }),
  };
}

/** Whether the ledger has a run with this id. */
export async function isRun(sql: Reads, id: string): Promise<boolean> {
  return (await sql.get(`SELECT 1 FROM runs WHERE id = ?`, id)) !== undefined;
}

/** Apply what was decided about the runs of a job. */
export async function changeLedger(tx: Transaction, job: string, change: LedgerChange): Promise<void> {
  const { runs = [], closes, removesRun, events = [], posts = [] } = change;
  for (const run of runs) await insertRun(tx, run);
  if (closes) await closeRun(tx, closes);
  if (removesRun !== undefined) await tx.run(`DELETE FROM runs WHERE id = ?`, removesRun);
  if (change.job) await changeJob(tx, job, change.job);
  for (const { session, ...event } of events) await addEvent(tx, session, event);
  for (const { op, ...as } of posts) await insertOps(tx, [op], as);
  if (change.removesJob) await tx.run(`DELETE FROM jobs WHERE id = ?`, job);
  if (runs.length > 0) await dropSurplusRuns(tx, job, KEPT_RUNS);
}

/** For a slot whose prompt was never rendered. */
const NO_PROMPT = { ref: { id: 'none', version: 0, sha256: '' }, text: '', variables: {} };

async function insertRun(tx: Transaction, { prompt = NO_PROMPT, ...run }: NewRun): Promise<void> {
  await tx.run(
    `INSERT INTO runs (id, job, job_name, session, trigger, status, slot, queued_at, started_at, finished_at,
       summary, error, prompt_ref, prompt, variables, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    run.id,
    run.jobId,
    run.jobName,
    run.session,
    run.trigger,
    run.status,
    run.slotMs,
    run.queuedAtMs,
    run.startedAtMs ?? null,
    run.finishedAtMs ?? null,
    run.summary ?? null,
    run.error ?? null,
    JSON.stringify(prompt.ref),
    prompt.text,
    JSON.stringify(prompt.variables),
    run.attempts,
  );
}

async function closeRun(tx: Transaction, { id, status, atMs, summary, error }: RunClosure): Promise<void> {
  await tx.run(
    `UPDATE runs SET status = ?, finished_at = ?, summary = ?, error = ? WHERE id = ?`,
    status,
    atMs,
    summary,
    error,
    id,
  );
}

async function changeJob(
  tx: Transaction,
  id: string,
  { retry, pausedBecause, ...change }: JobChange,
): Promise<void> {
  const columns = {
    next_run_at: change.nextRunAtMs,
    last_status: change.lastStatus,
    last_error: change.lastError,
    last_run_at: change.lastRunAtMs,
    last_duration: change.lastDurationMs,
    failures: change.failures,
    paused_because: pausedBecause,
    enabled: pausedBecause === undefined ? undefined : 0,
    retry_at: retry && retry.atMs,
    retry: retry && JSON.stringify({ slotMs: retry.slotMs, attempt: retry.attempt }),
  };
  const set = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  if (set.length === 0) return;
  await tx.run(
    `UPDATE jobs SET ${set.map(({ name }) => `${name} = ?`).join(', ')} WHERE id = ?`,
    ...set.map(({ value }) => value),
    id,
  );
}

/** @returns how many of a job's ended runs were dropped, as newer ones are enough. */
export function dropSurplusRuns(tx: Transaction, job: string, keep: number): Promise<number> {
  return tx.run(
    `DELETE FROM runs WHERE job = ? AND status NOT IN ('queued', 'deferred', 'running') AND seq <=
       (SELECT seq FROM runs WHERE job = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
    ...[job, job, keep],
  );
}

import { KEPT_RUNS } from '../../cron/ledger.ts';
import type { FailedRun, JobChange, LedgerChange, LedgerJob, NewRun, RunClosure } from '../../cron/ledger.ts';
import type { Retry } from '../../cron/job-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { addEvent } from './event-rows.ts';
import { insertOps } from './op-rows.ts';
import { json, maybe, number, text } from './statements.ts';
import type { Statements } from './statements.ts';
import { turnOf } from './turn-rows.ts';

/** What decisions over the ledger of runs see, and what they change; each must run inside a transaction. */

/** A job as decisions see it; undefined when it was removed. */
export function ledgerJob(sql: Statements, id: string): LedgerJob | undefined {
  const row = sql.get(
    `SELECT enabled, failures, next_run_at, retry, json_extract(job, '$.deleteAfterRun') AS goes FROM jobs WHERE id = ?`,
    id,
  );
  if (!row) return undefined;
  const retry = maybe(row['retry'], json<Retry>);
  const failed = retry && failedRun(sql, id, retry.slotMs);
  return {
    isEnabled: number(row['enabled']) === 1,
    failures: number(row['failures']),
    nextRunAtMs: maybe(row['next_run_at'], number) ?? null,
    deletesAfterRun: row['goes'] === 1,
    ...(retry && { retry: { ...retry, ...(failed && { failed }) } }),
  };
}

function failedRun(sql: Statements, job: string, slotMs: number): FailedRun | undefined {
  const run = sql.get(`SELECT * FROM runs WHERE job = ? AND slot = ? ORDER BY seq DESC LIMIT 1`, job, slotMs);
  if (!run) return undefined;
  const turn = sql.get(
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

export function isRun(sql: Statements, id: string): boolean {
  return sql.get(`SELECT 1 FROM runs WHERE id = ?`, id) !== undefined;
}

/** Carry out what was decided about the runs of a job. */
export function changeLedger(sql: Statements, job: string, change: LedgerChange): void {
  const { runs = [], closes, events = [], posts = [] } = change;
  for (const run of runs) insertRun(sql, run);
  if (closes) closeRun(sql, closes);
  if (change.job) changeJob(sql, job, change.job);
  for (const { session, ...event } of events) addEvent(sql, session, event);
  for (const { op, ...as } of posts) insertOps(sql, [op], as);
  if (change.removesJob) sql.run(`DELETE FROM jobs WHERE id = ?`, job);
  if (runs.length > 0) prune(sql, job);
}

/** A slot that never was rendered. */
const NO_PROMPT = { ref: { id: 'none', version: 0, sha256: '' }, text: '', variables: {} };

function insertRun(sql: Statements, { prompt = NO_PROMPT, ...run }: NewRun): void {
  sql.run(
    `INSERT OR IGNORE INTO runs (id, job, job_name, session, trigger, status, slot, queued_at, started_at, finished_at,
       summary, error, prompt_ref, prompt, variables, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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

function closeRun(sql: Statements, { id, status, atMs, summary, error }: RunClosure): void {
  sql.run(
    `UPDATE runs SET status = ?, finished_at = ?, summary = ?, error = ? WHERE id = ?`,
    status,
    atMs,
    summary,
    error,
    id,
  );
}

function changeJob(sql: Statements, id: string, { retry, pausedBecause, ...change }: JobChange): void {
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
  const set = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (set.length === 0) return;
  const paused = pausedBecause === undefined ? '' : `, job = json_set(job, '$.enabled', json('false'))`;
  sql.run(
    `UPDATE jobs SET ${set.map(([name]) => `${name} = ?`).join(', ')}${paused} WHERE id = ?`,
    ...set.map(([, value]) => value),
    id,
  );
}

function prune(sql: Statements, job: string): void {
  sql.run(
    `DELETE FROM runs WHERE job = ? AND status NOT IN ('queued', 'deferred', 'running') AND seq <=
       (SELECT seq FROM runs WHERE job = ? ORDER BY seq DESC LIMIT 1 OFFSET ${KEPT_RUNS})`,
    job,
    job,
  );
}

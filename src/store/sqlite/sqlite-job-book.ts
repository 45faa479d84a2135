import { dropRetry } from '../../cron/decide-drop.ts';
import { forgetsFailures } from '../../cron/decide-update.ts';
import { decideAdvance, decideEvent, decideFailedSlot } from '../../cron/decide-slot.ts';
import type { Job, NewJob } from '../../cron/job.ts';
import { boundTo } from '../../cron/job.ts';
import type {
  EventSlot,
  FailedSlot,
  JobBook,
  Retry,
  UpdateTerms,
  WaitingRun,
  WrittenJob,
} from '../../cron/job-book.ts';
import { deliveryOf } from '../../cron/run.ts';
import type { RunEntry } from '../../cron/run.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { AcceptTerms, EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { statesOf } from './op-rows.ts';
import { changeLedger, isRun, ledgerJob } from './ledger-rows.ts';
import { runOf } from './run-rows.ts';
import { Statements, json, maybe, number, text } from './statements.ts';
import type { Row } from './statements.ts';

/** Said besides the status itself wherever open runs are looked for: SQLite then takes their index, not the ledger. */
const OPEN = `status IN ('queued', 'deferred', 'running')`;

const SELECT = `SELECT jobs.*,
  (SELECT started_at FROM runs WHERE runs.job = jobs.id AND ${OPEN} AND status = 'running') AS running_since,
  (SELECT deferred_at FROM runs WHERE runs.job = jobs.id AND ${OPEN} AND status = 'deferred') AS deferred_since
  FROM jobs`;

export class SqliteJobBook implements JobBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  add(job: WrittenJob, mark?: EffectMark): Promise<Job> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      const { past = {}, ...written } = job;
      this.#sql.run(
        `INSERT INTO jobs (id, job, session, enabled, system, next_run_at, created_at, updated_at,
           last_run_at, last_status, last_error, last_duration, paused_because)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        job.id,
        JSON.stringify(written),
        boundTo(job) ?? null,
        job.enabled ? 1 : 0,
        job.createdBy?.kind === 'system' ? 1 : 0,
        job.nextRunAtMs,
        job.createdAtMs,
        job.updatedAtMs,
        past.lastRunAtMs ?? null,
        past.lastStatus ?? null,
        past.lastError ?? null,
        past.lastDurationMs ?? null,
        past.pausedBecause ?? null,
      );
      return this.#get(job.id)!;
    });
  }

  update(id: string, job: WrittenJob, terms: UpdateTerms): Promise<Job | undefined> {
    return this.#commits.run(() => {
      markEffect(this.#sql, terms.mark);
      if (terms.dropsRetry !== undefined) this.#dropRetry(id, terms.dropsRetry, job.updatedAtMs);
      this.#sql.run(
        `UPDATE jobs SET job = ?, session = ?, enabled = ?, next_run_at = ?, updated_at = ?,
           failures = CASE WHEN ? THEN 0 ELSE failures END,
           paused_because = CASE WHEN ? THEN NULL ELSE paused_because END WHERE id = ?`,
        JSON.stringify(job),
        boundTo(job) ?? null,
        job.enabled ? 1 : 0,
        job.nextRunAtMs,
        job.updatedAtMs,
        forgetsFailures(ledgerJob(this.#sql, id), job) ? 1 : 0,
        terms.forgetsPause ? 1 : 0,
        id,
      );
      return this.#get(id);
    });
  }

  remove(
    id: string,
    { because, nowMs, mark }: { because: string; nowMs: number; mark?: EffectMark | undefined },
  ): Promise<boolean> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      this.#dropRetry(id, because, nowMs);
      return this.#sql.run(`DELETE FROM jobs WHERE id = ?`, id) > 0;
    });
  }

  #dropRetry(id: string, because: string, nowMs: number): void {
    changeLedger(this.#sql, id, dropRetry(id, ledgerJob(this.#sql, id), because, nowMs));
  }

  async get(id: string): Promise<Job | undefined> {
    return this.#get(id);
  }

  #get(id: string): Job | undefined {
    const row = this.#sql.get(`${SELECT} WHERE id = ?`, id);
    return row && jobOf(row);
  }

  async list(filter: { session?: SessionKey; includeDisabled?: boolean } = {}): Promise<Job[]> {
    const rows = this.#sql.all(
      `${SELECT} WHERE (? IS NULL OR session = ?) AND (? OR enabled = 1) ORDER BY created_at, id`,
      filter.session ?? null,
      filter.session ?? null,
      filter.includeDisabled ? 1 : 0,
    );
    return rows.map(jobOf);
  }

  async due(nowMs: number, limit: number): Promise<Job[]> {
    const rows = this.#sql.all(
      `${SELECT} WHERE enabled = 1 AND next_run_at IS NOT NULL AND next_run_at <= ? ORDER BY next_run_at LIMIT ?`,
      nowMs,
      limit,
    );
    return rows.map(jobOf);
  }

  async dueRetries(nowMs: number, limit: number): Promise<{ job: Job; retry: Retry }[]> {
    const rows = this.#sql.all(
      `${SELECT} WHERE enabled = 1 AND retry IS NOT NULL AND retry_at IS NOT NULL AND retry_at <= ? ORDER BY retry_at LIMIT ?`,
      nowMs,
      limit,
    );
    return rows.map((row) => ({ job: jobOf(row), retry: json<Retry>(row['retry']) }));
  }

  async earliest(): Promise<number | undefined> {
    const row = this.#sql.get(
      `SELECT (SELECT min(next_run_at) FROM jobs WHERE enabled = 1 AND next_run_at IS NOT NULL) AS slot,
         (SELECT min(retry_at) FROM jobs WHERE enabled = 1 AND retry_at IS NOT NULL AND retry IS NOT NULL) AS retry`,
    );
    const times = [maybe(row?.['slot'], number), maybe(row?.['retry'], number)];
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  fireEvent(job: Job, slot: EventSlot, terms: AcceptTerms): Promise<boolean> {
    return this.#commits.run(() => {
      const seen = { job: ledgerJob(this.#sql, job.id), isKnown: isRun(this.#sql, slot.id) };
      const { isNew, change } = decideEvent(job, slot, terms, seen);
      changeLedger(this.#sql, job.id, change);
      return isNew;
    });
  }

  failSlot(job: Job, slot: FailedSlot, terms: { nowMs: number; nextRunAtMs: number | null }): Promise<void> {
    return this.#commits.run(() => {
      const seen = ledgerJob(this.#sql, job.id);
      changeLedger(this.#sql, job.id, decideFailedSlot(job, slot, terms, seen));
    });
  }

  advance(
    id: string,
    nextRunAtMs: number | null,
    missed?: { fromMs: number; toMs: number; count: number },
    nowMs = 0,
  ): Promise<void> {
    return this.#commits.run(() => {
      const job = this.#get(id);
      if (job) changeLedger(this.#sql, id, decideAdvance(job, nextRunAtMs, missed, nowMs));
    });
  }

  reanchor(id: string, anchorMs: number, nextRunAtMs: number): Promise<void> {
    return this.#commits.run(() => {
      const job = `json_set(job, '$.schedule.anchorMs', ?)`;
      this.#sql.run(`UPDATE jobs SET job = ${job}, next_run_at = ? WHERE id = ?`, anchorMs, nextRunAtMs, id);
    });
  }

  moveRetries(byMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE jobs SET retry_at = retry_at + ? WHERE retry_at IS NOT NULL`, byMs);
    });
  }

  async counts(): Promise<{ jobs: number; running: number; deferred: number }> {
    const count = (sql: string) => number(this.#sql.get(sql)?.['n']);
    return {
      jobs: count(`SELECT count(*) AS n FROM jobs`),
      running: count(`SELECT count(*) AS n FROM runs WHERE ${OPEN} AND status = 'running'`),
      deferred: count(`SELECT count(*) AS n FROM runs WHERE ${OPEN} AND status = 'deferred'`),
    };
  }

  async waiting(): Promise<WaitingRun[]> {
    const rows = this.#sql.all(
      `SELECT job, job_name, deferred_at FROM runs WHERE ${OPEN} AND status = 'deferred' ORDER BY deferred_at, seq`,
    );
    return rows.map((row) => ({
      jobId: text(row['job']),
      name: text(row['job_name']),
      since: number(row['deferred_at']),
    }));
  }

  async runs(job: string, limit: number, detail: boolean): Promise<RunEntry[]> {
    const rows = this.#sql.all(
      `SELECT * FROM runs WHERE job = ? ORDER BY slot DESC, seq DESC LIMIT ?`,
      job,
      limit,
    );
    return rows.map((row) => runOf(row, deliveryOf(statesOf(this.#sql, text(row['id']))), detail));
  }

  async retryOf(job: string): Promise<Retry | undefined> {
    const row = this.#sql.get(`SELECT retry FROM jobs WHERE id = ? AND retry IS NOT NULL`, job);
    return row && json<Retry>(row['retry']);
  }

  async openRun(job: string): Promise<{ id: string; waiting: boolean } | undefined> {
    const row = this.#sql.get(`SELECT id, status FROM runs WHERE job = ? AND ${OPEN}`, job);
    return row && { id: text(row['id']), waiting: row['status'] !== 'running' };
  }
}

/** A row as the contract shows it: what was written, and the state that the ledger keeps. */
function jobOf(row: Row): Job {
  const { nextRunAtMs: _written, ...written } = json<NewJob & WrittenJob>(row['job']);
  const state = {
    nextRunAtMs: row['enabled'] === 1 ? maybe(row['next_run_at'], number) : undefined,
    lastRunAtMs: maybe(row['last_run_at'], number),
    lastStatus: maybe(row['last_status'], text),
    lastError: maybe(row['last_error'], text),
    lastDurationMs: maybe(row['last_duration'], number),
    runningSince: maybe(row['running_since'], number),
    deferredSince: maybe(row['deferred_since'], number),
    pausedBecause: maybe(row['paused_because'], text),
  };
  const known = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
  return { ...written, state: known };
}

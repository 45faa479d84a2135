import { decideSkip, decideUnskip } from '../../cron/decide-skip.ts';
import type { Skipped, SkipTerms, SkipRequest, SkippedSlot } from '../../cron/skip-request.ts';
import { dropRetry } from '../../cron/decide-drop.ts';
import { forgetsFailures, mustBeUnchanged } from '../../cron/decide-update.ts';
import { decideAdvance, decideEvent, decideFailedSlot } from '../../cron/decide-slot.ts';
import type { Job } from '../../cron/job.ts';
import { boundTo } from '../../cron/job.ts';
import type {
  EventSlot,
  FailedSlot,
  FailedSlotTerms,
  JobBook,
  RemoveTerms,
  Retry,
  UpdateTerms,
  WaitingRun,
  WrittenJob,
} from '../../cron/job-book.ts';
import { deliveryOf } from '../../cron/run.ts';
import type { RunEntry } from '../../cron/run.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { AcceptTerms, EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import { statesOf } from './op-rows.ts';
import { OPEN_RUNS, SELECT_JOBS, jobById, jobOf } from './job-rows.ts';
import { changeLedger, isRun, ledgerJob } from './ledger-rows.ts';
import { SKIPPED_AHEAD, latestSkipped, runOf, skippedOf } from './run-rows.ts';
import { isOpenSession, journal } from './session-rows.ts';
import type { Sql, Transaction } from './sql.ts';
import { bit, json, maybe, number, text } from './values.ts';

type JobFilter = { readonly session?: SessionKey; readonly includeDisabled?: boolean };

export class SqlJobBook implements JobBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(job: WrittenJob, mark?: EffectMark, isSame?: (other: Job) => boolean): Promise<Job> {
    return this.#sql.transaction(async (tx) => {
      const same = isSame && (await jobsBoundTo(tx, boundTo(job))).find(isSame);
      if (same) return same;
      await markEffect(tx, mark);
      const { past = {}, ...written } = job;
      await tx.run(
        `INSERT INTO jobs (id, job, session, enabled, system, next_run_at, created_at, updated_at,
           last_run_at, last_status, last_error, last_duration, paused_because)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        job.id,
        JSON.stringify(written),
        boundTo(job) ?? null,
        bit(job.enabled),
        bit(job.createdBy?.kind === 'system'),
        job.nextRunAtMs,
        job.createdAtMs,
        job.updatedAtMs,
        past.lastRunAtMs ?? null,
        past.lastStatus ?? null,
        past.lastError ?? null,
        past.lastDurationMs ?? null,
        past.pausedBecause ?? null,
      );
      return (await jobById(tx, job.id))!;
    });
  }

  update(id: string, job: WrittenJob, terms: UpdateTerms): Promise<Job | undefined> {
    return this.#sql.transaction(async (tx) => {
      mustBeUnchanged(await jobById(tx, id), terms.was);
      await markEffect(tx, terms.mark);
      if (terms.dropsRetry !== undefined) await dropRetryOf(tx, id, terms.dropsRetry, job.updatedAtMs);
      await tx.run(
        `UPDATE jobs SET job = ?, session = ?, enabled = ?, next_run_at = ?, updated_at = ?,
           failures = CASE WHEN ? = 1 THEN 0 ELSE failures END,
           paused_because = CASE WHEN ? = 1 THEN ? ELSE paused_because END,
           resumes_at = CASE WHEN ? = 1 THEN ? ELSE resumes_at END WHERE id = ?`,
        JSON.stringify(job),
        boundTo(job) ?? null,
        bit(job.enabled),
        job.nextRunAtMs,
        job.updatedAtMs,
        bit(forgetsFailures(await ledgerJob(tx, id), job)),
        bit(terms.forgetsPause),
        terms.pause?.because ?? null,
        bit(terms.forgetsPause),
        terms.pause?.resumesAtMs ?? null,
        id,
      );
      return jobById(tx, id);
    });
  }

  remove(id: string, { because, nowMs, mark, record }: RemoveTerms): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      await markEffect(tx, mark);
      await dropRetryOf(tx, id, because, nowMs);
      if (record) await remember(tx, id, record);
      return (await tx.run(`DELETE FROM jobs WHERE id = ?`, id)) > 0;
    });
  }

  get(id: string): Promise<Job | undefined> {
    return jobById(this.#sql, id);
  }

  async list({ session, includeDisabled = false }: JobFilter = {}): Promise<Job[]> {
    const where = [...(session ? ['session = ?'] : []), ...(includeDisabled ? [] : ['enabled = 1'])];
    const rows = await this.#sql.all(
      `${SELECT_JOBS} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY created_at, id`,
      ...(session ? [session] : []),
    );
    return rows.map(jobOf);
  }

  async due(nowMs: number, limit: number): Promise<Job[]> {
    const rows = await this.#sql.all(
      `${SELECT_JOBS} WHERE enabled = 1 AND next_run_at IS NOT NULL AND next_run_at <= ? ORDER BY next_run_at LIMIT ?`,
      nowMs,
      limit,
    );
    return rows.map(jobOf);
  }

  async dueRetries(nowMs: number, limit: number): Promise<{ job: Job; retry: Retry }[]> {
    const rows = await this.#sql.all(
      `${SELECT_JOBS} WHERE enabled = 1 AND retry IS NOT NULL AND retry_at IS NOT NULL AND retry_at <= ? ORDER BY retry_at LIMIT ?`,
      nowMs,
      limit,
    );
    return rows.map((row) => ({ job: jobOf(row), retry: json<Retry>(row['retry']) }));
  }

  async earliest(): Promise<number | undefined> {
    const row = await this.#sql.get(
      `SELECT (SELECT min(next_run_at) FROM jobs WHERE enabled = 1 AND next_run_at IS NOT NULL) AS slot,
         (SELECT min(retry_at) FROM jobs WHERE enabled = 1 AND retry_at IS NOT NULL AND retry IS NOT NULL) AS retry`,
    );
    const times = [maybe(row?.['slot'], number), maybe(row?.['retry'], number)];
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  fireEvent(job: Job, slot: EventSlot, terms: AcceptTerms): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      const seen = { job: await ledgerJob(tx, job.id), isKnown: await isRun(tx, slot.id) };
      const { isNew, change } = decideEvent(job, slot, terms, seen);
      await changeLedger(tx, job.id, change);
      return isNew;
    });
  }

  failSlot(job: Job, slot: FailedSlot, terms: FailedSlotTerms): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      const seen = await ledgerJob(tx, job.id);
      await changeLedger(tx, job.id, decideFailedSlot(job, slot, terms, seen));
    });
  }

  advance(
    id: string,
    nextRunAtMs: number | null,
    missed?: { fromMs: number; toMs: number; count: number },
    nowMs = 0,
  ): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      const job = await jobById(tx, id);
      if (job) await changeLedger(tx, id, decideAdvance(job, nextRunAtMs, missed, nowMs));
    });
  }

  reanchor(id: string, anchorMs: number, nextRunAtMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      const row = await tx.get(`SELECT job FROM jobs WHERE id = ?`, id);
      if (!row) return;
      const job = json<WrittenJob>(row['job']);
      const anchored = JSON.stringify({ ...job, schedule: { ...job.schedule, anchorMs } });
      await tx.run(`UPDATE jobs SET job = ?, next_run_at = ? WHERE id = ?`, anchored, nextRunAtMs, id);
    });
  }

  moveRetries(byMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`UPDATE jobs SET retry_at = retry_at + ? WHERE retry_at IS NOT NULL`, byMs);
    });
  }

  skipNext(id: string, request: SkipRequest, terms: SkipTerms): Promise<Skipped | undefined> {
    return this.#sql.transaction(async (tx) => {
      const job = await jobById(tx, id);
      if (!job) return undefined;
      await markEffect(tx, request.mark);
      const decision = request.undo
        ? decideUnskip(job, await latestSkipped(tx, id, request.slotMs), terms)
        : decideSkip(job, request, terms);
      await changeLedger(tx, id, decision.change);
      return decision;
    });
  }

  async skippedAhead(afterMs: number): Promise<SkippedSlot[]> {
    const rows = await this.#sql.all(
      `SELECT id, job, slot, error FROM runs WHERE ${SKIPPED_AHEAD} AND slot > ? ORDER BY slot, seq`,
      afterMs,
    );
    return rows.map(skippedOf);
  }

  async counts(): Promise<{ jobs: number; running: number; deferred: number }> {
    const row = await this.#sql.get(
      `SELECT (SELECT count(*) FROM jobs) AS jobs,
         (SELECT count(*) FROM runs WHERE ${OPEN_RUNS} AND status = 'running') AS running,
         (SELECT count(*) FROM runs WHERE ${OPEN_RUNS} AND status = 'deferred') AS deferred`,
    );
    return {
      jobs: number(row?.['jobs']),
      running: number(row?.['running']),
      deferred: number(row?.['deferred']),
    };
  }

  async waiting(): Promise<WaitingRun[]> {
    const rows = await this.#sql.all(
      `SELECT job, job_name, deferred_at FROM runs WHERE ${OPEN_RUNS} AND status = 'deferred' ORDER BY deferred_at, seq`,
    );
    return rows.map((row) => ({
      jobId: text(row['job']),
      name: text(row['job_name']),
      since: number(row['deferred_at']),
    }));
  }

  async runs(job: string, limit: number, detail: boolean, before?: string): Promise<RunEntry[]> {
    const above =
      before === undefined
        ? undefined
        : await this.#sql.get(`SELECT slot, seq FROM runs WHERE id = ?`, before);
    if (before !== undefined && !above) return [];
    const [slot, seq] = [number(above?.['slot'] ?? 0), number(above?.['seq'] ?? 0)];
    const rows = await this.#sql.all(
      `SELECT * FROM runs WHERE job = ? ${above ? 'AND (slot < ? OR (slot = ? AND seq < ?))' : ''}
       ORDER BY slot DESC, seq DESC LIMIT ?`,
      job,
      ...(above ? [slot, slot, seq] : []),
      limit,
    );
    const entries: RunEntry[] = [];
    for (const row of rows)
      entries.push(runOf(row, deliveryOf(await statesOf(this.#sql, text(row['id']))), detail));
    return entries;
  }

  async run(id: string): Promise<RunEntry | undefined> {
    const row = await this.#sql.get(`SELECT * FROM runs WHERE id = ?`, id);
    return row && runOf(row, deliveryOf(await statesOf(this.#sql, id)), true);
  }

  async retryOf(job: string): Promise<Retry | undefined> {
    const row = await this.#sql.get(`SELECT retry FROM jobs WHERE id = ? AND retry IS NOT NULL`, job);
    return row && json<Retry>(row['retry']);
  }

  async openRun(job: string): Promise<{ id: string; waiting: boolean } | undefined> {
    const row = await this.#sql.get(`SELECT id, status FROM runs WHERE job = ? AND ${OPEN_RUNS}`, job);
    return row && { id: text(row['id']), waiting: row['status'] !== 'running' };
  }
}

async function dropRetryOf(tx: Transaction, id: string, because: string, nowMs: number): Promise<void> {
  await changeLedger(tx, id, dropRetry(id, await ledgerJob(tx, id), because, nowMs));
}

async function jobsBoundTo(tx: Transaction, session = ''): Promise<Job[]> {
  return (await tx.all(`${SELECT_JOBS} WHERE session = ? ORDER BY created_at, id`, session)).map(jobOf);
}

/** Journal an entry for the session that a job is bound to, where it is open. */
async function remember(tx: Transaction, job: string, entry: Entry): Promise<void> {
  const row = await tx.get(`SELECT session FROM jobs WHERE id = ?`, job);
  const session = maybe(row?.['session'], text) as SessionKey | undefined;
  if (session !== undefined && (await isOpenSession(tx, session)))
    await journal(tx, session, null, entry, false);
}

import type { Job, NewJob } from '../../cron/job.ts';
import type { WrittenJob } from '../../cron/job-book.ts';
import type { Reads, Row } from './sql.ts';
import { flag, json, maybe, number, text } from './values.ts';

/** Added to conditions on open runs, so that SQLite uses their partial index. */
export const OPEN_RUNS = `status IN ('queued', 'deferred', 'running')`;

/** Selects rows for `jobOf`. */
export const SELECT_JOBS = `SELECT jobs.*,
  (SELECT min(started_at) FROM runs WHERE runs.job = jobs.id AND ${OPEN_RUNS} AND status = 'running') AS running_since,
  (SELECT min(deferred_at) FROM runs WHERE runs.job = jobs.id AND ${OPEN_RUNS} AND status = 'deferred') AS deferred_since
  FROM jobs`;

export async function jobById(sql: Reads, id: string): Promise<Job | undefined> {
  const row = await sql.get(`${SELECT_JOBS} WHERE id = ?`, id);
  return row && jobOf(row);
}

/**
 * A job from its row: the stored definition, with the state that the ledger keeps. `enabled` is a column of its own,
 * because the ledger pauses jobs.
 */
export function jobOf(row: Row): Job {
  const isEnabled = flag(row['enabled']);
  const { nextRunAtMs: _written, ...written } = json<NewJob & WrittenJob>(row['job']);
  const state = {
    nextRunAtMs: isEnabled ? maybe(row['next_run_at'], number) : undefined,
    lastRunAtMs: maybe(row['last_run_at'], number),
    lastStatus: maybe(row['last_status'], text),
    lastError: maybe(row['last_error'], text),
    lastDurationMs: maybe(row['last_duration'], number),
    runningSince: maybe(row['running_since'], number),
    deferredSince: maybe(row['deferred_since'], number),
    retryAtMs: isEnabled && row['retry'] !== null ? maybe(row['retry_at'], number) : undefined,
    pausedBecause: maybe(row['paused_because'], text),
    resumesAtMs: isEnabled ? undefined : maybe(row['resumes_at'], number),
  };
  const known = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
  return { ...written, enabled: isEnabled, state: known };
}

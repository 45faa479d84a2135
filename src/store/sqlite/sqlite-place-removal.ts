import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { PlaceAttempt, PlaceRemoval, Stopped } from '../../sessions/session-removal.ts';
import type { GroupCommit } from './group-commit.ts';
import { insertOps } from './op-rows.ts';
import { eraseSession, familyOf, resumeJobs, stopSession, together } from './place-rows.ts';
import { Statements, json, text } from './statements.ts';

/**
 * A session that goes with a place has the attempt in its row. After the deletion the row stays, as that of a place
 * that is gone: ids of a platform never come again, and what was on its way finds no open session.
 */
export class SqlitePlaceRemoval implements PlaceRemoval {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  begin(attempt: PlaceAttempt, deletion: NewOp, nowMs: number): Promise<Stopped | undefined> {
    return this.#commits.run(() => {
      const family = familyOf(this.#sql, attempt.place, ['open']);
      if (!family.includes(attempt.place)) return undefined;
      const { op, because } = attempt;
      const stopped = family.map((key) => {
        this.#sql.run(
          `UPDATE sessions SET state = 'deleting', removal = ? WHERE key = ?`,
          JSON.stringify(attempt),
          key,
        );
        return stopSession(this.#sql, key, { id: op, because }, nowMs);
      });
      insertOps(this.#sql, [deletion], { state: 'ready' });
      return together(stopped);
    });
  }

  restore(attempt: PlaceAttempt, _nowMs: number, notice?: NewOp): Promise<void> {
    return this.#commits.run(() => {
      for (const key of this.#members(attempt)) {
        this.#sql.run(`UPDATE sessions SET state = 'open', removal = NULL WHERE key = ?`, key);
        resumeJobs(this.#sql, key, attempt.because);
      }
      if (notice) insertOps(this.#sql, [notice], { state: 'ready' });
    });
  }

  finish(attempt: PlaceAttempt, nowMs: number): Promise<string[]> {
    return this.#commits.run(() => {
      const { place, because } = attempt;
      return this.#family(attempt).flatMap((key) => {
        const closed = eraseSession(this.#sql, key, nowMs);
        this.#sql.run(
          `UPDATE sessions SET state = 'gone', removal = NULL, flushed_length = 0, entries = 0, gone = ? WHERE key = ?`,
          JSON.stringify({ kind: 'gone', because, atMs: nowMs, place }),
          key,
        );
        return closed;
      });
    });
  }

  async family(attempt: PlaceAttempt): Promise<SessionKey[]> {
    return this.#family(attempt);
  }

  async attempts(): Promise<PlaceAttempt[]> {
    const rows = this.#sql.all(
      `SELECT DISTINCT removal FROM sessions WHERE state = 'deleting' AND removal IS NOT NULL ORDER BY removal`,
    );
    return rows.map((row) => json<PlaceAttempt>(row['removal']));
  }

  async attemptOf(session: SessionKey): Promise<PlaceAttempt | undefined> {
    const row = this.#sql.get(
      `SELECT removal FROM sessions WHERE key = ? AND state = 'deleting' AND removal IS NOT NULL`,
      session,
    );
    return row && json<PlaceAttempt>(row['removal']);
  }

  /** The sessions that the attempt has closed. */
  #members({ op }: PlaceAttempt): SessionKey[] {
    const rows = this.#sql.all(
      `SELECT key FROM sessions WHERE state = 'deleting' AND json_extract(removal, '$.op') = ? ORDER BY created_at, key`,
      op,
    );
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  /** With the threads that were opened since; one that is being deleted by itself is left to that. */
  #family(attempt: PlaceAttempt): SessionKey[] {
    return [...new Set([...this.#members(attempt), ...familyOf(this.#sql, attempt.place, ['open'])])];
  }
}

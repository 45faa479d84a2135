import { SESSION_DELETED, skipped } from '../../sessions/endings.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { SessionRemoval } from '../../sessions/session-removal.ts';
import type { GroupCommit } from './group-commit.ts';
import { closeTurns, dropOps, eraseSession } from './place-rows.ts';
import { Statements, text } from './statements.ts';

export class SqliteSessionRemoval implements SessionRemoval {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  begin(sessions: readonly SessionKey[], nowMs: number): Promise<string[]> {
    return this.#commits.run(() =>
      sessions.flatMap((key) => {
        this.#sql.run(`UPDATE sessions SET state = 'deleting' WHERE key = ?`, key);
        dropOps(this.#sql, key, SESSION_DELETED);
        return closeTurns(this.#sql, key, ['waiting'], () => skipped(SESSION_DELETED), nowMs);
      }),
    );
  }

  finish(sessions: readonly SessionKey[], nowMs: number): Promise<string[]> {
    return this.#commits.run(() =>
      sessions.flatMap((key) => {
        const closed = eraseSession(this.#sql, key, nowMs);
        this.#sql.run(`DELETE FROM sessions WHERE key = ?`, key);
        return closed;
      }),
    );
  }

  async unfinished(): Promise<SessionKey[]> {
    const rows = this.#sql.all(
      `SELECT key FROM sessions WHERE state = 'deleting' AND removal IS NULL ORDER BY key`,
    );
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  async isDeleting(session: SessionKey): Promise<boolean> {
    return (
      this.#sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'deleting'`, session) !== undefined
    );
  }
}

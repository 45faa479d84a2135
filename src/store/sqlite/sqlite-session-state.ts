import type { SessionKey } from '../../sessions/key.ts';
import type { SessionStateBook } from '../../sessions/session-state.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, json } from './statements.ts';

export class SqliteSessionState implements SessionStateBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async get(session: SessionKey, feature: string): Promise<unknown> {
    const row = this.#sql.get(
      `SELECT state FROM session_state WHERE session = ? AND feature = ?`,
      session,
      feature,
    );
    return row && json<unknown>(row['state']);
  }

  set(session: SessionKey, feature: string, state: unknown): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(
        `INSERT OR REPLACE INTO session_state (session, feature, state) VALUES (?, ?, ?)`,
        session,
        feature,
        JSON.stringify(state),
      );
    });
  }
}

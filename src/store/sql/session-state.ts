import type { SessionKey } from '../../sessions/key.ts';
import type { SessionStateBook } from '../../sessions/session-state.ts';
import type { Sql } from './sql.ts';
import { json } from './values.ts';

export class SqlSessionState implements SessionStateBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async get(session: SessionKey, feature: string): Promise<unknown> {
    const row = await this.#sql.get(
      `SELECT state FROM session_state WHERE session = ? AND feature = ?`,
      session,
      feature,
    );
    return row && json<unknown>(row['state']);
  }

  set(session: SessionKey, feature: string, state: unknown): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO session_state (session, feature, state) VALUES (?, ?, ?)
         ON CONFLICT (session, feature) DO UPDATE SET state = excluded.state`,
        session,
        feature,
        JSON.stringify(state),
      );
    });
  }
}

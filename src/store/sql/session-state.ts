import type { SessionKey } from '../../sessions/key.ts';
import type { SessionStateBook, StateChange } from '../../sessions/session-state.ts';
import type { Reads, Sql, Transaction } from './sql.ts';
import { json } from './values.ts';

export class SqlSessionState implements SessionStateBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(session: SessionKey, feature: string): Promise<unknown> {
    return stateOf(this.#sql, session, feature);
  }

  set(session: SessionKey, feature: string, state: unknown): Promise<void> {
    return this.#sql.transaction((tx) => write(tx, session, feature, state));
  }

  change<T>(session: SessionKey, feature: string, decide: (state: unknown) => StateChange<T>): Promise<T> {
    return this.#sql.transaction(async (tx) => {
      const { state, result } = decide(await stateOf(tx, session, feature));
      if (state !== undefined) await write(tx, session, feature, state);
      return result;
    });
  }
}

async function stateOf(reads: Reads, session: SessionKey, feature: string): Promise<unknown> {
  const row = await reads.get(
    `SELECT state FROM session_state WHERE session = ? AND feature = ?`,
    session,
    feature,
  );
  return row && json<unknown>(row['state']);
}

async function write(tx: Transaction, session: SessionKey, feature: string, state: unknown): Promise<void> {
  await tx.run(
    `INSERT INTO session_state (session, feature, state) VALUES (?, ?, ?)
     ON CONFLICT (session, feature) DO UPDATE SET state = excluded.state`,
    session,
    feature,
    JSON.stringify(state),
  );
}

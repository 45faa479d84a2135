import { SESSION_DELETED, skipped } from '../../sessions/endings.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { SessionRemoval } from '../../sessions/session-removal.ts';
import { inOrder } from './in-order.ts';
import { closeTurns, dropOps, eraseSession } from './place-rows.ts';
import type { Sql } from './sql.ts';
import { text } from './values.ts';

export class SqlSessionRemoval implements SessionRemoval {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  begin(sessions: readonly SessionKey[], nowMs: number): Promise<string[]> {
    return this.#sql.transaction(async (tx) => {
      const closed = await inOrder(sessions, async (key) => {
        await tx.run(`UPDATE sessions SET state = 'deleting' WHERE key = ?`, key);
        await dropOps(tx, key, SESSION_DELETED);
        return closeTurns(tx, key, ['waiting'], () => skipped(SESSION_DELETED), nowMs);
      });
      return closed.flat();
    });
  }

  finish(sessions: readonly SessionKey[], nowMs: number): Promise<string[]> {
    return this.#sql.transaction(async (tx) => {
      const closed = await inOrder(sessions, async (key) => {
        const turns = await eraseSession(tx, key, nowMs);
        await tx.run(`DELETE FROM sessions WHERE key = ?`, key);
        return turns;
      });
      return closed.flat();
    });
  }

  async unfinished(): Promise<SessionKey[]> {
    const rows = await this.#sql.all(
      `SELECT key FROM sessions WHERE state = 'deleting' AND removal IS NULL ORDER BY key`,
    );
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  async isDeleting(session: SessionKey): Promise<boolean> {
    return (
      (await this.#sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'deleting'`, session)) !==
      undefined
    );
  }
}

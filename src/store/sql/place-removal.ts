import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { PlaceAttempt, PlaceRemoval, Stopped } from '../../sessions/session-removal.ts';
import { insertOps } from './op-rows.ts';
import { inOrder } from './in-order.ts';
import { eraseSession, familyOf, resumeJobs, stopSession, together } from './place-rows.ts';
import type { Reads, Sql } from './sql.ts';
import { json, text } from './values.ts';

/**
 * Deletion of places. Each session that goes has the attempt in its row. After the deletion the row stays, as that of
 * a place that is gone: platforms never reuse ids, and work on its way finds no open session.
 */
export class SqlPlaceRemoval implements PlaceRemoval {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  begin(attempt: PlaceAttempt, deletion: NewOp, nowMs: number): Promise<Stopped | undefined> {
    return this.#sql.transaction(async (tx) => {
      const family = await familyOf(tx, attempt.place, ['open']);
      if (!family.includes(attempt.place)) return undefined;
      const { op, because } = attempt;
      const stopped = await inOrder(family, async (key) => {
        await tx.run(
          `UPDATE sessions SET state = 'deleting', removal = ? WHERE key = ?`,
          JSON.stringify(attempt),
          key,
        );
        return stopSession(tx, key, { id: op, because }, nowMs);
      });
      await insertOps(tx, [deletion], { state: 'ready' });
      return together(stopped);
    });
  }

  restore(attempt: PlaceAttempt, notice?: NewOp): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const key of await membersOf(tx, attempt)) {
        await tx.run(`UPDATE sessions SET state = 'open', removal = NULL WHERE key = ?`, key);
        await resumeJobs(tx, key, attempt.because);
      }
      if (notice) await insertOps(tx, [notice], { state: 'ready' });
    });
  }

  finish(attempt: PlaceAttempt, nowMs: number): Promise<string[]> {
    return this.#sql.transaction(async (tx) => {
      const { place, because } = attempt;
      const closed = await inOrder(await wholeFamily(tx, attempt), async (key) => {
        const turns = await eraseSession(tx, key, nowMs);
        await tx.run(
          `UPDATE sessions SET state = 'gone', removal = NULL, flushed_length = 0, entries = 0, gone = ? WHERE key = ?`,
          JSON.stringify({ kind: 'gone', because, atMs: nowMs, place }),
          key,
        );
        return turns;
      });
      return closed.flat();
    });
  }

  family(attempt: PlaceAttempt): Promise<SessionKey[]> {
    return this.#sql.snapshot((reads) => wholeFamily(reads, attempt));
  }

  async attempts(): Promise<PlaceAttempt[]> {
    const rows = await this.#sql.all(
      `SELECT DISTINCT removal FROM sessions WHERE state = 'deleting' AND removal IS NOT NULL ORDER BY removal`,
    );
    return rows.map((row) => json<PlaceAttempt>(row['removal']));
  }

  async attemptOf(session: SessionKey): Promise<PlaceAttempt | undefined> {
    const row = await this.#sql.get(
      `SELECT removal FROM sessions WHERE key = ? AND state = 'deleting' AND removal IS NOT NULL`,
      session,
    );
    return row && json<PlaceAttempt>(row['removal']);
  }
}

/** The sessions that this attempt has closed. */
async function membersOf(sql: Reads, { op }: PlaceAttempt): Promise<SessionKey[]> {
  const rows = await sql.all(
    `SELECT key, removal FROM sessions WHERE state = 'deleting' AND removal IS NOT NULL ORDER BY created_at, key`,
  );
  return rows
    .filter((row) => json<PlaceAttempt>(row['removal']).op === op)
    .map((row) => text(row['key']) as SessionKey);
}

/** Includes threads opened since the attempt began, but not those that are being deleted separately. */
async function wholeFamily(sql: Reads, attempt: PlaceAttempt): Promise<SessionKey[]> {
  const members = await membersOf(sql, attempt);
  return [...new Set([...members, ...(await familyOf(sql, attempt.place, ['open']))])];
}

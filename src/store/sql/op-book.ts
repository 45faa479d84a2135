import { decideLanding, dependenciesOf } from '../../sessions/decide-op.ts';
import type { SeenLanding } from '../../sessions/decide-op.ts';
import type { Entry, Origin } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { GivenUp, Landing, OpBook } from '../../sessions/op-book.ts';
import type { NewOp, Op } from '../../sessions/op.ts';
import { GIVEN_UP, givenUpOf, insertOps, opOf } from './op-rows.ts';
import { isOpenSession, journal, openSession } from './session-rows.ts';
import type { Reads, Row, Sql, Transaction } from './sql.ts';
import { json, maybe, number, places, text } from './values.ts';

export class SqlOpBook implements OpBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  put(ops: readonly NewOp[]): Promise<void> {
    const about = ops.map(({ key }) => `op ${key}`);
    return this.#sql.transaction((tx) => insertOps(tx, ops, { state: 'ready' }), { about });
  }

  async lanes(): Promise<SessionKey[]> {
    const rows = await this.#sql.all(`SELECT DISTINCT lane FROM ops WHERE state IN ('ready', 'sending')`);
    return rows.map((row) => text(row['lane']) as SessionKey);
  }

  next(
    lane: SessionKey,
    except: readonly string[] = [],
  ): Promise<{ op: Op; results: ReadonlyMap<string, Op> } | undefined> {
    const others = except.length > 0 ? `AND key NOT IN (${places(except)})` : '';
    return this.#sql.snapshot(async (reads) => {
      const row = await reads.get(
        `SELECT * FROM ops WHERE lane = ? AND state IN ('ready', 'sending') ${others} ORDER BY seq LIMIT 1`,
        lane,
        ...except,
      );
      if (!row || (await waitsForEarlier(reads, row))) return undefined;
      const op = opOf(row);
      const results = new Map<string, Op>();
      for (const key of dependenciesOf(op.spec)) {
        const found = await reads.get(`SELECT * FROM ops WHERE key = ?`, key);
        if (found) results.set(key, opOf(found));
      }
      return { op, results };
    });
  }

  /** An op, and the session where what is sent of it is remembered. */
  async #on<T>(key: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const lane = (await this.#sql.get(`SELECT lane FROM ops WHERE key = ?`, key))?.['lane'];
    return this.#sql.transaction(work, { about: [`op ${key}`, ...(lane === undefined ? [] : [text(lane)])] });
  }

  sending(key: string, after: string | undefined, nowMs: number): Promise<void> {
    return this.#on(key, async (tx) => {
      await tx.run(
        `UPDATE ops SET state = 'sending', after = coalesce(after, ?), attempts = attempts + 1, attempted_at = ?
         WHERE key = ? AND state IN ('ready', 'sending')`,
        after ?? null,
        nowMs,
        key,
      );
    });
  }

  sent(key: string, result: string, landing: Landing, nowMs: number): Promise<void> {
    return this.#on(key, async (tx) => {
      const row = await tx.get(`SELECT * FROM ops WHERE key = ? AND state IN ('ready', 'sending')`, key);
      if (!row) return;
      await tx.run(`UPDATE ops SET state = 'sent', result = ?, error = NULL WHERE key = ?`, result, key);
      const { opens, thread, remembered } = decideLanding(
        opOf(row),
        landing,
        await seenLanding(tx, row, landing),
        nowMs,
      );
      for (const session of opens) await openSession(tx, session, nowMs);
      if (thread !== undefined)
        await tx.run(`UPDATE stories SET thread = ? WHERE thread_op = ?`, thread, key);
      if (remembered) await journal(tx, remembered.session, null, remembered.entry, false);
    });
  }

  failed(key: string, state: 'failed' | 'unknown', error: string, remark?: Entry): Promise<void> {
    return this.#on(key, async (tx) => {
      const open = await tx.get(`SELECT lane FROM ops WHERE key = ? AND state IN ('ready', 'sending')`, key);
      if (!open) return;
      await tx.run(`UPDATE ops SET state = ?, error = ? WHERE key = ?`, state, error, key);
      if (remark) await journal(tx, text(open['lane']) as SessionKey, null, remark, false);
    });
  }

  async claimed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const id of ids) if (await this.#sql.get(`SELECT 1 FROM ops WHERE result = ?`, id)) known.add(id);
    return known;
  }

  async sentAs(id: string): Promise<Op | undefined> {
    const row = await this.#sql.get(`SELECT * FROM ops WHERE result = ? ORDER BY seq LIMIT 1`, id);
    return row && opOf(row);
  }

  async find(key: string): Promise<Op | undefined> {
    const row = await this.#sql.get(`SELECT * FROM ops WHERE key = ?`, key);
    return row && opOf(row);
  }

  async under(prefix: string): Promise<Op[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM ops WHERE key >= ? AND key < ? ORDER BY seq`,
      prefix,
      `${prefix}\u{10FFFF}`,
    );
    return rows.map(opOf);
  }

  async givenUp(sinceMs: number): Promise<GivenUp[]> {
    return (await this.#sql.all(GIVEN_UP, sinceMs)).map(givenUpOf);
  }

  unread(key: string, times: number): Promise<void> {
    return this.#on(key, async (tx) => {
      await tx.run(`UPDATE ops SET unread = ? WHERE key = ?`, times, key);
    });
  }

  postpone(key: string, error: string): Promise<void> {
    return this.#on(key, async (tx) => {
      await tx.run(
        `UPDATE ops SET state = 'ready', error = ? WHERE key = ? AND state = 'sending'`,
        error,
        key,
      );
    });
  }
}

async function seenLanding(sql: Reads, row: Row, { opens }: Landing): Promise<SeenLanding> {
  const parent = await sql.get(`SELECT origin FROM sessions WHERE key = ?`, opens?.origin.parent ?? '');
  const guildId = parent && json<Origin>(parent['origin']).guildId;
  const isOpen = await isOpenSession(sql, text(row['lane']));
  return { isOpen, ...(guildId !== undefined && { guildId }) };
}

/**
 * Whether messages of an earlier turn for the same lane are still held. A desk can die between closing a turn and releasing
 * its messages; until they are released by another, the lane's next turn may run there.
 */
async function waitsForEarlier(reads: Reads, { turn, lane, seq }: Row): Promise<boolean> {
  const own = maybe(turn, text);
  if (own === undefined) return false;
  const desk = (await reads.get(`SELECT desk FROM turns WHERE id = ?`, own))?.['desk'];
  if (maybe(desk, text) === undefined) return false; // one desk alone ends a lane's turns one after the other
  const held = await reads.get(
    `SELECT 1 FROM turns JOIN ops ON ops.turn = turns.id
     WHERE turns.state = 'closed' AND turns.released = 0 AND ops.state = 'held' AND ops.lane = ? AND ops.seq < ?`,
    text(lane),
    number(seq),
  );
  return held !== undefined;
}

import type { SessionKey } from '../../sessions/key.ts';
import type { GivenUp } from '../../sessions/op-book.ts';
import type { NewOp, Op, OpState } from '../../sessions/op.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { json, maybe, number, text } from './values.ts';

/** Statements on the outbox. Those that change something must run in a transaction. */

/** Insert messages to send; one whose key is there already stays as it is. */
export async function insertOps(
  tx: Transaction,
  ops: readonly NewOp[],
  as: { readonly turn?: string; readonly state: OpState },
): Promise<void> {
  for (const op of ops)
    await tx.run(
      `INSERT INTO ops (key, lane, turn, state, spec, record) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      op.key,
      op.lane,
      as.turn ?? null,
      as.state,
      JSON.stringify(op.spec),
      op.record ? JSON.stringify(op.record) : null,
    );
}

export function opOf(row: Row): Op {
  const [turn, after, result, error] = ['turn', 'after', 'result', 'error'].map((name) =>
    maybe(row[name], text),
  );
  const attemptedAtMs = maybe(row['attempted_at'], number);
  return {
    key: text(row['key']),
    lane: text(row['lane']) as SessionKey,
    seq: number(row['seq']),
    state: text(row['state']) as OpState,
    spec: json(row['spec']),
    attempts: number(row['attempts']),
    unread: number(row['unread']),
    ...(row['record'] !== null && { record: json(row['record']) }),
    ...(turn !== undefined && { turn }),
    ...(after !== undefined && { after }),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(attemptedAtMs !== undefined && { attemptedAtMs }),
  };
}

/** The states of a turn's messages. */
export async function statesOf(sql: Reads, turn: string): Promise<OpState[]> {
  const rows = await sql.all(`SELECT DISTINCT state FROM ops WHERE turn = ?`, turn);
  return rows.map((row) => text(row['state']) as OpState);
}

/** Messages sent since a time whose arrival could not be confirmed; rows for `givenUpOf`. */
export const GIVEN_UP = `SELECT ops.lane AS lane, coalesce(sessions.title, ops.lane) AS title, coalesce(ops.error, '') AS because
  FROM ops LEFT JOIN sessions ON sessions.key = ops.lane
  WHERE ops.state = 'unknown' AND ops.attempted_at >= ? ORDER BY ops.seq`;

export function givenUpOf(row: Row): GivenUp {
  const session = text(row['lane']) as SessionKey;
  return { session, title: text(row['title']), because: text(row['because']) };
}

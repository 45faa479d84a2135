import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound, StartedTurn, Turn } from '../../sessions/turn.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Rows of `turns` as the domain knows them. */
export function turnOf(row: Row): Turn {
  return {
    ...json<Inbound>(row['inbound']),
    lane: text(row['lane']) as SessionKey,
    seq: number(row['seq']),
    acceptedAtMs: number(row['accepted_at']),
    attempts: number(row['starts']),
  };
}

export function startedOf(row: Row): StartedTurn {
  return {
    turn: turnOf(row),
    fence: number(row['fence']),
    generation: number(row['generation']),
    deadlineMs: number(row['deadline']),
  };
}

/**
 * A turn that ends without its answer (it was out of time, or broke) answers none of the messages that it had taken in:
 * they count as unread, and wait for turns of their own, but for those that an answer of it was ready for. Where it has done something already, perhaps for one of them,
 * that is not done again.
 */
export function leaveUnanswered(sql: Statements, turn: string): void {
  sql.run(
    `UPDATE turns SET joined_read = 0 WHERE joined = ? AND state = 'joined' AND joined_read < 2
       AND NOT EXISTS (SELECT 1 FROM effects WHERE effects.turn = ?)`,
    turn,
    turn,
  );
}

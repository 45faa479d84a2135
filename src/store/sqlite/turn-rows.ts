import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound, StartedTurn, Turn } from '../../sessions/turn.ts';
import { json, number, text } from './statements.ts';
import type { Row } from './statements.ts';

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

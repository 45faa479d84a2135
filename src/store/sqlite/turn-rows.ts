import type { RunningTurn } from '../../sessions/decide-accept.ts';
import type { Joined, SeenTurn } from '../../sessions/decide-commit.ts';
import type { LeftTurn } from '../../sessions/decide-recover.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound, StartedTurn, Turn, TurnEnd, TurnKind, TurnState } from '../../sessions/turn.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Said besides the state itself wherever open turns are looked for: SQLite then takes their index, not the table. */
export const OPEN = `state <> 'closed'`;

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

/** A turn that waits, or has joined another. */
export function insertTurn(
  sql: Statements,
  inbound: Inbound,
  lane: SessionKey,
  joins: string | undefined,
  nowMs: number,
): void {
  sql.run(
    `INSERT INTO turns (id, kind, session, lane, state, joined, inbound, accepted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    inbound.id,
    inbound.kind,
    inbound.session,
    lane,
    joins === undefined ? 'waiting' : 'joined',
    joins ?? null,
    JSON.stringify(inbound),
    nowMs,
  );
}

/** A turn as decisions see it. */
export function seenTurn(sql: Statements, id: string): SeenTurn | undefined {
  const row = sql.get(
    `SELECT turns.*, sessions.generation AS current, EXISTS (SELECT 1 FROM effects WHERE turn = turns.id) AS acted
     FROM turns JOIN sessions ON sessions.key = turns.lane WHERE id = ?`,
    id,
  );
  return (
    row && {
      ...startedOf(row),
      state: text(row['state']) as TurnState,
      current: number(row['current']),
      hasActed: row['acted'] === 1,
    }
  );
}

/** What runs in a memory, as a message sees it that may join. */
export function runningIn(sql: Statements, lane: SessionKey): RunningTurn | undefined {
  const row = sql.get(
    `SELECT id, inbound, (SELECT count(*) FROM turns WHERE joined = running.id) AS joined,
       EXISTS (SELECT 1 FROM turns WHERE lane = $lane AND ${OPEN} AND state = 'waiting' AND kind = 'person') AS awaited
     FROM turns AS running WHERE lane = $lane AND ${OPEN} AND state = 'running'`,
    { lane },
  );
  if (!row) return undefined;
  const { kind, actor } = json<Inbound>(row['inbound']);
  return { id: text(row['id']), kind, actor, joined: number(row['joined']), isAwaited: row['awaited'] === 1 };
}

const STATES = ['unread', 'read', 'answered'] as const;

/** The messages that have joined a turn, in order. */
export function joinedTo(sql: Statements, turn: string): Joined[] {
  const rows = sql.all(
    `SELECT id, joined_read FROM turns WHERE joined = ? AND state = 'joined' ORDER BY seq`,
    turn,
  );
  return rows.map((row) => ({ id: text(row['id']), state: STATES[number(row['joined_read'])]! }));
}

export function markJoined(sql: Statements, turns: readonly string[], state: Joined['state']): void {
  for (const turn of turns)
    sql.run(`UPDATE turns SET joined_read = ? WHERE id = ?`, STATES.indexOf(state), turn);
}

/** All turns that are open, in order. */
export function leftTurns(sql: Statements): LeftTurn[] {
  return sql
    .all(
      `SELECT id, kind, state, accepted_at, starts, joined, joined_read,
         EXISTS (SELECT 1 FROM effects WHERE turn = turns.id) AS acted FROM turns WHERE ${OPEN} ORDER BY seq`,
    )
    .map((row) => ({
      id: text(row['id']),
      kind: text(row['kind']) as TurnKind,
      state: text(row['state']) as LeftTurn['state'],
      acceptedAtMs: number(row['accepted_at']),
      starts: number(row['starts']),
      hasActed: row['acted'] === 1,
      ...(row['state'] === 'joined' && {
        joined: { running: text(row['joined']), state: STATES[number(row['joined_read'])]! },
      }),
    }));
}

/** @param isReleased its messages have nothing to wait for. */
export function closeTurn(
  sql: Statements,
  id: string,
  end: TurnEnd,
  nowMs: number,
  isReleased: boolean,
): void {
  sql.run(
    `UPDATE turns SET state = 'closed', ended_at = ?, ending = ?, released = ? WHERE id = ?`,
    nowMs,
    JSON.stringify(end),
    isReleased ? 1 : 0,
    id,
  );
}

import type { RunningTurn } from '../../sessions/decide-accept.ts';
import type { Joined, SeenTurn } from '../../sessions/decide-commit.ts';
import type { LeftTurn } from '../../sessions/decide-recover.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Recovered } from '../../sessions/turn-book.ts';
import type { Inbound, StartedTurn, Turn, TurnEnd, TurnKind, TurnState } from '../../sessions/turn.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { bit, flag, json, number, places, text } from './values.ts';

/** Added to conditions on open turns, so that SQLite uses their partial index. */
export const OPEN = `state <> 'closed'`;

/** Maps rows of `turns` to the domain's type. */
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

interface NewTurn {
  readonly lane: SessionKey;
  /** The running turn that it joins. Absent: it waits. */
  readonly joins: string | undefined;
  /** Whose it is, where desks share the book. */
  readonly desk: string | undefined;
  readonly nowMs: number;
}

/** Insert a turn that waits, or that has joined another. */
export async function insertTurn(
  tx: Transaction,
  inbound: Inbound,
  { lane, joins, desk, nowMs }: NewTurn,
): Promise<Turn> {
  const row = await tx.get(
    `INSERT INTO turns (id, kind, session, lane, state, joined, inbound, accepted_at, desk)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    inbound.id,
    inbound.kind,
    inbound.session,
    lane,
    joins === undefined ? 'waiting' : 'joined',
    joins ?? null,
    JSON.stringify(inbound),
    nowMs,
    desk ?? null,
  );
  return { ...inbound, lane, seq: number(row!['seq']), acceptedAtMs: nowMs, attempts: 0 };
}

/** A turn as decisions see it. */
export async function seenTurn(sql: Reads, id: string): Promise<SeenTurn | undefined> {
  const row = await sql.get(
    `SELECT turns.*, sessions.generation AS current, EXISTS (SELECT 1 FROM effects WHERE turn = turns.id) AS acted
     FROM turns JOIN sessions ON sessions.key = turns.lane WHERE id = ?`,
    id,
  );
  return (
    row && {
      ...startedOf(row),
      state: text(row['state']) as TurnState,
      current: number(row['current']),
      hasActed: flag(row['acted']),
    }
  );
}

/** The turn that runs in a lane, as a message sees it that may join. */
export async function runningIn(sql: Reads, lane: SessionKey): Promise<RunningTurn | undefined> {
  const row = await sql.get(
    `SELECT id, inbound, (SELECT count(*) FROM turns WHERE joined = running.id) AS joined,
       EXISTS (SELECT 1 FROM turns WHERE lane = ? AND ${OPEN} AND state = 'waiting' AND kind = 'person') AS awaited
     FROM turns AS running WHERE lane = ? AND ${OPEN} AND state = 'running'`,
    lane,
    lane,
  );
  if (!row) return undefined;
  const { kind, actor } = json<Inbound>(row['inbound']);
  return { id: text(row['id']), kind, actor, joined: number(row['joined']), isAwaited: flag(row['awaited']) };
}

const STATES = ['unread', 'read', 'answered'] as const;

/** The messages that have joined a turn, in order. */
export async function joinedTo(sql: Reads, turn: string): Promise<Joined[]> {
  const rows = await sql.all(
    `SELECT id, joined_read FROM turns WHERE joined = ? AND state = 'joined' ORDER BY seq`,
    turn,
  );
  return rows.map((row) => ({ id: text(row['id']), state: STATES[number(row['joined_read'])]! }));
}

/** Record what became of the messages that joined a turn. */
export async function markJoined(
  tx: Transaction,
  turns: readonly string[],
  state: Joined['state'],
): Promise<void> {
  for (const turn of turns)
    await tx.run(`UPDATE turns SET joined_read = ? WHERE id = ?`, STATES.indexOf(state), turn);
}

/** Open turns, in order: all, or those of some desks. */
export async function leftTurns(sql: Reads, desks: readonly string[] | undefined): Promise<LeftTurn[]> {
  const ofDesks = desks ? ` AND desk IN (${places(desks)})` : '';
  return (
    await sql.all(
      `SELECT id, kind, state, accepted_at, starts, joined, joined_read,
         EXISTS (SELECT 1 FROM effects WHERE turn = turns.id) AS acted
       FROM turns WHERE ${OPEN}${ofDesks} ORDER BY seq`,
      ...(desks ?? []),
    )
  ).map((row) => ({
    id: text(row['id']),
    kind: text(row['kind']) as TurnKind,
    state: text(row['state']) as LeftTurn['state'],
    acceptedAtMs: number(row['accepted_at']),
    starts: number(row['starts']),
    hasActed: flag(row['acted']),
    ...(row['state'] === 'joined' && {
      joined: { running: text(row['joined']), state: STATES[number(row['joined_read'])]! },
    }),
  }));
}

/**
 * Close a turn with its outcome.
 * @param isReleased whether its messages may be sent at once
 */
export async function closeTurn(
  tx: Transaction,
  id: string,
  end: TurnEnd,
  nowMs: number,
  isReleased: boolean,
): Promise<void> {
  await tx.run(
    `UPDATE turns SET state = 'closed', ended_at = ?, ending = ?, released = ? WHERE id = ?`,
    nowMs,
    JSON.stringify(end),
    bit(isReleased),
    id,
  );
}

/** A turn that must exist, by id. */
async function turnById(tx: Transaction, id: string): Promise<Turn> {
  return turnOf((await tx.get(`SELECT * FROM turns WHERE id = ?`, id))!);
}

/** Undo a start, without counting it as an attempt of the run. */
export async function waitAgain(tx: Transaction, turn: string): Promise<void> {
  await tx.run(`UPDATE turns SET state = 'waiting' WHERE id = ?`, turn);
  await tx.run(
    `UPDATE runs SET status = 'queued', started_at = NULL, attempts = attempts - 1 WHERE id = ? AND status = 'running'`,
    turn,
  );
}

/** Make a message that had joined another turn a waiting turn of its own, of the same desk. */
export async function queueAgain(tx: Transaction, turn: string, joined: string): Promise<Turn> {
  await tx.run(
    `UPDATE turns SET state = 'waiting', joined = NULL, joined_read = 0,
       desk = (SELECT desk FROM turns AS other WHERE other.id = ?) WHERE id = ?`,
    joined,
    turn,
  );
  return turnById(tx, turn);
}

/** The turns that a crash interrupted, with their effects. */
export async function cutOffTurns(tx: Transaction, turns: readonly string[]): Promise<Recovered['cutOff']> {
  const cutOff = [];
  for (const id of turns) {
    const started = startedOf((await tx.get(`SELECT * FROM turns WHERE id = ?`, id))!);
    const effects = await tx.all(`SELECT what FROM effects WHERE turn = ? ORDER BY n`, id);
    cutOff.push({ started, effects: effects.map((row) => text(row['what'])) });
  }
  return cutOff;
}

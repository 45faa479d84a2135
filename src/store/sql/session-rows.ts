import type { SessionState } from '../../sessions/decide-accept.ts';
import { decideDescribe } from '../../sessions/decide-describe.ts';
import type { Described } from '../../sessions/decide-describe.ts';
import type { Entry, Header, Origin } from '../../sessions/entry.ts';
import { UNIFIED_SESSION } from '../../sessions/session-index.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Flushed, Unflushed } from '../../sessions/turn-book.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { bit, json, number, places, text } from './values.ts';

/** Statements on sessions and their journal. Those that change something must run in a transaction. */

export interface OpenSession extends Described {
  readonly key: SessionKey;
}

/**
 * Create a session's row if it doesn't exist.
 * @returns the session's state.
 */
export async function openSession(
  tx: Transaction,
  session: OpenSession,
  nowMs: number,
): Promise<SessionState> {
  const { key, origin } = session;
  const known = await tx.get(`SELECT state FROM sessions WHERE key = ?`, key);
  if (known) return text(known['state']) as SessionState;
  await tx.run(
    `INSERT INTO sessions (key, title, origin, parent, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    key,
    session.title ?? origin.chatId ?? key,
    JSON.stringify(origin),
    origin.parent ?? null,
    nowMs,
    nowMs,
  );
  // Another transaction may have created it meanwhile.
  return text((await tx.get(`SELECT state FROM sessions WHERE key = ?`, key))?.['state']) as SessionState;
}

/** Whether a session accepts messages: deleted ones, and those being deleted, don't. */
export async function isOpenSession(sql: Reads, session: string): Promise<boolean> {
  return (await sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'open'`, session)) !== undefined;
}

/**
 * Create or update a session with what its platform says of it: its name and where it is.
 * @returns the session's state.
 */
export async function describeSession(
  tx: Transaction,
  session: OpenSession,
  nowMs: number,
): Promise<SessionState> {
  const { key } = session;
  const row = await tx.get(`SELECT title, origin, state FROM sessions WHERE key = ?`, key);
  if (!row) return openSession(tx, session, nowMs);
  const known = { origin: json<Origin>(row['origin']), title: text(row['title']) };
  const { origin, title } = decideDescribe(known, session);
  if (origin)
    await tx.run(
      `UPDATE sessions SET origin = ?, parent = ? WHERE key = ?`,
      JSON.stringify(origin),
      origin.parent ?? null,
      key,
    );
  if (title !== undefined) await tx.run(`UPDATE sessions SET title = ? WHERE key = ?`, title, key);
  return text(row['state']) as SessionState;
}

/** Create the session that all chats share in unified mode. */
export async function openUnified(tx: Transaction, nowMs: number): Promise<void> {
  await openSession(tx, UNIFIED_SESSION, nowMs);
}

/** The first line of a session's transcript. */
export function headerOf(row: Row): Header {
  return {
    v: 1,
    header: true,
    key: text(row['key']) as SessionKey,
    createdAtMs: number(row['created_at']),
    origin: json<Origin>(row['origin']),
  };
}

/** Write an entry into the journal; an id is written once. `held` entries wait until their turn starts. */
export async function journal(
  tx: Transaction,
  key: SessionKey,
  turn: string | null,
  entry: Entry,
  held: boolean,
): Promise<void> {
  await tx.run(
    `INSERT INTO journal (entry_id, session, turn, entry, file_length, held)
     VALUES (?, ?, ?, ?, coalesce((SELECT flushed_length FROM sessions WHERE key = ?), 0), ?) ON CONFLICT DO NOTHING`,
    entry.id,
    key,
    turn,
    JSON.stringify(entry),
    key,
    bit(held),
  );
}

/** The most journal rows that are written to a transcript together. */
const FLUSHED_AT_ONCE = 500;

/** The journal rows that may be written to the session's transcript, in order. */
export async function unflushedOf(reads: Reads, session: SessionKey): Promise<Unflushed | undefined> {
  const rows = await reads.all(
    `SELECT journal.seq, journal.entry, journal.file_length, sessions.key, sessions.created_at, sessions.origin
     FROM journal JOIN sessions ON sessions.key = journal.session
     WHERE journal.session = ? AND journal.held = 0 ORDER BY journal.seq LIMIT ${FLUSHED_AT_ONCE}`,
    session,
  );
  const [first] = rows;
  if (!first) return undefined;
  return {
    header: headerOf(first),
    from: Math.min(...rows.map((row) => number(row['file_length']))),
    rows: rows.map((row) => ({ seq: number(row['seq']), entry: json<Entry>(row['entry']) })),
    isLast: rows.length < FLUSHED_AT_ONCE,
  };
}

/** The most journal ids in one statement. Each count up to this is a statement of its own. */
const ROWS_AT_ONCE = 32;

/** Remove journal rows that are in their session's transcript. */
export async function dropFlushed(tx: Transaction, session: SessionKey, written: Flushed): Promise<void> {
  for (let from = 0; from < written.rows.length; from += ROWS_AT_ONCE) {
    const rows = written.rows.slice(from, from + ROWS_AT_ONCE);
    await tx.run(`DELETE FROM journal WHERE seq IN (${places(rows)})`, ...rows);
  }
  await tx.run(
    `UPDATE sessions SET flushed_length = ?, entries = entries + ?,
       updated_at = CASE WHEN updated_at < ? THEN ? ELSE updated_at END WHERE key = ?`,
    written.length,
    written.rows.length,
    written.newestMs,
    written.newestMs,
    session,
  );
}

import type { SessionState } from '../../sessions/decide-accept.ts';
import type { Entry, Header, Origin } from '../../sessions/entry.ts';
import { UNIFIED_SESSION } from '../../sessions/session-index.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over sessions and their journal; each must run inside one. */

export interface OpenSession {
  readonly key: SessionKey;
  readonly origin: Origin;
  readonly title?: string;
}

/** Make sure that the session is there. @returns its state. */
export function openSession(sql: Statements, session: OpenSession, nowMs: number): SessionState {
  const { key, origin } = session;
  sql.run(
    `INSERT OR IGNORE INTO sessions (key, title, origin, parent, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
    key,
    session.title ?? origin.chatId ?? key,
    JSON.stringify(origin),
    origin.parent ?? null,
    nowMs,
    nowMs,
  );
  return text(sql.get(`SELECT state FROM sessions WHERE key = ?`, key)?.['state']) as SessionState;
}

/** A session that was deleted, or is being deleted, gets nothing more. */
export function isOpenSession(sql: Statements, session: string): boolean {
  return sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'open'`, session) !== undefined;
}

/**
 * Open a session, or bring it up to date, with what its platform says of it: where it is, and its name there. What
 * the platform leaves out stays as it is known. @returns its state.
 */
export function describeSession(sql: Statements, session: OpenSession, nowMs: number): SessionState {
  const { key, title } = session;
  const known = sql.get(`SELECT title, origin FROM sessions WHERE key = ?`, key);
  if (!known) return openSession(sql, session, nowMs);
  const origin = { ...json<Origin>(known['origin']), ...session.origin };
  if (JSON.stringify(origin) !== known['origin'])
    sql.run(
      `UPDATE sessions SET origin = ?, parent = ? WHERE key = ?`,
      JSON.stringify(origin),
      origin.parent ?? null,
      key,
    );
  if (title !== undefined && title !== known['title'])
    sql.run(`UPDATE sessions SET title = ? WHERE key = ?`, title, key);
  return text(sql.get(`SELECT state FROM sessions WHERE key = ?`, key)?.['state']) as SessionState;
}

/** The memory that all chats share in unified mode. */
export function openUnified(sql: Statements, nowMs: number): void {
  openSession(sql, UNIFIED_SESSION, nowMs);
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

/** Write an entry into the journal; the same id is written once. `held`: not before its turn starts. */
export function journal(
  sql: Statements,
  key: SessionKey,
  turn: string | null,
  entry: Entry,
  held: boolean,
): void {
  const at = sql.get(`SELECT flushed_length FROM sessions WHERE key = ?`, key);
  sql.run(
    `INSERT OR IGNORE INTO journal (entry_id, session, turn, entry, file_length, held) VALUES (?, ?, ?, ?, ?, ?)`,
    entry.id,
    key,
    turn,
    JSON.stringify(entry),
    number(at?.['flushed_length'] ?? 0),
    held ? 1 : 0,
  );
}

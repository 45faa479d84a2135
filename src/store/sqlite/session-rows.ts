import type { Entry, Origin } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { number, text } from './statements.ts';
import type { Statements } from './statements.ts';

/** Pieces of transactions over sessions and their journal; each must run inside one. */

export interface OpenSession {
  readonly key: SessionKey;
  readonly origin: Origin;
  readonly title?: string;
}

/** Make sure that the session is there. @returns its state. */
export function openSession(sql: Statements, session: OpenSession, nowMs: number): string {
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
  return text(sql.get(`SELECT state FROM sessions WHERE key = ?`, key)?.['state']);
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

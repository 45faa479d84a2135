import { eventEntry } from '../../cron/event-queue.ts';
import type { SystemEvent } from '../../cron/event-queue.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { journal } from './session-rows.ts';
import { number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over system events; each must run inside one. */

export function addEvent(sql: Statements, session: string, event: SystemEvent): void {
  sql.run(
    `INSERT OR IGNORE INTO system_events (id, session, text, at) VALUES (?, ?, ?, ?)`,
    event.id,
    session,
    event.text,
    event.atMs,
  );
}

/** A turn starts: it takes what is pending for its session, and the transcript says so. */
export function drainEvents(sql: Statements, turn: string, session: SessionKey, memory: SessionKey): void {
  const pending = sql.all(
    `SELECT * FROM system_events WHERE session = ? AND turn IS NULL ORDER BY seq`,
    session,
  );
  if (pending.length === 0) return;
  sql.run(`UPDATE system_events SET turn = ? WHERE session = ? AND turn IS NULL`, turn, session);
  for (const event of pending.map(eventOf))
    for (const key of new Set([session, memory])) journal(sql, key, null, eventEntry(event), false);
}

export function eventOf(row: Row): SystemEvent {
  return { id: text(row['id']), text: text(row['text']), atMs: number(row['at']) };
}

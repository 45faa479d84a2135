import { eventEntry } from '../../cron/event-queue.ts';
import type { SystemEvent } from '../../cron/event-queue.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { journal } from './session-rows.ts';
import type { Row, Transaction } from './sql.ts';
import { number, text } from './values.ts';

/** Statements on system events. Those that change something must run in a transaction. */

export async function addEvent(tx: Transaction, session: string, event: SystemEvent): Promise<void> {
  await tx.run(
    `INSERT INTO system_events (id, session, text, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    event.id,
    session,
    event.text,
    event.atMs,
  );
}

/** Take the events that are pending for a session when a turn starts, and journal them. */
export async function drainEvents(
  tx: Transaction,
  turn: string,
  session: SessionKey,
  memory: SessionKey,
): Promise<void> {
  // In one statement, as events are added beside it.
  const taken = await tx.all(
    `UPDATE system_events SET turn = ? WHERE session = ? AND turn IS NULL RETURNING *`,
    turn,
    session,
  );
  const pending = taken.toSorted((a, b) => number(a['seq']) - number(b['seq']));
  for (const event of pending.map(eventOf))
    for (const key of new Set([session, memory])) await journal(tx, key, null, eventEntry(event), false);
}

export function eventOf(row: Row): SystemEvent {
  return { id: text(row['id']), text: text(row['text']), atMs: number(row['at']) };
}

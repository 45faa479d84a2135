/** Statements on events that several books share. */
import { lifeAfter } from '../../../newsroom/intake/pool/event-life.ts';
import type { EventStatus } from '../../../newsroom/model/event.ts';
import type { Reads, Transaction } from '../sql.ts';
import { maybe, number, text } from '../values.ts';

/** The event that this number leads to after merges; undefined when there is none. */
export async function currentIdOf(reads: Reads, eventId: number): Promise<number | undefined> {
  const row = await reads.get(
    `SELECT current.id FROM events JOIN events AS current ON current.id = coalesce(events.merged_into, events.id)
     WHERE events.id = ?`,
    eventId,
  );
  return row && number(row['id']);
}

const COUNTED = `SELECT status, created_at_ts, expires_at_ts, count(links.id) AS links,
    max(links.published_at_ts) AS best FROM events LEFT JOIN links ON links.event_id = events.id
  WHERE events.id = ? GROUP BY events.id`;

/** Count an event's links again, so that the number can't drift, and extend its life. */
export async function countAgain(tx: Transaction, eventId: number, atMs: number): Promise<void> {
  const row = await tx.get(COUNTED, eventId);
  if (!row) return;
  const links = number(row['links']);
  const life = lifeAfter(
    {
      status: text(row['status']) as EventStatus,
      createdAtMs: number(row['created_at_ts']),
      expiresAtMs: number(row['expires_at_ts']),
      links,
    },
    atMs,
  );
  await tx.run(
    `UPDATE events SET link_count = ?, best_published_ts = ?, updated_at_ts = ?, status = ?, expires_at_ts = ?
     WHERE id = ?`,
    links,
    maybe(row['best'], number) ?? null,
    atMs,
    life.status,
    life.expiresAtMs,
    eventId,
  );
}

/** Reads events with their links from the pool's tables. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Link, NewsEvent } from '../../../newsroom/model/event.ts';
import type { Reads, Row, Sql, SqlValue } from '../sql.ts';
import { filled, number, places } from '../values.ts';
import { toEvent, toLink } from './pool-rows.ts';

/** How many events are read with their links (about 10 ms) before other work gets a turn. */
export const EVENTS_A_BREATH = 256;

/** Takes one value: now. */
export const OPEN = `status IN ('new', 'active') AND expires_at_ts > ? AND merged_into IS NULL`;
/** Takes one value: the earliest time of posting. */
export const POSTED = `status = 'posted' AND posted_at_ts >= ? AND merged_into IS NULL`;

/** Events by id, read in parts. An event that changes meanwhile is returned as it was when its part was read. */
export async function eventsWhere(
  sql: Sql,
  where: string,
  ...values: readonly SqlValue[]
): Promise<NewsEvent[]> {
  const rows = await sql.all(`SELECT id FROM events WHERE ${where} ORDER BY id`, ...values);
  const ids = rows.map(({ id }) => number(id));
  const events: NewsEvent[] = [];
  for (let from = 0; from < ids.length; from += EVENTS_A_BREATH) {
    if (from > 0) await breathe();
    const part = ids.slice(from, from + EVENTS_A_BREATH);
    events.push(...(await sql.snapshot((reads) => eventsOf(reads, part))));
  }
  return events;
}

/**
 * The events that exist, by id.
 * @param ids at least one
 */
export async function eventsOf(reads: Reads, ids: readonly number[]): Promise<NewsEvent[]> {
  const asked = filled(ids);
  const rows = await reads.all(`SELECT * FROM events WHERE id IN (${places(asked)}) ORDER BY id`, ...asked);
  if (rows.length === 0) return [];
  const links = await reads.all(
    `SELECT * FROM links WHERE event_id IN (${places(asked)})
     ORDER BY coalesce(published_at_ts, first_seen_ts), id`,
    ...asked,
  );
  return withLinks(rows, links.map(toLink));
}

function withLinks(rows: readonly Row[], links: readonly Link[]): NewsEvent[] {
  const byEvent = new Map<number | null, Link[]>();
  for (const link of links) {
    const siblings = byEvent.get(link.eventId);
    if (siblings === undefined) byEvent.set(link.eventId, [link]);
    else siblings.push(link);
  }
  return rows.map((row) => toEvent(row, byEvent.get(number(row['id'])) ?? []));
}

/** Statements on events that several books need. */
import type { Database, Statement } from 'better-sqlite3';

/** The event that stands for this number; undefined when there is none. */
export function standingOf(database: Database, eventId: number): number | undefined {
  return database
    .prepare(
      `SELECT standing.id FROM events JOIN events AS standing ON standing.id = coalesce(events.merged_into, events.id)
       WHERE events.id = ?`,
    )
    .pluck()
    .get(eventId) as number | undefined;
}

/**
 * Links counted anew, so that the count can't drift, and life extended: parameters `id`, `at`, `soft`, `hard`. A posted
 * event's life is frozen.
 */
export function countAgain(database: Database): Statement {
  return database.prepare(
    `UPDATE events SET
       link_count = (SELECT count(*) FROM links WHERE event_id = events.id),
       best_published_ts = (SELECT max(published_at_ts) FROM links WHERE event_id = events.id),
       updated_at_ts = :at,
       status = CASE WHEN status = 'new' AND
         (SELECT count(*) FROM links WHERE event_id = events.id) > 1 THEN 'active' ELSE status END,
       expires_at_ts = CASE WHEN status = 'posted' THEN expires_at_ts
         ELSE min(max(expires_at_ts, :at + :soft), created_at_ts + :hard) END
     WHERE id = :id`,
  );
}

/** Feeds in the pool's tables: how each stands, and what became of what it delivered. */
import type { Database, Statement } from 'better-sqlite3';
import type { Delivery, SeenItem } from '../../newsroom/intake/pool/delivery.ts';
import {
  afterReport,
  enabledAgain,
  type FeedReport,
  type FeedState,
} from '../../newsroom/intake/pool/feed-health.ts';
import { ITEM_LIFE_MS, MOST_ITEMS } from '../../newsroom/intake/pool/pool.ts';
import {
  toDelivery,
  toFeedState,
  toFetchStateRow,
  type DeliveryRow,
  type FetchStateRow,
} from './feed-rows.ts';

export class FeedBook {
  readonly #database: Database;
  readonly #state: Statement;
  readonly #save: Statement;
  readonly #note: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#state = database.prepare('SELECT * FROM fetch_state WHERE feed_key = ?');
    this.#save = database.prepare(
      `INSERT OR REPLACE INTO fetch_state (feed_key, url, etag, last_modified, last_success_ts, last_attempt_ts,
         first_success_ts, next_due_ts, disabled_at_ts, failures_in_a_row, failures, run_count, last_error,
         last_error_detail, last_items, last_new_items, new_items, last_new_ts, last_item_ts, gap_ms)
       VALUES (:feed_key, :url, :etag, :last_modified, :last_success_ts, :last_attempt_ts, :first_success_ts,
         :next_due_ts, :disabled_at_ts, :failures_in_a_row, :failures, :run_count, :last_error, :last_error_detail,
         :last_items, :last_new_items, :new_items, :last_new_ts, :last_item_ts, :gap_ms)`,
    );
    // What came in stays told as that, though the link is known from then on and too old one day.
    this.#note = database.prepare(
      `INSERT INTO feed_items (feed_key, item_key, url, title, published_at_ts, first_seen_ts, last_seen_ts, outcome,
         dated_ahead)
       VALUES (:feed, :key, :url, :title, :published, :at, :at, :outcome, :ahead)
       ON CONFLICT (feed_key, item_key) DO UPDATE SET url = excluded.url, title = excluded.title,
         published_at_ts = coalesce(excluded.published_at_ts, published_at_ts), last_seen_ts = :at,
         dated_ahead = max(dated_ahead, excluded.dated_ahead),
         outcome = CASE WHEN outcome IN ('added', 'known') AND excluded.outcome IN ('known', 'too_old') THEN outcome
           ELSE excluded.outcome END`,
    );
  }

  state(key: string): FeedState | undefined {
    const row = this.#state.get(key);
    return row === undefined ? undefined : toFeedState(row as FetchStateRow);
  }

  report(key: string, report: FeedReport): FeedState {
    return this.#database.transaction(() => {
      const state = afterReport(this.state(key), report);
      this.#save.run(toFetchStateRow(key, state));
      return state;
    })();
  }

  enable(key: string): boolean {
    return this.#database.transaction(() => {
      const state = this.state(key);
      if (state !== undefined) this.#save.run(toFetchStateRow(key, enabledAgain(state)));
      return state !== undefined;
    })();
  }

  health(): (FeedState & { readonly key: string })[] {
    const rows = this.#database.prepare('SELECT * FROM fetch_state ORDER BY feed_key').all();
    return (rows as FetchStateRow[]).map(toFeedState);
  }

  seen(feed: string): Map<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>> {
    const rows = this.#database
      .prepare('SELECT item_key, first_seen_ts, outcome FROM feed_items WHERE feed_key = ?')
      .all(feed) as Pick<DeliveryRow, 'item_key' | 'first_seen_ts' | 'outcome'>[];
    return new Map(
      rows.map(({ item_key, first_seen_ts, outcome }) => [
        item_key,
        { firstSeenAtMs: first_seen_ts, outcome },
      ]),
    );
  }

  note(feed: string, items: readonly SeenItem[], atMs: number): void {
    this.#database.transaction(() => {
      for (const { itemKey, url, title, publishedAtMs, outcome, datedAhead } of items)
        this.#note.run({
          feed,
          key: itemKey,
          url,
          title,
          published: publishedAtMs ?? null,
          at: atMs,
          outcome,
          ahead: datedAhead === true ? 1 : 0,
        });
    })();
  }

  forget(feed: string, readAtMs: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare('DELETE FROM feed_items WHERE feed_key = ? AND last_seen_ts < ?')
        .run(feed, readAtMs - ITEM_LIFE_MS);
      this.#database
        .prepare(
          `DELETE FROM feed_items WHERE feed_key = :feed AND item_key IN (SELECT item_key FROM feed_items
             WHERE feed_key = :feed ORDER BY last_seen_ts DESC LIMIT -1 OFFSET :most)`,
        )
        .run({ feed, most: MOST_ITEMS });
    })();
  }

  deliveries(feed: string, limit: number): Delivery[] {
    const rows = this.#database
      .prepare(
        `SELECT items.*, links.id AS link_id, links.decided_at_ts, links.skip_cluster_reason,
           events.id AS event_id, events.parent_event_id, events.title AS event_title, events.status,
           events.link_count, events.expires_at_ts, events.posted_at_ts, events.thread_id, events.released_why,
           verdict.kind AS verdict_kind, verdict.at_ts AS verdict_at_ts, verdict.taken AS verdict_taken,
           verdict.reason AS verdict_reason
         FROM (SELECT * FROM feed_items WHERE feed_key = :feed ORDER BY last_seen_ts DESC LIMIT :limit) AS items
         LEFT JOIN links ON links.norm_url = items.item_key
         LEFT JOIN events ON events.id = links.event_id
         LEFT JOIN event_verdicts AS verdict ON verdict.event_id = events.id AND verdict.at_ts =
           (SELECT max(at_ts) FROM event_verdicts WHERE event_id = events.id)
         GROUP BY items.item_key
         ORDER BY items.last_seen_ts DESC, coalesce(items.published_at_ts, items.first_seen_ts) DESC, items.item_key`,
      )
      .all({ feed, limit }) as DeliveryRow[];
    return rows.map(toDelivery);
  }

  /** What is known of feeds that nobody has read since. */
  forgetFeeds(beforeMs: number): number {
    this.#database
      .prepare(
        `DELETE FROM feed_items WHERE feed_key IN
           (SELECT feed_key FROM fetch_state WHERE last_attempt_ts < :before AND disabled_at_ts IS NULL)`,
      )
      .run({ before: beforeMs });
    return this.#database
      .prepare('DELETE FROM fetch_state WHERE last_attempt_ts < ? AND disabled_at_ts IS NULL')
      .run(beforeMs).changes;
  }
}

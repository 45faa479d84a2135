/** Feeds in the pool's tables: their state, and what became of the items they delivered. */
import { STAYS_TOLD } from '../../../newsroom/intake/pool/delivery.ts';
import type { Delivery, ItemHour, ItemOutcome, SeenItem } from '../../../newsroom/intake/pool/delivery.ts';
import {
  afterReport,
  enabledAgain,
  type FeedReport,
  type FeedState,
} from '../../../newsroom/intake/pool/feed-health.ts';
import { ITEM_LIFE_MS, MOST_ITEMS } from '../../../newsroom/intake/pool/pool.ts';
import type { Reads, Sql } from '../sql.ts';
import { bit, number, places, text } from '../values.ts';
import { DELIVERIES, SAVE_STATE, stateValues, toDelivery, toFeedState } from './feed-rows.ts';

/** Its last values are those of `STAYS`. */
const NOTE = `INSERT INTO feed_items (feed_key, item_key, url, title, published_at_ts, first_seen_ts, last_seen_ts,
    outcome, dated_ahead)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (feed_key, item_key) DO UPDATE SET url = excluded.url, title = excluded.title,
    published_at_ts = coalesce(excluded.published_at_ts, feed_items.published_at_ts),
    last_seen_ts = excluded.last_seen_ts,
    dated_ahead = CASE WHEN excluded.dated_ahead = 1 THEN 1 ELSE feed_items.dated_ahead END,
    outcome = CASE WHEN feed_items.outcome IN (${places(STAYS_TOLD.before)})
        AND excluded.outcome IN (${places(STAYS_TOLD.now)}) THEN feed_items.outcome ELSE excluded.outcome END`;
const STAYS = [...STAYS_TOLD.before, ...STAYS_TOLD.now];

const SURPLUS = `DELETE FROM feed_items WHERE feed_key = ? AND item_key IN (SELECT item_key FROM feed_items
  WHERE feed_key = ? ORDER BY last_seen_ts DESC, item_key DESC LIMIT ? OFFSET ?)`;

const HOUR_MS = 3_600_000;
const ITEM_HOURS = `SELECT feed_key, at_ts / ${HOUR_MS} AS hour, count(*) AS items,
    count(*) FILTER (WHERE outcome = 'filtered') AS dropped
  FROM (SELECT feed_key, outcome, coalesce(published_at_ts, first_seen_ts) AS at_ts FROM feed_items) AS items
  WHERE at_ts >= ? GROUP BY feed_key, at_ts / ${HOUR_MS} ORDER BY feed_key, hour`;

export class FeedBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  state(key: string): Promise<FeedState | undefined> {
    return stateIn(this.#sql, key);
  }

  report(key: string, report: FeedReport): Promise<FeedState> {
    return this.#sql.transaction(async (tx) => {
      const state = afterReport(await stateIn(tx, key), report);
      await tx.run(SAVE_STATE, ...stateValues(key, state));
      return state;
    });
  }

  enable(key: string): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      const state = await stateIn(tx, key);
      if (state !== undefined) await tx.run(SAVE_STATE, ...stateValues(key, enabledAgain(state)));
      return state !== undefined;
    });
  }

  async health(): Promise<(FeedState & { readonly key: string })[]> {
    return (await this.#sql.all(`SELECT * FROM fetch_state ORDER BY feed_key`)).map(toFeedState);
  }

  async seen(feed: string): Promise<Map<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>> {
    const rows = await this.#sql.all(
      `SELECT item_key, first_seen_ts, outcome FROM feed_items WHERE feed_key = ?`,
      feed,
    );
    return new Map(
      rows.map((row) => [
        text(row['item_key']),
        { firstSeenAtMs: number(row['first_seen_ts']), outcome: text(row['outcome']) as ItemOutcome },
      ]),
    );
  }

  note(feed: string, items: readonly SeenItem[], atMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const { itemKey, url, title, publishedAtMs, outcome, datedAhead } of items) {
        const item = [itemKey, url, title, publishedAtMs ?? null, atMs, atMs, outcome];
        await tx.run(NOTE, feed, ...item, bit(datedAhead === true), ...STAYS);
      }
    });
  }

  forget(feed: string, readAtMs: number, windowMs = 0): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        `DELETE FROM feed_items WHERE feed_key = ? AND last_seen_ts < ?`,
        feed,
        readAtMs - Math.max(ITEM_LIFE_MS, windowMs),
      );
      await tx.run(SURPLUS, feed, feed, Number.MAX_SAFE_INTEGER, MOST_ITEMS);
    });
  }

  async deliveries(feed: string, limit: number): Promise<Delivery[]> {
    return (await this.#sql.all(DELIVERIES, feed, limit)).map(toDelivery);
  }

  async itemHours(sinceMs: number): Promise<ItemHour[]> {
    return (await this.#sql.all(ITEM_HOURS, sinceMs)).map((row) => ({
      feed: text(row['feed_key']),
      hourMs: number(row['hour']) * HOUR_MS,
      items: number(row['items']),
      dropped: number(row['dropped']),
    }));
  }
}

async function stateIn(reads: Reads, key: string): Promise<FeedState | undefined> {
  const row = await reads.get(`SELECT * FROM fetch_state WHERE feed_key = ?`, key);
  return row && toFeedState(row);
}

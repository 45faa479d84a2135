/** The pool's housekeeping: deletes what has expired, corrects counts, and keeps a record of each pass. */
import {
  EXPIRED_LIFE_MS,
  LINK_LIFE_MS,
  POSTED_LIFE_MS,
  RUN_LIFE_MS,
  type PoolRun,
  type PoolStatus,
  type Pruned,
} from '../../../newsroom/intake/pool/pool.ts';
import type { Sql } from '../sql.ts';
import { json, maybe, number, text } from '../values.ts';
import { OPEN } from './event-reads.ts';

/** Deleting an event detaches its links. */
const EXPIRED_EVENTS = `DELETE FROM events WHERE status IN ('new', 'active') AND expires_at_ts < ?`;
const POSTED_EVENTS = `DELETE FROM events WHERE status = 'posted' AND posted_at_ts < ?`;
const LOOSE_LINKS = `DELETE FROM links WHERE event_id IS NULL AND last_seen_ts < ?`;
const UNREAD_ITEMS = `DELETE FROM feed_items WHERE feed_key IN
  (SELECT feed_key FROM fetch_state WHERE last_attempt_ts < ? AND disabled_at_ts IS NULL)`;
const UNREAD_FEEDS = `DELETE FROM fetch_state WHERE last_attempt_ts < ? AND disabled_at_ts IS NULL`;

const RECOUNT = `UPDATE events SET link_count = told.links FROM
    (SELECT events.id, count(links.id) AS links FROM events LEFT JOIN links ON links.event_id = events.id
     GROUP BY events.id) AS told
  WHERE told.id = events.id AND link_count <> told.links`;

const STATUS = `SELECT (SELECT count(*) FROM links) AS links,
    (SELECT count(*) FROM links WHERE decided_at_ts IS NULL) AS pending,
    (SELECT count(*) FROM events WHERE ${OPEN}) AS open_events,
    (SELECT count(*) FROM events WHERE status = 'posted') AS posted_events,
    (SELECT max(first_seen_ts) FROM links) AS newest_link_at`;

export class PoolUpkeep {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A link stays as long as its event, so an offered event always has its links. */
  prune(nowMs: number, windowMs = 0): Promise<Pruned> {
    return this.#sql.transaction(async (tx) => {
      const expired = await tx.run(EXPIRED_EVENTS, nowMs - Math.max(EXPIRED_LIFE_MS, windowMs));
      const posted = await tx.run(POSTED_EVENTS, nowMs - POSTED_LIFE_MS);
      const links = await tx.run(LOOSE_LINKS, nowMs - LINK_LIFE_MS);
      const articles = await tx.run(
        `DELETE FROM article_cache WHERE fetched_at_ts < ?`,
        nowMs - LINK_LIFE_MS,
      );
      const before = nowMs - RUN_LIFE_MS;
      const runs = await tx.run(`DELETE FROM pool_runs WHERE finished_at_ts < ?`, before);
      const translations = await tx.run(`DELETE FROM translations WHERE made_at_ts < ?`, before);
      await tx.run(UNREAD_ITEMS, before);
      const feeds = await tx.run(UNREAD_FEEDS, before);
      return { events: expired + posted, links, articles, others: runs + translations + feeds };
    });
  }

  recount(): Promise<number> {
    return this.#sql.transaction((tx) => tx.run(RECOUNT));
  }

  noteRun(run: PoolRun): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO pool_runs (kind, started_at_ts, finished_at_ts, detail) VALUES (?, ?, ?, ?)`,
        run.kind,
        run.startedAtMs,
        run.finishedAtMs,
        JSON.stringify(run.detail),
      );
    });
  }

  async runs(limit: number): Promise<readonly PoolRun[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM pool_runs ORDER BY finished_at_ts DESC, id DESC LIMIT ?`,
      limit,
    );
    return rows.map((row) => ({
      kind: text(row['kind']),
      startedAtMs: number(row['started_at_ts']),
      finishedAtMs: number(row['finished_at_ts']),
      detail: json<unknown>(row['detail']),
    }));
  }

  async status(nowMs: number): Promise<PoolStatus> {
    const row = (await this.#sql.get(STATUS, nowMs)) ?? {};
    return {
      links: number(row['links']),
      pending: number(row['pending']),
      openEvents: number(row['open_events']),
      postedEvents: number(row['posted_events']),
      newestLinkAtMs: maybe(row['newest_link_at'], number) ?? null,
    };
  }
}

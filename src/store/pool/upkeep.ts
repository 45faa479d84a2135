/** The pool's housekeeping: what has served its time goes, counts are made right, runs are kept for the audit. */
import type { Database } from 'better-sqlite3';
import {
  EXPIRED_LIFE_MS,
  LINK_LIFE_MS,
  POSTED_LIFE_MS,
  RUN_LIFE_MS,
  type PoolRun,
  type PoolStatus,
  type Pruned,
} from '../../newsroom/intake/pool/pool.ts';
import type { FeedBook } from './feed-book.ts';

export class Upkeep {
  readonly #database: Database;
  readonly #feeds: FeedBook;

  constructor(database: Database, feeds: FeedBook) {
    this.#database = database;
    this.#feeds = feeds;
  }

  /** Links stay while their event does: an event that is offered always has its links. */
  prune(nowMs: number): Pruned {
    const drop = (sql: string, before: number) => this.#database.prepare(sql).run(before).changes;
    return this.#database.transaction(() => ({
      events:
        drop(
          `DELETE FROM events WHERE status IN ('new', 'active') AND expires_at_ts < ?`,
          nowMs - EXPIRED_LIFE_MS,
        ) + drop(`DELETE FROM events WHERE status = 'posted' AND posted_at_ts < ?`, nowMs - POSTED_LIFE_MS),
      // Deleting an event sets its links loose.
      links: drop(
        'DELETE FROM links INDEXED BY links_loose WHERE event_id IS NULL AND last_seen_ts < ?',
        nowMs - LINK_LIFE_MS,
      ),
      articles: drop('DELETE FROM article_cache WHERE fetched_at_ts < ?', nowMs - LINK_LIFE_MS),
      others:
        drop('DELETE FROM pool_runs WHERE finished_at_ts < ?', nowMs - RUN_LIFE_MS) +
        drop('DELETE FROM translations WHERE made_at_ts < ?', nowMs - RUN_LIFE_MS) +
        this.#feeds.forgetFeeds(nowMs - RUN_LIFE_MS),
    }))();
  }

  recount(): number {
    return this.#database
      .prepare(
        `UPDATE events SET link_count = told.links FROM
           (SELECT events.id, count(links.id) AS links FROM events LEFT JOIN links ON links.event_id = events.id
            GROUP BY events.id) AS told
         WHERE told.id = events.id AND link_count != told.links`,
      )
      .run().changes;
  }

  noteRun(run: PoolRun): void {
    this.#database
      .prepare('INSERT INTO pool_runs (kind, started_at_ts, finished_at_ts, detail) VALUES (?, ?, ?, ?)')
      .run(run.kind, run.startedAtMs, run.finishedAtMs, JSON.stringify(run.detail));
  }

  runs(limit: number): readonly PoolRun[] {
    const rows = this.#database
      .prepare('SELECT * FROM pool_runs ORDER BY finished_at_ts DESC, id DESC LIMIT ?')
      .all(limit) as { kind: string; started_at_ts: number; finished_at_ts: number; detail: string }[];
    return rows.map((row) => ({
      kind: row.kind,
      startedAtMs: row.started_at_ts,
      finishedAtMs: row.finished_at_ts,
      detail: JSON.parse(row.detail) as unknown,
    }));
  }

  status(nowMs: number): PoolStatus {
    return this.#database
      .prepare(
        `SELECT (SELECT count(*) FROM links) AS links,
           (SELECT count(*) FROM links WHERE decided_at_ts IS NULL) AS pending,
           (SELECT count(*) FROM events WHERE status IN ('new', 'active') AND expires_at_ts > :now AND merged_into IS NULL) AS openEvents,
           (SELECT count(*) FROM events WHERE status = 'posted') AS postedEvents,
           (SELECT max(first_seen_ts) FROM links) AS newestLinkAtMs`,
      )
      .get({ now: nowMs }) as PoolStatus;
  }
}

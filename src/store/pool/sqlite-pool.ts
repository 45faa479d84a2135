/** The pool in SQLite (better-sqlite3, WAL). Each method of the port is one synchronous transaction, but for `keepDecisions`. */
import type { Database } from 'better-sqlite3';
import type { FoundLink, Link, NewsEvent } from '../../newsroom/event.ts';
import { languageOf } from '../../newsroom/language.ts';
import type { Log } from '../../newsroom/log.ts';
import {
  EXPIRED_LIFE_MS,
  LINK_LIFE_MS,
  type CachedArticle,
  type FeedReport,
  type FeedState,
  type LinkDecision,
  type Pool,
  type PoolRun,
  type PoolStatus,
  type Posting,
  type Pruned,
} from '../../newsroom/pool/pool.ts';
import { domainOf, urlKey, withoutTracking } from '../../newsroom/pool/url-key.ts';
import type { Clock } from '../../time/clock.ts';
import { DecisionBook } from './decision-book.ts';
import { openPoolDatabase } from './open-pool-database.ts';
import {
  toArticle,
  toEvent,
  toFeedState,
  toLink,
  type ArticleRow,
  type EventRow,
  type FetchStateRow,
  type LinkRow,
} from './pool-rows.ts';

interface SqlitePoolParts {
  /** `data/newsroom/news_pool.sqlite3`, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

export class SqlitePool implements Pool {
  readonly #database: Database;
  readonly #decisions: DecisionBook;
  readonly #clock: Clock;

  constructor({ path, clock, log }: SqlitePoolParts) {
    this.#database = openPoolDatabase(path, clock, log);
    this.#decisions = new DecisionBook(this.#database);
    this.#clock = clock;
  }

  async addLinks(found: readonly FoundLink[], atMs: number): Promise<{ added: number; seenAgain: number }> {
    // A title or date that comes later fills a gap; what stands is not rewritten, for it was clustered by it.
    const upsert = this.#database.prepare(
      `INSERT INTO links (url, norm_url, domain, title, description, lang_hint, first_seen_ts, last_seen_ts,
         last_query, feed_category, published_at_ts)
       VALUES (:url, :key, :domain, :title, :description, :language, :at, :at, :foundBy, :feedCategory, :publishedAtMs)
       ON CONFLICT (norm_url) DO UPDATE SET url = excluded.url, last_seen_ts = :at, seen_count = seen_count + 1,
         last_query = excluded.last_query,
         description = CASE WHEN links.description = '' THEN excluded.description ELSE links.description END,
         published_at_ts = coalesce(links.published_at_ts, excluded.published_at_ts)
       RETURNING seen_count`,
    );
    const counts = { added: 0, seenAgain: 0 };
    this.#database.transaction(() => {
      for (const link of found) {
        const key = urlKey(link.url);
        if (key === undefined) continue;
        const row = upsert.get({
          url: withoutTracking(link.url),
          key,
          domain: domainOf(link.url),
          title: link.title,
          description: link.description,
          language: languageOf(`${link.title} ${link.description}`),
          at: atMs,
          foundBy: link.foundBy,
          feedCategory: link.feedCategory ?? null,
          publishedAtMs: link.publishedAtMs ?? null,
        }) as { seen_count: number };
        if (row.seen_count === 1) counts.added += 1;
        else counts.seenAgain += 1;
      }
    })();
    return counts;
  }

  async pendingLinks(): Promise<readonly Link[]> {
    const rows = this.#database
      .prepare(
        'SELECT * FROM links WHERE decided_at_ts IS NULL ORDER BY coalesce(published_at_ts, first_seen_ts), id',
      )
      .all() as LinkRow[];
    return rows.map(toLink);
  }

  async clusterable(nowMs: number, postedSinceMs: number): Promise<readonly NewsEvent[]> {
    return this.#events(
      `(status != 'posted' AND expires_at_ts > ?) OR (status = 'posted' AND posted_at_ts >= ?)`,
      [nowMs, postedSinceMs],
    );
  }

  async keepDecisions(decisions: readonly LinkDecision[], atMs: number): Promise<void> {
    await this.#decisions.keep(decisions, atMs);
  }

  async openEvents(nowMs: number): Promise<readonly NewsEvent[]> {
    return this.#events(`status != 'posted' AND expires_at_ts > ?`, [nowMs]);
  }

  async postedEvents(sinceMs: number): Promise<readonly NewsEvent[]> {
    return this.#events(`status = 'posted' AND posted_at_ts >= ?`, [sinceMs]);
  }

  async event(id: number): Promise<NewsEvent | undefined> {
    return this.#events('id = ?', [id])[0];
  }

  async freshUrl(url: string): Promise<string> {
    const row = this.#database.prepare('SELECT url FROM links WHERE norm_url = ?').get(urlKey(url) ?? url);
    return (row as { url: string } | undefined)?.url ?? url;
  }

  async reserve(eventIds: readonly number[], untilMs: number): Promise<readonly number[]> {
    // Held until exactly the same time is held by the asker: a repeated call gets the same answer.
    const hold = this.#database.prepare(
      `UPDATE events SET reserved_until_ts = :until WHERE id = :id AND status != 'posted' AND
         (reserved_until_ts IS NULL OR reserved_until_ts <= :now OR reserved_until_ts = :until)`,
    );
    const now = this.#clock.now();
    return this.#database.transaction(() =>
      eventIds.filter((id) => hold.run({ id, until: untilMs, now }).changes === 1),
    )();
  }

  async release(eventId: number, why: string): Promise<void> {
    this.#database
      .prepare(
        `UPDATE events SET reserved_until_ts = NULL, released_at_ts = ?, released_why = ?
         WHERE id = ? AND status != 'posted'`,
      )
      .run(this.#clock.now(), why, eventId);
  }

  async markPosted(eventId: number, { threadId, runId, atMs }: Posting): Promise<void> {
    this.#database
      .prepare(
        `UPDATE events SET status = 'posted', posted_at_ts = ?, thread_id = ?, run_id = ?, reserved_until_ts = NULL
         WHERE id = ? AND status != 'posted'`,
      )
      .run(atMs, threadId, runId, eventId);
  }

  async feedState(key: string): Promise<FeedState | undefined> {
    const row = this.#database.prepare('SELECT * FROM fetch_state WHERE feed_key = ?').get(key);
    return row === undefined ? undefined : toFeedState(row as FetchStateRow);
  }

  async noteFeed(key: string, report: FeedReport): Promise<void> {
    const insert = `INSERT INTO fetch_state
      (feed_key, etag, last_modified, last_success_ts, last_attempt_ts, failures_in_a_row, last_error, run_count)
      VALUES (:key, :etag, :modified, :success, :at, :failures, :error, 1)
      ON CONFLICT (feed_key) DO UPDATE SET last_attempt_ts = :at, run_count = run_count + 1, `;
    const renewed: Readonly<Record<FeedReport['result'], string>> = {
      ok: 'etag = :etag, last_modified = :modified, last_success_ts = :at, failures_in_a_row = 0, last_error = NULL',
      unchanged: 'last_success_ts = :at, failures_in_a_row = 0, last_error = NULL',
      failed: 'failures_in_a_row = failures_in_a_row + 1, last_error = :error',
    };
    this.#database.prepare(insert + renewed[report.result]).run({
      key,
      at: report.atMs,
      etag: report.result === 'ok' ? (report.etag ?? null) : null,
      modified: report.result === 'ok' ? (report.lastModified ?? null) : null,
      success: report.result === 'failed' ? null : report.atMs,
      failures: report.result === 'failed' ? 1 : 0,
      error: report.result === 'failed' ? report.error : null,
    });
  }

  async feedHealth(): Promise<readonly (FeedState & { readonly key: string })[]> {
    return (
      this.#database.prepare('SELECT * FROM fetch_state ORDER BY feed_key').all() as FetchStateRow[]
    ).map(toFeedState);
  }

  async article(url: string): Promise<CachedArticle | undefined> {
    const row = this.#database
      .prepare('SELECT * FROM article_cache WHERE norm_url = ?')
      .get(urlKey(url) ?? url);
    return row === undefined ? undefined : toArticle(row as ArticleRow);
  }

  async keepArticle(url: string, article: CachedArticle): Promise<void> {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO article_cache
           (norm_url, final_url, title, text, byline, outlet, published_at_ts, extractor, fetched_at_ts)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        urlKey(url) ?? url,
        article.url,
        article.title,
        article.text,
        article.byline ?? null,
        article.outlet ?? null,
        article.publishedAtMs ?? null,
        article.extractor,
        article.fetchedAtMs,
      );
  }

  /** Links stay while their event does: an event that is offered always has its links. */
  async prune(nowMs: number): Promise<Pruned> {
    const drop = (sql: string, before: number) => this.#database.prepare(sql).run(before).changes;
    return this.#database.transaction(() => ({
      events:
        drop(`DELETE FROM events WHERE status != 'posted' AND expires_at_ts < ?`, nowMs - EXPIRED_LIFE_MS) +
        drop(`DELETE FROM events WHERE status = 'posted' AND posted_at_ts < ?`, nowMs - EXPIRED_LIFE_MS * 10),
      links: drop(
        `DELETE FROM links WHERE last_seen_ts < ? AND NOT EXISTS (SELECT 1 FROM events WHERE events.id = links.event_id)`,
        nowMs - LINK_LIFE_MS,
      ),
      articles: drop('DELETE FROM article_cache WHERE fetched_at_ts < ?', nowMs - LINK_LIFE_MS),
    }))();
  }

  async noteRun(run: PoolRun): Promise<void> {
    this.#database
      .prepare('INSERT INTO pool_runs (kind, started_at_ts, finished_at_ts, detail) VALUES (?, ?, ?, ?)')
      .run(run.kind, run.startedAtMs, run.finishedAtMs, JSON.stringify(run.detail));
  }

  async status(nowMs: number): Promise<PoolStatus> {
    return this.#database
      .prepare(
        `SELECT (SELECT count(*) FROM links) AS links,
           (SELECT count(*) FROM links WHERE decided_at_ts IS NULL) AS pending,
           (SELECT count(*) FROM events WHERE status != 'posted' AND expires_at_ts > ?) AS openEvents,
           (SELECT count(*) FROM events WHERE status = 'posted') AS postedEvents,
           (SELECT max(first_seen_ts) FROM links) AS newestLinkAtMs`,
      )
      .get(nowMs) as PoolStatus;
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #events(where: string, values: readonly (number | string)[]): NewsEvent[] {
    const rows = this.#database
      .prepare(`SELECT * FROM events WHERE ${where} ORDER BY id`)
      .all(values) as EventRow[];
    const links = this.#database
      .prepare(
        `SELECT * FROM links WHERE event_id IN (SELECT id FROM events WHERE ${where})
         ORDER BY coalesce(published_at_ts, first_seen_ts), id`,
      )
      .all(values) as LinkRow[];
    const byEvent = new Map<number | null, Link[]>();
    for (const link of links.map(toLink)) {
      const siblings = byEvent.get(link.eventId);
      if (siblings === undefined) byEvent.set(link.eventId, [link]);
      else siblings.push(link);
    }
    return rows.map((row) => toEvent(row, byEvent.get(row.id) ?? []));
  }
}

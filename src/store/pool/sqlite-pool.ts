/** The pool in SQLite (better-sqlite3, WAL). Each method is one synchronous transaction, but where the port says otherwise. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { FoundLink, Link, NewsEvent } from '../../newsroom/model/event.ts';
import { languageOf } from '../../newsroom/model/language.ts';
import type { Log } from '../../newsroom/model/log.ts';
import type { Delivery, SeenItem, Verdict } from '../../newsroom/intake/pool/delivery.ts';
import type { FeedReport, FeedState } from '../../newsroom/intake/pool/feed-health.ts';
import type {
  AddedLinks,
  CachedArticle,
  LinkDecision,
  Pool,
  PoolRun,
  PoolStatus,
  Posting,
  Pruned,
} from '../../newsroom/intake/pool/pool.ts';
import { domainOf, urlKey, withoutTracking } from '../../newsroom/model/url-key.ts';
import type { Clock } from '../../time/clock.ts';
import { DecisionBook } from './decision-book.ts';
import { standingOf } from './event-statements.ts';
import { FeedBook } from './feed-book.ts';
import { openPoolDatabase } from './open-pool-database.ts';
import { toArticle, toEvent, toLink, type ArticleRow, type EventRow, type LinkRow } from './pool-rows.ts';
import { SqliteEventBook } from './sqlite-event-book.ts';
import { SqliteTranslations } from './sqlite-translations.ts';
import { SqliteSearchStates } from './sqlite-search-states.ts';
import { Upkeep } from './upkeep.ts';

interface SqlitePoolDeps {
  /** `data/newsroom/news_pool.sqlite3`, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many events are read, with their links, before others get a turn: about 10 ms. */
const EVENTS_A_BREATH = 250;

/** Conditions of SQL, with the parameters `now` and `since`. */
const OPEN = `status IN ('new', 'active') AND expires_at_ts > :now AND merged_into IS NULL`;
const POSTED = `status = 'posted' AND posted_at_ts >= :since AND merged_into IS NULL`;

export class SqlitePool implements Pool {
  readonly book: SqliteEventBook;
  readonly translations: SqliteTranslations;
  readonly #database: Database;
  readonly #decisions: DecisionBook;
  readonly #feeds: FeedBook;
  readonly #upkeep: Upkeep;
  readonly #clock: Clock;
  /** What searches remember, in the same file. */
  readonly searchStates: SqliteSearchStates;

  constructor({ path, clock, log }: SqlitePoolDeps) {
    this.#database = openPoolDatabase(path, clock, log);
    this.book = new SqliteEventBook(this.#database);
    this.translations = new SqliteTranslations(this.#database);
    this.#decisions = new DecisionBook(this.#database);
    this.#feeds = new FeedBook(this.#database);
    this.#upkeep = new Upkeep(this.#database, this.#feeds);
    this.#clock = clock;
    this.searchStates = new SqliteSearchStates(this.#database);
  }

  async addLinks(found: readonly FoundLink[], atMs: number): Promise<AddedLinks> {
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
    const add = (link: FoundLink): AddedLinks['fates'][number] => {
      const key = urlKey(link.url);
      if (key === undefined) return 'no_url';
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
      return row.seen_count === 1 ? 'added' : 'known';
    };
    const fates = this.#database.transaction(() => found.map(add))();
    const count = (fate: (typeof fates)[number]) => fates.filter((it) => it === fate).length;
    return { added: count('added'), seenAgain: count('known'), fates };
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
    return this.#eventsWhere(`(${OPEN}) OR (${POSTED})`, { now: nowMs, since: postedSinceMs });
  }

  async keepDecisions(
    decisions: readonly LinkDecision[],
    atMs: number,
  ): Promise<ReadonlyMap<number, number>> {
    return this.#decisions.keep(decisions, atMs);
  }

  async openEvents(nowMs: number): Promise<readonly NewsEvent[]> {
    return this.#eventsWhere(OPEN, { now: nowMs });
  }

  async postedEvents(sinceMs: number): Promise<readonly NewsEvent[]> {
    return this.#eventsWhere(POSTED, { since: sinceMs });
  }

  async event(id: number): Promise<NewsEvent | undefined> {
    const rows = this.#database
      .prepare('SELECT * FROM events WHERE id = ?')
      .all(this.#standing(id)) as EventRow[];
    return this.#withLinks(rows)[0];
  }

  async eventOf(url: string): Promise<NewsEvent | undefined> {
    const row = this.#database
      .prepare('SELECT event_id FROM links WHERE norm_url = ? AND event_id IS NOT NULL')
      .get(urlKey(url) ?? url) as { event_id: number } | undefined;
    return row && this.event(row.event_id);
  }

  async freshUrl(url: string): Promise<string> {
    const row = this.#database.prepare('SELECT url FROM links WHERE norm_url = ?').get(urlKey(url) ?? url);
    return (row as { url: string } | undefined)?.url ?? url;
  }

  async reserve(eventIds: readonly number[], untilMs: number, by: string): Promise<readonly number[]> {
    const hold = this.#database.prepare(
      `UPDATE events SET reserved_until_ts = :until, reserved_by = :by WHERE id = :id AND
         (reserved_until_ts IS NULL OR reserved_until_ts <= :now OR reserved_by IS NULL OR reserved_by = :by OR
          (reserved_by LIKE 'planner:%' AND :by NOT LIKE 'planner:%'))`,
    );
    const letGo = this.#database.prepare(
      `UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL WHERE reserved_by = :by AND
         id NOT IN (SELECT value FROM json_each(:ids))`,
    );
    const now = this.#clock.now();
    return this.#database.transaction(() => {
      letGo.run({ by, ids: JSON.stringify(eventIds.map((id) => this.#standing(id))) });
      return eventIds.filter(
        (id) => hold.run({ id: this.#standing(id), until: untilMs, now, by }).changes === 1,
      );
    })();
  }

  async release(eventId: number, why: string): Promise<void> {
    this.#database
      .prepare(
        `UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL,
           released_at_ts = CASE WHEN status = 'posted' THEN released_at_ts ELSE :now END,
           released_why = CASE WHEN status = 'posted' THEN released_why ELSE :why END
         WHERE id = :id`,
      )
      .run({ now: this.#clock.now(), why, id: this.#standing(eventId) });
  }

  async markPosted(eventId: number, { threadId, runId, atMs }: Posting): Promise<void> {
    this.#database
      .prepare(
        `UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL, status = 'posted',
           posted_at_ts = CASE WHEN status = 'posted' THEN posted_at_ts ELSE :atMs END,
           thread_id = CASE WHEN status = 'posted' THEN thread_id ELSE :threadId END,
           run_id = CASE WHEN status = 'posted' THEN run_id ELSE :runId END
         WHERE id = :id`,
      )
      .run({ atMs, threadId, runId, id: this.#standing(eventId) });
  }

  async feedState(key: string): Promise<FeedState | undefined> {
    return this.#feeds.state(key);
  }

  async noteFeed(key: string, report: FeedReport): Promise<FeedState> {
    return this.#feeds.report(key, report);
  }

  async enableFeed(key: string): Promise<boolean> {
    return this.#feeds.enable(key);
  }

  async feedHealth(): Promise<readonly (FeedState & { readonly key: string })[]> {
    return this.#feeds.health();
  }

  async itemsSeen(feed: string): Promise<ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>> {
    return this.#feeds.seen(feed);
  }

  async noteItems(feed: string, items: readonly SeenItem[], atMs: number): Promise<void> {
    this.#feeds.note(feed, items, atMs);
  }

  async forgetItems(feed: string, readAtMs: number): Promise<void> {
    this.#feeds.forget(feed, readAtMs);
  }

  async deliveries(feed: string, limit: number): Promise<readonly Delivery[]> {
    return this.#feeds.deliveries(feed, limit);
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
           (norm_url, final_url, title, text, byline, outlet, published_at_ts, extractor, fetched_at_ts,
            quality, language, image)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        article.quality ?? null,
        article.language ?? null,
        article.image ?? null,
      );
  }

  async prune(nowMs: number): Promise<Pruned> {
    return this.#upkeep.prune(nowMs);
  }

  async recount(): Promise<number> {
    return this.#upkeep.recount();
  }

  async keepVerdicts(verdicts: readonly Verdict[]): Promise<void> {
    const keep = this.#database.prepare(
      `INSERT OR REPLACE INTO event_verdicts (event_id, kind, at_ts, taken, reason)
       SELECT id, :kind, :at, :taken, :reason FROM events WHERE id = :id`,
    );
    for (let from = 0; from < verdicts.length; from += EVENTS_A_BREATH) {
      if (from > 0) await breathe();
      this.#database.transaction(() => {
        for (const { eventId, kind, atMs, taken, reason } of verdicts.slice(from, from + EVENTS_A_BREATH))
          keep.run({ id: eventId, kind, at: atMs, taken: taken ? 1 : 0, reason });
      })();
    }
  }

  async noteRun(run: PoolRun): Promise<void> {
    this.#upkeep.noteRun(run);
  }

  async runs(limit: number): Promise<readonly PoolRun[]> {
    return this.#upkeep.runs(limit);
  }

  async status(nowMs: number): Promise<PoolStatus> {
    return this.#upkeep.status(nowMs);
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #standing(eventId: number): number {
    return standingOf(this.#database, eventId) ?? eventId;
  }

  /** In the order of their numbers, in parts: an event that changes meanwhile is told as it is when its part is read. */
  async #eventsWhere(where: string, values: Readonly<Record<string, number>>): Promise<NewsEvent[]> {
    const ids = this.#database
      .prepare(`SELECT id FROM events WHERE ${where} ORDER BY id`)
      .pluck()
      .all(values) as number[];
    const part = this.#database.prepare(
      'SELECT * FROM events WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    );
    const events: NewsEvent[] = [];
    for (let from = 0; from < ids.length; from += EVENTS_A_BREATH) {
      if (from > 0) await breathe();
      const rows = part.all(JSON.stringify(ids.slice(from, from + EVENTS_A_BREATH))) as EventRow[];
      events.push(...this.#withLinks(rows));
    }
    return events;
  }

  #withLinks(rows: readonly EventRow[]): NewsEvent[] {
    const links = this.#database
      .prepare(
        `SELECT * FROM links WHERE event_id IN (SELECT value FROM json_each(?))
         ORDER BY coalesce(published_at_ts, first_seen_ts), id`,
      )
      .all(JSON.stringify(rows.map(({ id }) => id))) as LinkRow[];
    const byEvent = new Map<number | null, Link[]>();
    for (const link of links.map(toLink)) {
      const siblings = byEvent.get(link.eventId);
      if (siblings === undefined) byEvent.set(link.eventId, [link]);
      else siblings.push(link);
    }
    return rows.map((row) => toEvent(row, byEvent.get(row.id) ?? []));
  }
}

/** The pool in SQL: all its books together. The port's guarantees about transactions hold for each method. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { FoundLink, Link, NewsEvent } from '../../../newsroom/model/event.ts';
import type { Delivery, ItemHour, SeenItem, Verdict } from '../../../newsroom/intake/pool/delivery.ts';
import type { FeedReport, FeedState } from '../../../newsroom/intake/pool/feed-health.ts';
import type {
  AddedLinks,
  CachedArticle,
  EventPace,
  LinkDecision,
  Pool,
  PoolRun,
  PoolStatus,
  Posting,
  Pruned,
} from '../../../newsroom/intake/pool/pool.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Sql } from '../sql.ts';
import { bit, number } from '../values.ts';
import { ArticleBook } from './article-book.ts';
import { DecisionBook } from './decision-book.ts';
import { EventHolds } from './event-holds.ts';
import { EVENTS_A_BREATH, OPEN, POSTED, eventsOf, eventsWhere } from './event-reads.ts';
import { currentIdOf } from './event-statements.ts';
import { FeedBook } from './feed-book.ts';
import { LinkBook } from './link-book.ts';
import { SqlEventBook } from './event-book.ts';
import { SqlSearchStates } from './search-states.ts';
import { SqlTranslations } from './translations.ts';
import { PoolUpkeep } from './pool-upkeep.ts';

interface SqlPoolDeps {
  /** A database with the pool's tables. */
  readonly sql: Sql;
  readonly clock: Clock;
  /** Called when no write is running any more. */
  readonly close: () => void | Promise<void>;
}

const KEEP_VERDICT = `INSERT INTO event_verdicts (event_id, kind, at_ts, taken, reason)
  SELECT id, ?, ?, ?, ? FROM events WHERE id = ?
  ON CONFLICT (event_id, kind) DO UPDATE SET at_ts = excluded.at_ts, taken = excluded.taken, reason = excluded.reason`;

export class SqlPool implements Pool {
  readonly book: SqlEventBook;
  readonly translations: SqlTranslations;
  /** The state of searches, in the same database. */
  readonly searchStates: SqlSearchStates;
  readonly #sql: Sql;
  readonly #links: LinkBook;
  readonly #decisions: DecisionBook;
  readonly #holds: EventHolds;
  readonly #feeds: FeedBook;
  readonly #articles: ArticleBook;
  readonly #upkeep: PoolUpkeep;
  readonly #close: () => void | Promise<void>;

  constructor({ sql, clock, close }: SqlPoolDeps) {
    this.#sql = sql;
    this.#close = close;
    this.book = new SqlEventBook(sql);
    this.translations = new SqlTranslations(sql);
    this.searchStates = new SqlSearchStates(sql);
    this.#links = new LinkBook(sql);
    this.#decisions = new DecisionBook(sql);
    this.#holds = new EventHolds(sql, clock);
    this.#feeds = new FeedBook(sql);
    this.#articles = new ArticleBook(sql);
    this.#upkeep = new PoolUpkeep(sql);
  }

  addLinks(found: readonly FoundLink[], atMs: number): Promise<AddedLinks> {
    return this.#links.add(found, atMs);
  }

  pendingLinks(): Promise<readonly Link[]> {
    return this.#links.pending();
  }

  clusterable(nowMs: number, postedSinceMs: number): Promise<readonly NewsEvent[]> {
    return eventsWhere(this.#sql, `(${OPEN}) OR (${POSTED})`, nowMs, postedSinceMs);
  }

  keepDecisions(decisions: readonly LinkDecision[], atMs: number): Promise<ReadonlyMap<number, number>> {
    return this.#decisions.keep(decisions, atMs);
  }

  openEvents(nowMs: number): Promise<readonly NewsEvent[]> {
    return eventsWhere(this.#sql, OPEN, nowMs);
  }

  postedEvents(sinceMs: number): Promise<readonly NewsEvent[]> {
    return eventsWhere(this.#sql, POSTED, sinceMs);
  }

  async paces(sinceMs: number): Promise<readonly EventPace[]> {
    const rows = await this.#sql.all(
      `SELECT created_at_ts, posted_at_ts FROM events WHERE posted_at_ts >= ? ORDER BY posted_at_ts, id`,
      sinceMs,
    );
    return rows.map((row) => ({
      createdAtMs: number(row['created_at_ts']),
      postedAtMs: number(row['posted_at_ts']),
    }));
  }

  event(id: number): Promise<NewsEvent | undefined> {
    return this.#sql.snapshot(async (reads) => {
      const current = await currentIdOf(reads, id);
      return current === undefined ? undefined : (await eventsOf(reads, [current]))[0];
    });
  }

  async eventOf(url: string): Promise<NewsEvent | undefined> {
    const id = await this.#links.eventOf(url);
    return id === undefined ? undefined : this.event(id);
  }

  freshUrl(url: string): Promise<string> {
    return this.#links.freshUrl(url);
  }

  reserve(eventIds: readonly number[], untilMs: number, by: string): Promise<readonly number[]> {
    return this.#holds.reserve(eventIds, untilMs, by);
  }

  release(eventId: number, why: string): Promise<void> {
    return this.#holds.release(eventId, why);
  }

  markPosted(eventId: number, posting: Posting): Promise<void> {
    return this.#holds.markPosted(eventId, posting);
  }

  feedState(key: string): Promise<FeedState | undefined> {
    return this.#feeds.state(key);
  }

  noteFeed(key: string, report: FeedReport): Promise<FeedState> {
    return this.#feeds.report(key, report);
  }

  enableFeed(key: string): Promise<boolean> {
    return this.#feeds.enable(key);
  }

  feedHealth(): Promise<readonly (FeedState & { readonly key: string })[]> {
    return this.#feeds.health();
  }

  itemsSeen(feed: string): Promise<ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>> {
    return this.#feeds.seen(feed);
  }

  noteItems(feed: string, items: readonly SeenItem[], atMs: number): Promise<void> {
    return this.#feeds.note(feed, items, atMs);
  }

  forgetItems(feed: string, readAtMs: number, windowMs?: number): Promise<void> {
    return this.#feeds.forget(feed, readAtMs, windowMs);
  }

  deliveries(feed: string, limit: number): Promise<readonly Delivery[]> {
    return this.#feeds.deliveries(feed, limit);
  }

  itemHours(sinceMs: number): Promise<readonly ItemHour[]> {
    return this.#feeds.itemHours(sinceMs);
  }

  article(url: string): Promise<CachedArticle | undefined> {
    return this.#articles.find(url);
  }

  keepArticle(url: string, article: CachedArticle): Promise<void> {
    return this.#articles.keep(url, article);
  }

  prune(nowMs: number, windowMs?: number): Promise<Pruned> {
    return this.#upkeep.prune(nowMs, windowMs);
  }

  recount(): Promise<number> {
    return this.#upkeep.recount();
  }

  async keepVerdicts(verdicts: readonly Verdict[]): Promise<void> {
    for (let from = 0; from < verdicts.length; from += EVENTS_A_BREATH) {
      if (from > 0) await breathe();
      const part = verdicts.slice(from, from + EVENTS_A_BREATH);
      await this.#sql.transaction(async (tx) => {
        for (const { eventId, kind, atMs, taken, reason } of part)
          await tx.run(KEEP_VERDICT, kind, atMs, bit(taken), reason, eventId);
      });
    }
  }

  noteRun(run: PoolRun): Promise<void> {
    return this.#upkeep.noteRun(run);
  }

  runs(limit: number): Promise<readonly PoolRun[]> {
    return this.#upkeep.runs(limit);
  }

  status(nowMs: number): Promise<PoolStatus> {
    return this.#upkeep.status(nowMs);
  }

  /** Waits for running writes. */
  async close(): Promise<void> {
    await this.#sql.transaction(async () => undefined).catch(() => undefined);
    await this.#close();
  }
}

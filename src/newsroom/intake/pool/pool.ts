/**
 * The port to the pool: links from feeds, their events, and what became of them. The data can be rebuilt, and is
 * never the only copy of something published.
 *
 * - Each method is one transaction, except for those that let other work run in between: lists of events are read in
 *   parts, decisions and verdicts are stored in parts. Times are milliseconds since the epoch, UTC.
 * - A link belongs to at most one event. An event expires 48 h after its newest link or child, at most 7 days after
 *   its start; a posted event's life is fixed, but links may still join it.
 * - Fetch state advances on success only.
 */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';
import type { FoundLink, Link, NewsEvent } from '../../model/event.ts';
import type { DecisionRecord, HappeningFacts } from './decision-record.ts';
import type { Delivery, ItemHour, SeenItem, Verdict } from './delivery.ts';
import type { EventBook, Translations } from './event-book.ts';
import type { FeedReport, FeedState } from './feed-health.ts';

export interface Pool {
  /** Merges, splits, and the record of decisions. */
  readonly book: EventBook;
  readonly translations: Translations;

  /**
   * Add new links, and mark known ones as seen again (the newest URL is kept). Other URLs than http(s) are left out.
   */
  addLinks(found: readonly FoundLink[], atMs: number): Promise<AddedLinks>;
  /** Links that clustering has not decided, oldest first. */
  pendingLinks(): Promise<readonly Link[]>;
  /** Events that a new link could join: unexpired ones, and those posted since `postedSinceMs`. */
  clusterable(nowMs: number, postedSinceMs: number): Promise<readonly NewsEvent[]>;
  /**
   * Store clustering's decisions, in order and in parts. After a crash, links without a stored decision are still
   * pending.
   * @returns the events that were created, by their numbers within the batch.
   */
  keepDecisions(decisions: readonly LinkDecision[], atMs: number): Promise<ReadonlyMap<number, number>>;

  /** Unexpired, unposted events, including held and released ones. */
  openEvents(nowMs: number): Promise<readonly NewsEvent[]>;
  postedEvents(sinceMs: number): Promise<readonly NewsEvent[]>;
  /** When the events that were posted since then began, and were posted; the oldest post first. */
  paces(sinceMs: number): Promise<readonly EventPace[]>;
  /** The event of this number; for a merged event the one it was merged into. */
  event(id: number): Promise<NewsEvent | undefined>;
  /** The event that contains this page, by the identity of its URL; also posted and expired ones. */
  eventOf(url: string): Promise<NewsEvent | undefined>;
  /** The newest known spelling of a URL, else the URL itself. */
  freshUrl(url: string): Promise<string>;

  /**
   * Hold these events, and no others, for `by`.
   * @returns those it got: not events that are gone or held by another. Asking again is harmless; a story takes over
   * what a planner holds (`plannerHold`).
   */
  reserve(eventIds: readonly number[], untilMs: number, by: string): Promise<readonly number[]>;
  /** Release an event and record why. A posted event is only released. */
  release(eventId: number, why: string): Promise<void>;
  /** The event was published. The first posting counts; a second changes nothing. */
  markPosted(eventId: number, posting: Posting): Promise<void>;

  feedState(key: string): Promise<FeedState | undefined>;
  /**
   * Record that a feed was read, or could not be.
   * @returns its state.
   */
  noteFeed(key: string, report: FeedReport): Promise<FeedState>;
  /**
   * Read a disabled or failing feed again at the next update.
   * @returns whether the feed is known.
   */
  enableFeed(key: string): Promise<boolean>;
  feedHealth(): Promise<readonly (FeedState & { readonly key: string })[]>;
  /** The remembered items of a feed, by key. */
  itemsSeen(feed: string): Promise<ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>>;
  /** Remember items of a feed. Items that were added stay so, and backlog stays backlog. */
  noteItems(feed: string, items: readonly SeenItem[], atMs: number): Promise<void>;
  /**
   * Forget items that a feed hasn't had for long, and the oldest beyond the limit.
   * @param windowMs how far newsletters look back: what the feed had within it stays
   */
  forgetItems(feed: string, readAtMs: number, windowMs?: number): Promise<void>;
  /** What became of a feed's items, last seen first. */
  deliveries(feed: string, limit: number): Promise<readonly Delivery[]>;
  /** How many items each feed had in each hour since then, by when they were published, else first seen. */
  itemHours(sinceMs: number): Promise<readonly ItemHour[]>;

  article(url: string): Promise<CachedArticle | undefined>;
  keepArticle(url: string, article: CachedArticle): Promise<void>;

  /**
   * Delete what is too old.
   * @param windowMs how far newsletters look back: an event that expired within it stays with its links
   */
  prune(nowMs: number, windowMs?: number): Promise<Pruned>;
  /**
   * Count the links of each event again.
   * @returns how many counts were wrong.
   */
  recount(): Promise<number>;
  /** Store why events were taken or left out; the last verdict of each kind counts. */
  keepVerdicts(verdicts: readonly Verdict[]): Promise<void>;
  noteRun(run: PoolRun): Promise<void>;
  /** Newest first. */
  runs(limit: number): Promise<readonly PoolRun[]>;
  status(nowMs: number): Promise<PoolStatus>;
  close(): Promise<void>;
}

/**
 * The decision on a pending link. `newEvent` numbers new events within this batch, so that later links can join them.
 */
export interface LinkDecision {
  readonly linkId: number;
  readonly action:
    | { readonly kind: 'join'; readonly event: EventRef }
    | { readonly kind: 'new_event'; readonly newEvent: number; readonly category: string }
    | {
        readonly kind: 'development';
        readonly parent: EventRef;
        readonly newEvent: number;
        readonly category: string;
      }
    | { readonly kind: 'skip'; readonly reason: string };
  readonly score: number;
  readonly ambiguous: boolean;
  readonly candidates: readonly { readonly event: EventRef; readonly score: number }[];
  /** Absent when the rule decided and no model was asked. */
  readonly record?: DecisionRecord;
  readonly facts?: HappeningFacts;
}

export type EventRef = { readonly id: number } | { readonly newEvent: number };

export interface Posting {
  readonly threadId: string;
  readonly runId: string;
  readonly atMs: number;
}

export interface EventPace {
  readonly createdAtMs: number;
  readonly postedAtMs: number;
}

/** What `addLinks` did, in counts and link by link, in the order given. */
export interface AddedLinks {
  readonly added: number;
  readonly seenAgain: number;
  readonly fates: readonly ('added' | 'known' | 'no_url')[];
}

export interface CachedArticle {
  /** After redirects. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly byline?: string;
  readonly outlet?: string;
  readonly publishedAtMs?: number;
  /** A BCP 47 tag. */
  readonly language?: string;
  /** The lead picture's address. */
  readonly image?: string;
  readonly extractor: string;
  /** 0 to 1, as `Article.quality`; absent in articles stored by an older Nightdesk. */
  readonly quality?: number;
  readonly fetchedAtMs: number;
}

export const prunedSchema = z.strictObject({
  links: z.number(),
  events: z.number(),
  articles: z.number(),
  /** Runs, translations, and state of feeds that are no longer read. */
  others: z.number(),
});
export type Pruned = Given<z.output<typeof prunedSchema>>;

export const poolRunSchema = z.strictObject({
  kind: z.string(),
  startedAtMs: z.number(),
  finishedAtMs: z.number(),
  /** Counts and outcomes, as JSON. */
  detail: z.unknown(),
});
export type PoolRun = Given<z.output<typeof poolRunSchema>>;

export const poolCountsSchema = z.strictObject({
  links: z.number(),
  pending: z.number(),
  openEvents: z.number(),
  postedEvents: z.number(),
  newestLinkAtMs: z.number().nullable(),
});
export type PoolStatus = Given<z.output<typeof poolCountsSchema>>;

const HOUR_MS = 3_600_000;
export const SOFT_LIFE_MS = 48 * HOUR_MS;
export const HARD_LIFE_MS = 7 * 24 * HOUR_MS;
/** How long links and extracted articles are kept after their last use. */
export const LINK_LIFE_MS = 48 * HOUR_MS;
/** The least time that an expired, unposted event is kept, to explain why it was skipped. */
export const EXPIRED_LIFE_MS = 72 * HOUR_MS;
/** How long a posted event is kept. */
export const POSTED_LIFE_MS = 10 * EXPIRED_LIFE_MS;
/** How long runs, translations and the state of feeds that are no longer read are kept. */
export const RUN_LIFE_MS = 30 * 24 * HOUR_MS;
/** The least time that an item is kept after its feed last had it. */
export const ITEM_LIFE_MS = 7 * 24 * HOUR_MS;
/** The most items kept per feed, dropping those seen longest ago: four times what is read of one answer. */
export const MOST_ITEMS = 2_000;

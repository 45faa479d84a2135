/**
 * The pool: links from feeds, the events they tell of, and what became of them. Rebuildable inputs, never
 * the only copy of something published.
 *
 * - Each method is one transaction, but for those that give others a turn: lists of events are read in parts,
 *   decisions and verdicts kept in parts. Times are milliseconds since the epoch, UTC.
 * - A link lives in at most one event. An event expires 48 h after its newest link or child, at the latest
 *   7 days after it began; a posted event is frozen, but links may still join it.
 * - Fetch state advances on success only.
 */
import type { FoundLink, Link, NewsEvent } from '../../model/event.ts';
import type { DecisionRecord, HappeningFacts } from './decision-record.ts';
import type { Delivery, SeenItem, Verdict } from './delivery.ts';
import type { EventBook, Translations } from './event-book.ts';
import type { FeedReport, FeedState } from './feed-health.ts';

export interface Pool {
  /** Merges, splits, and the record of decisions. */
  readonly book: EventBook;
  readonly translations: Translations;

  /** Add what is new, see again what is known (the newest URL is kept). What is no http URL is left out. */
  addLinks(found: readonly FoundLink[], atMs: number): Promise<AddedLinks>;
  /** Links that clustering has not decided, oldest first. */
  pendingLinks(): Promise<readonly Link[]>;
  /** Events that a new link could belong to: unexpired ones, and those posted since `postedSinceMs`. */
  clusterable(nowMs: number, postedSinceMs: number): Promise<readonly NewsEvent[]>;
  /**
   * Keep what clustering decided, in order and in parts that let others have a turn. What was not kept when the desk
   * died is pending still, and decided anew. @returns the events that were made, by their numbers in the batch.
   */
  keepDecisions(decisions: readonly LinkDecision[], atMs: number): Promise<ReadonlyMap<number, number>>;

  /** Unexpired events that were not posted, the reserved and the given back included. */
  openEvents(nowMs: number): Promise<readonly NewsEvent[]>;
  postedEvents(sinceMs: number): Promise<readonly NewsEvent[]>;
  /** What stands under this number: what an event was merged into answers for it, here and below. */
  event(id: number): Promise<NewsEvent | undefined>;
  /** The event that this page is in, by the identity of its URL, posted and expired ones included. */
  eventOf(url: string): Promise<NewsEvent | undefined>;
  /** The newest spelling of a URL that the pool knows under this identity, else the URL itself. */
  freshUrl(url: string): Promise<string>;

  /**
   * Hold these events, and no others, for `by`. Answers which it got: not those gone or held by another. Asking
   * again is harmless; a story takes over what a planner holds (`plannerHold`).
   */
  reserve(eventIds: readonly number[], untilMs: number, by: string): Promise<readonly number[]>;
  /** Give an event back, and remember why. A posted event is only let go. */
  release(eventId: number, why: string): Promise<void>;
  /** The event was published. The first posting stands; a second changes nothing. */
  markPosted(eventId: number, posting: Posting): Promise<void>;

  feedState(key: string): Promise<FeedState | undefined>;
  /** A feed was read, or could not be. @returns how it stands now. */
  noteFeed(key: string, report: FeedReport): Promise<FeedState>;
  /** Read a disabled or failing feed again when inputs are next prepared. @returns whether the feed is known. */
  enableFeed(key: string): Promise<boolean>;
  feedHealth(): Promise<readonly (FeedState & { readonly key: string })[]>;
  /** The items of a feed that are remembered, by their keys. */
  itemsSeen(feed: string): Promise<ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>>;
  /** Remember items of a feed. What came in stays told as that, and backlog as backlog. */
  noteItems(feed: string, items: readonly SeenItem[], atMs: number): Promise<void>;
  /** Forget the items that a feed hasn't had for long, and the oldest of too many. */
  forgetItems(feed: string, readAtMs: number): Promise<void>;
  /** What became of a feed's items, those seen last first. */
  deliveries(feed: string, limit: number): Promise<readonly Delivery[]>;

  article(url: string): Promise<CachedArticle | undefined>;
  keepArticle(url: string, article: CachedArticle): Promise<void>;

  /** Drop what has served its time. */
  prune(nowMs: number): Promise<Pruned>;
  /** Count the links of each event anew. @returns how many counts were wrong. */
  recount(): Promise<number>;
  /** Why events were taken or left; the last verdict of each kind counts. */
  keepVerdicts(verdicts: readonly Verdict[]): Promise<void>;
  noteRun(run: PoolRun): Promise<void>;
  /** The newest first. */
  runs(limit: number): Promise<readonly PoolRun[]>;
  status(nowMs: number): Promise<PoolStatus>;
  close(): Promise<void>;
}

/** What became of a pending link. `newEvent` numbers events made in this batch, so that later links can join them. */
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
  /** Absent where the rule decided and nobody was asked. */
  readonly record?: DecisionRecord;
  readonly facts?: HappeningFacts;
}

export type EventRef = { readonly id: number } | { readonly newEvent: number };

export interface Posting {
  readonly threadId: string;
  readonly runId: string;
  readonly atMs: number;
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
  /** 0 to 1, as `Article.quality`; absent in what an older Nightdesk kept. */
  readonly quality?: number;
  readonly fetchedAtMs: number;
}

export interface Pruned {
  readonly links: number;
  readonly events: number;
  readonly articles: number;
  /** Runs, translations, and what is known of feeds that are read no more. */
  readonly others: number;
}

export interface PoolRun {
  readonly kind: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  /** Counts and outcomes, as JSON. */
  readonly detail: unknown;
}

export interface PoolStatus {
  readonly links: number;
  readonly pending: number;
  readonly openEvents: number;
  readonly postedEvents: number;
  readonly newestLinkAtMs: number | null;
}

const HOUR_MS = 3_600_000;
export const SOFT_LIFE_MS = 48 * HOUR_MS;
export const HARD_LIFE_MS = 7 * 24 * HOUR_MS;
/** How long links and extracted articles are kept after they were last of use. */
export const LINK_LIFE_MS = 48 * HOUR_MS;
/** How long an expired event that was never posted is kept, for "why was this skipped". */
export const EXPIRED_LIFE_MS = 72 * HOUR_MS;
/** So long after it was posted, an event is forgotten. */
export const POSTED_LIFE_MS = 10 * EXPIRED_LIFE_MS;
/** How long runs and translations are kept, and what is known of feeds that are read no more. */
export const RUN_LIFE_MS = 30 * 24 * HOUR_MS;
/** An item that its feed hasn't had for so long is forgotten. */
export const ITEM_LIFE_MS = 7 * 24 * HOUR_MS;
/** More are not remembered of one feed, the oldest sight first: four times what is read of one answer. */
export const MOST_ITEMS = 2_000;

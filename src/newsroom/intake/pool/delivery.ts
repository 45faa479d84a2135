/** What became of each link of a feed: what the delivery preview shows. Times are milliseconds since the epoch. */
import type { EventStatus } from '../../model/event.ts';
import type { PlanKind } from '../../model/candidate.ts';

/**
 * What the pool did with an item of a feed.
 *
 * `added`: it came into the pool by this feed. `known`: another had brought it. `backlog`: it was there before the
 * feed was first read, among too many. `too_old`: published, or first seen, more than 48 h ago. `filtered`: a filter of
 * the feed drops it. The rest: it has no link, one that is no http or https, or no title.
 */
export type ItemOutcome =
  'added' | 'known' | 'backlog' | 'too_old' | 'filtered' | 'no_link' | 'bad_link' | 'no_title';

/**
 * An item that came in stays told as that when it is seen again: its link is known then, too old one day, or
 * dropped by a later filter.
 */
export const STAYS_TOLD: {
  readonly before: readonly ItemOutcome[];
  readonly now: readonly ItemOutcome[];
} = { before: ['added', 'known'], now: ['known', 'too_old', 'filtered'] };

/** An item of a feed at one read. */
export interface SeenItem {
  /** Its identity in the feed: the URL's key, else the feed's own id. */
  readonly itemKey: string;
  readonly url: string;
  readonly title: string;
  readonly publishedAtMs?: number | undefined;
  readonly outcome: ItemOutcome;
  /** The feed dates it ahead of now. */
  readonly datedAhead?: boolean;
}

export interface Delivery extends SeenItem {
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** The link in the pool; absent when it never came in, or was pruned. */
  readonly link?: {
    readonly id: number;
    /** Clustering has not looked at it yet. */
    readonly pending: boolean;
    /** Why clustering keeps it out of events. */
    readonly skipReason?: string;
  };
  readonly event?: {
    readonly id: number;
    readonly parentId: number | null;
    readonly title: string;
    readonly status: EventStatus;
    readonly links: number;
    readonly expiresAtMs: number;
    readonly postedAtMs?: number;
    readonly threadId?: string;
    readonly releasedWhy?: string;
  };
  /** What selection last said of the event. */
  readonly verdict?: Verdict;
}

/** Why an event was taken or left when inputs were last prepared. */
export interface Verdict {
  readonly eventId: number;
  readonly kind: PlanKind;
  readonly atMs: number;
  readonly taken: boolean;
  readonly reason: string;
}

/** The items of a feed in an hour. */
export interface ItemHour {
  readonly feed: string;
  /** When the hour began. */
  readonly hourMs: number;
  readonly items: number;
  /** How many of them a filter dropped. */
  readonly dropped: number;
}

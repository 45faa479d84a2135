/**
 * Links and events: what the pool holds and every stage speaks of. All times are milliseconds since the
 * epoch, UTC.
 */

/** An item as a feed gave it, on its way into the pool. */
export interface FoundLink {
  readonly url: string;
  /** Plain text. */
  readonly title: string;
  readonly description: string;
  readonly publishedAtMs?: number;
  /** What found it: `feed:<key>`. */
  readonly foundBy: string;
  /** The category that the feed promises, as the edition spells it. */
  readonly feedCategory?: string;
}

export interface Link extends FoundLink {
  readonly id: number;
  /** The identity of the URL (`url-key.ts`); `url` is the newest spelling, the one to fetch. */
  readonly key: string;
  readonly domain: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** Null while clustering has not decided. */
  readonly eventId: number | null;
  /** Why clustering keeps it out of events: `roundup`, … */
  readonly skipReason?: string;
}

export type EventStatus = 'new' | 'active' | 'posted';

/** Links about one happening. An event with a parent is a development of it. */
export interface NewsEvent {
  readonly id: number;
  readonly parentId: number | null;
  readonly status: EventStatus;
  readonly category: string;
  readonly title: string;
  /** What happened, in English, and where, as a model told it. */
  readonly summaryEn?: string;
  readonly jurisdiction?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  readonly reservedUntilMs: number | null;
  /** Who holds it until then: a story, or a planner (`plannerHold`). */
  readonly reservedBy?: string;
  readonly postedAtMs: number | null;
  readonly threadId?: string;
  readonly runId?: string;
  /** The last time it was given back unused, and why. */
  readonly released?: { readonly why: string; readonly atMs: number };
  /** Oldest first; never empty for an event that is offered. */
  readonly links: readonly Link[];
}

/** When a link's news happened, as far as anyone knows. */
export function linkTime(link: Link): number {
  return link.publishedAtMs ?? link.firstSeenAtMs;
}

const PLANNER = 'planner:';

/** The name under which a desk channel's planner holds what it was offered. */
export function plannerHold(session: string): string {
  return `${PLANNER}${session}`;
}

export function isPlannerHold(by: string): boolean {
  return by.startsWith(PLANNER);
}

type Member = Pick<NewsEvent, 'id' | 'parentId'>;

/** Whether one event develops the other, or both develop a third. */
export function isFamily(one: Member | undefined, other: Member | undefined): boolean {
  if (!one || !other || one.id === other.id) return false;
  return (one.parentId ?? one.id) === (other.parentId ?? other.id);
}

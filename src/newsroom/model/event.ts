/** Links and events, which the pool stores and all stages use. Times are milliseconds since the epoch, UTC. */

/** An item of a feed, before it is in the pool. */
export interface FoundLink {
  readonly url: string;
  /** Plain text. */
  readonly title: string;
  readonly description: string;
  readonly publishedAtMs?: number;
  /** What found it: `feed:<key>`. */
  readonly foundBy: string;
  /** The category that the feed declares, in the edition's spelling. */
  readonly feedCategory?: string;
}

export interface Link extends FoundLink {
  readonly id: number;
  /** The URL's identity (`url-key.ts`); `url` is the newest spelling, for fetching. */
  readonly key: string;
  readonly domain: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** Null until clustering has decided. */
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
  /** What happened and where, in English, according to a model. */
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
  /** When it was last released unused, and why. */
  readonly released?: { readonly why: string; readonly atMs: number };
  /** Oldest first; never empty for an offered event. */
  readonly links: readonly Link[];
}

/** When a link's news happened, as far as known. */
export function linkTime(link: Link): number {
  return link.publishedAtMs ?? link.firstSeenAtMs;
}

const PLANNER = 'planner:';

/** The name under which a desk channel's planner holds the events it was offered. */
export function plannerHold(session: string): string {
  return `${PLANNER}${session}`;
}

/** Whether an event is held by a planner's turn, not by a person. */
export function isPlannerHold(by: string): boolean {
  return by.startsWith(PLANNER);
}

type Member = Pick<NewsEvent, 'id' | 'parentId'>;

/** Whether one event is a development of the other, or both of a third. */
export function isFamily(one: Member | undefined, other: Member | undefined): boolean {
  if (!one || !other || one.id === other.id) return false;
  return (one.parentId ?? one.id) === (other.parentId ?? other.id);
}

/** Links and events, which the pool stores and all stages use. Times are milliseconds since the epoch, UTC. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';

/** An item of a feed, before it is in the pool. */
const foundLinkSchema = z.strictObject({
  url: z.string(),
  /** Plain text. */
  title: z.string(),
  description: z.string(),
  publishedAtMs: z.number().exactOptional(),
  /** What found it: `feed:<key>`. */
  foundBy: z.string(),
  /** The category that the feed declares, in the edition's spelling. */
  feedCategory: z.string().exactOptional(),
});
export type FoundLink = Given<z.output<typeof foundLinkSchema>>;

const linkSchema = foundLinkSchema.extend({
  id: z.number(),
  /** The URL's identity (`url-key.ts`); `url` is the newest spelling, for fetching. */
  key: z.string(),
  domain: z.string(),
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  /** Null until clustering has decided. */
  eventId: z.number().nullable(),
  /** Why clustering keeps it out of events: `roundup`, … */
  skipReason: z.string().exactOptional(),
});
export type Link = Given<z.output<typeof linkSchema>>;

export const eventStatusSchema = z.enum(['new', 'active', 'posted']);
export type EventStatus = z.output<typeof eventStatusSchema>;

/** Links about one happening. An event with a parent is a development of it. */
export const eventSchema = z.strictObject({
  id: z.number(),
  parentId: z.number().nullable(),
  status: eventStatusSchema,
  category: z.string(),
  title: z.string(),
  /** What happened and where, in English, according to a model. */
  summaryEn: z.string().exactOptional(),
  jurisdiction: z.string().exactOptional(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  expiresAtMs: z.number(),
  reservedUntilMs: z.number().nullable(),
  /** Who holds it until then: a story, or a planner (`plannerHold`). */
  reservedBy: z.string().exactOptional(),
  postedAtMs: z.number().nullable(),
  threadId: z.string().exactOptional(),
  runId: z.string().exactOptional(),
  /** When it was last released unused, and why. */
  released: z.strictObject({ why: z.string(), atMs: z.number() }).exactOptional(),
  /** Oldest first; never empty for an offered event. */
  links: z.array(linkSchema),
});
export type NewsEvent = Given<z.output<typeof eventSchema>>;

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

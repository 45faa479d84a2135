/** What became of each link of a feed: what the delivery preview shows. Times are milliseconds since the epoch. */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';
import { planKindSchema } from '../../model/candidate.ts';
import { eventStatusSchema } from '../../model/event.ts';

/**
 * What the pool did with an item of a feed.
 *
 * `added`: it came into the pool by this feed. `known`: another had brought it. `backlog`: it was there before the
 * feed was first read, among too many. `too_old`: published, or first seen, more than 48 h ago. `filtered`: a filter of
 * the feed drops it. The rest: it has no link, one that is no http or https, or no title.
 */
export const itemOutcomeSchema = z.enum([
  'added',
  'known',
  'backlog',
  'too_old',
  'filtered',
  'no_link',
  'bad_link',
  'no_title',
]);
export type ItemOutcome = z.output<typeof itemOutcomeSchema>;

/**
 * An item that came in stays told as that when it is seen again: its link is known then, too old one day, or
 * dropped by a later filter.
 */
export const STAYS_TOLD: {
  readonly before: readonly ItemOutcome[];
  readonly now: readonly ItemOutcome[];
} = { before: ['added', 'known'], now: ['known', 'too_old', 'filtered'] };

/** An item of a feed at one read. */
const seenItemSchema = z.strictObject({
  /** Its identity in the feed: the URL's key, else the feed's own id. */
  itemKey: z.string(),
  url: z.string(),
  title: z.string(),
  publishedAtMs: z.number().optional(),
  outcome: itemOutcomeSchema,
  /** The feed dates it ahead of now. */
  datedAhead: z.boolean().exactOptional(),
});
export type SeenItem = Given<z.output<typeof seenItemSchema>>;

/** Why an event was taken or left when inputs were last prepared. */
const verdictSchema = z.strictObject({
  eventId: z.number(),
  kind: planKindSchema,
  atMs: z.number(),
  taken: z.boolean(),
  reason: z.string(),
});
export type Verdict = Given<z.output<typeof verdictSchema>>;

export const deliverySchema = seenItemSchema.extend({
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  /**
   * The link in the pool; absent when it never came in, or was pruned. `pending`: clustering has not looked at it yet.
   * `skipReason`: why clustering keeps it out of events.
   */
  link: z
    .strictObject({ id: z.number(), pending: z.boolean(), skipReason: z.string().exactOptional() })
    .exactOptional(),
  event: z
    .strictObject({
      id: z.number(),
      parentId: z.number().nullable(),
      title: z.string(),
      status: eventStatusSchema,
      links: z.number(),
      expiresAtMs: z.number(),
      postedAtMs: z.number().exactOptional(),
      threadId: z.string().exactOptional(),
      releasedWhy: z.string().exactOptional(),
    })
    .exactOptional(),
  /** What selection last said of the event. */
  verdict: verdictSchema.exactOptional(),
});
export type Delivery = Given<z.output<typeof deliverySchema>>;

/** The items of a feed in an hour. */
export interface ItemHour {
  readonly feed: string;
  /** When the hour began. */
  readonly hourMs: number;
  readonly items: number;
  /** How many of them a filter dropped. */
  readonly dropped: number;
}

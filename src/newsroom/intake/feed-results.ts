/** What the methods of an edition's feeds take and answer. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { feedFilterSchema, MOST_FILTERS } from '../edition/edition-feed.ts';
import { planKindSchema, ruleSchema } from '../model/candidate.ts';
import { discoveredFeedSchema, discoverySchema } from './feeds/discovery.ts';
import { itemOutcomeSchema } from './pool/delivery.ts';
import { feedHealthSchema } from './pool/feed-health.ts';

const optional = (most: number) => z.string().trim().min(1).max(most).exactOptional();
const clearable = (most: number) => z.string().trim().min(1).max(most).nullable().exactOptional();

export const addressParam = z.string().trim().min(1).max(4_000);
export const filtersParam = z.array(feedFilterSchema).max(MOST_FILTERS);

export const newFeedParams = z.strictObject({
  url: addressParam,
  key: optional(100),
  label: optional(200),
  region: optional(100),
  language: optional(100),
  category: optional(200),
  paused: z.boolean().exactOptional(),
  filters: filtersParam.exactOptional(),
  /** Its place in the list, from 0. */
  at: z.int().min(0).exactOptional(),
});

export const feedChangeParam = z.strictObject({
  url: addressParam.exactOptional(),
  label: optional(200),
  region: clearable(100),
  language: clearable(100),
  category: clearable(200),
  paused: z.literal(true).nullable().exactOptional(),
  filters: filtersParam.nullable().exactOptional(),
});

const filterSchema = z.strictObject({
  rule: z.enum(['drop', 'only']),
  words: z.array(z.string()),
  in: z.enum(['title', 'address']),
});

/** A feed as the edition has it. */
export const editionFeedSchema = z.strictObject({
  key: z.string(),
  url: z.string(),
  label: z.string(),
  region: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  paused: z.boolean().optional(),
  filters: z.array(filterSchema.partial({ in: true })).optional(),
});

/** A feed with its fields in the edition, and its items of the last 48 hours. */
const listedFeedSchema = feedHealthSchema.extend({
  region: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  paused: z.boolean(),
  filters: z.array(filterSchema),
  /** Items by the hour, the oldest hour first. */
  hours: z.array(z.number()),
  /** How many of them its filters dropped. */
  dropped: z.number(),
});
export type ListedFeed = Given<z.output<typeof listedFeedSchema>>;

const categorySchema = z.strictObject({ name: z.string(), label: z.string() });

/** `untilMs`: the end of the last of the `hours`. `refusal`: why the list can't be changed. */
export const feedListSchema = z.strictObject({
  feeds: z.array(listedFeedSchema),
  untilMs: z.number(),
  categories: z.array(categorySchema),
  edition: z.string(),
  file: z.string(),
  refusal: z.string().exactOptional(),
});

const [, noneSchema, failedSchema] = discoverySchema.options;

/** What was found at a site; `known` is the key of the edition's feed with this address. */
export const knownDiscoverySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    feeds: z.array(discoveredFeedSchema.extend({ known: z.string().exactOptional() })),
  }),
  noneSchema,
  failedSchema,
]);

/** What becomes of an item when the feed is read. */
const foreseenSchema = z.strictObject({
  title: z.string(),
  url: z.string(),
  publishedAtMs: z.number().optional(),
  fate: z.enum([
    ...itemOutcomeSchema.exclude(['added']).options,
    'offered',
    'left_out',
    'posted',
    'kept_out',
  ]),
  category: z.string().exactOptional(),
  rule: ruleSchema.exactOptional(),
  reason: z.string().exactOptional(),
  kinds: z.array(planKindSchema).exactOptional(),
  others: z.number().exactOptional(),
});
export type ForeseenItem = Given<z.output<typeof foreseenSchema>>;

export const feedPreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('read'),
    url: z.string(),
    title: z.string(),
    items: z.array(foreseenSchema),
  }),
  failedSchema,
]);
export type FeedPreview = Given<z.output<typeof feedPreviewSchema>>;

/** What filters would have dropped of a feed's items of the last 48 hours. */
export const filterCountSchema = z.strictObject({
  items: z.number(),
  dropped: z.number(),
  /** By filter; an item counts for the first that drops it. */
  byFilter: z.array(z.number()),
  /** Titles that are dropped, and that stay; the newest first. */
  examples: z.strictObject({ dropped: z.array(z.string()), kept: z.array(z.string()) }),
});
export type FilterCount = Given<z.output<typeof filterCountSchema>>;

export const removedFeedSchema = z.strictObject({ feed: editionFeedSchema, at: z.number() });

export const feedImportSchema = z.strictObject({
  edition: z.string(),
  added: z.array(editionFeedSchema),
  known: z.array(z.strictObject({ label: z.string(), key: z.string() })),
  refused: z.array(z.strictObject({ outline: z.string(), because: z.string() })),
  /** The file that has them now; absent where nothing was written. */
  file: z.string().exactOptional(),
});

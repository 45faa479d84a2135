/** What the methods of an edition's feeds take and answer. */
import { z } from 'zod';
import { feedFilterSchema, MOST_FILTERS } from '../edition/edition-feed.ts';
import { ruleSchema } from '../model/candidate.ts';
import { itemOutcomeSchema } from '../intake/pool/delivery.ts';
import { feedHealthSchema } from '../intake/pool/feed-health.ts';

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

const listedFeedSchema = feedHealthSchema.extend({
  region: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  paused: z.boolean(),
  filters: z.array(filterSchema),
  hours: z.array(z.number()),
  dropped: z.number(),
});

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

const failed = { reason: z.string(), detail: z.string() };

export const discoverySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    feeds: z.array(
      z.strictObject({
        url: z.string(),
        title: z.string(),
        foundBy: z.enum(['itself', 'page', 'usual place']),
        items: z.number().exactOptional(),
        error: z.string().exactOptional(),
        /** The key of the edition's feed with this address. */
        known: z.string().exactOptional(),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal('none'), looked: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('failed'), ...failed }),
]);

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
  kinds: z.array(z.enum(['daily', 'hourly'])).exactOptional(),
  others: z.number().exactOptional(),
});

export const feedPreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('read'),
    url: z.string(),
    title: z.string(),
    items: z.array(foreseenSchema),
  }),
  z.strictObject({ kind: z.literal('failed'), ...failed }),
]);

export const filterCountSchema = z.strictObject({
  items: z.number(),
  dropped: z.number(),
  byFilter: z.array(z.number()),
  examples: z.strictObject({ dropped: z.array(z.string()), kept: z.array(z.string()) }),
});

export const removedFeedSchema = z.strictObject({ feed: editionFeedSchema, at: z.number() });

export const feedImportSchema = z.strictObject({
  edition: z.string(),
  added: z.array(editionFeedSchema),
  known: z.array(z.strictObject({ label: z.string(), key: z.string() })),
  refused: z.array(z.strictObject({ outline: z.string(), because: z.string() })),
  /** The file that has them now; absent where nothing was written. */
  file: z.string().exactOptional(),
});

/** What the methods of the pool, of inputs and of events answer. */
import { z } from 'zod';
import { feedHealthSchema, leftOutBySchema, leftOutSchema, scoreSchema } from './newsroom-results.ts';

const kind = z.enum(['daily', 'hourly']);

const feedOutcomeSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  result: z.enum(['ok', 'unchanged', 'failed', 'not_due', 'disabled', 'paused']),
  items: z.number(),
  newItems: z.number(),
  unread: z.number().exactOptional(),
  error: z.string().exactOptional(),
  failuresInARow: z.number().exactOptional(),
  nextDueAtMs: z.number().exactOptional(),
  silentSinceMs: z.number().exactOptional(),
});

const searchOutcomeSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  result: z.enum(['ok', 'not_due', 'failed', 'off', 'over_budget']),
  items: z.number(),
  newItems: z.number(),
  error: z.string().exactOptional(),
  dueAtMs: z.number().exactOptional(),
});

const candidateSchema = z.strictObject({
  i: z.number(),
  id: z.number(),
  event_id: z.number(),
  title: z.string(),
  description: z.string(),
  summary_en: z.string().exactOptional(),
  suggested_category: z.string(),
  primary_url: z.string(),
  supporting_urls: z.array(z.string()),
  age_minutes: z.number().nullable(),
  link_count: z.number(),
  domains: z.array(z.string()),
  languages: z.array(z.enum(['en', 'zh', 'mixed', 'unknown'])).exactOptional(),
  parent_event_id: z.number().nullable(),
  event_key: z.string(),
  semantic_event_key: z.string(),
  suggest_flags: z.array(z.string()),
  rank: z.number(),
  score: scoreSchema,
  picked_because: z.string(),
});

export const inputsSchema = z.strictObject({
  kind,
  preparedAtMs: z.number(),
  feeds: z.array(feedOutcomeSchema),
  searches: z.array(searchOutcomeSchema).exactOptional(),
  candidates: z.array(candidateSchema),
  leftOut: z.array(leftOutSchema),
  leftOutBy: leftOutBySchema.exactOptional(),
  pick: z.strictObject({ atMost: z.number() }),
});

export const poolStatusSchema = z.strictObject({
  links: z.number(),
  pending: z.number(),
  openEvents: z.number(),
  postedEvents: z.number(),
  newestLinkAtMs: z.number().nullable(),
  feeds: z.array(feedHealthSchema),
});

const prunedSchema = z.strictObject({
  links: z.number(),
  events: z.number(),
  articles: z.number(),
  others: z.number(),
});

export const poolGcSchema = prunedSchema.extend({ recounted: z.number() });

export const poolUpdateSchema = z.strictObject({
  feeds: z.array(feedOutcomeSchema),
  searches: z.array(searchOutcomeSchema),
  decided: z.number(),
  clustering: z.strictObject({
    decided: z.number(),
    calls: z.number(),
    tokens: z.number(),
    asked: z
      .strictObject({
        prompts: z.number(),
        asked: z.number(),
        answered: z.number(),
        enforced: z.number(),
        missing: z.number(),
        malformed: z.number(),
        repeated: z.number(),
        unasked: z.number(),
        failures: z.record(z.string(), z.number()),
      })
      .exactOptional(),
    translated: z.number().exactOptional(),
    merges: z.strictObject({
      pairs: z.number(),
      asked: z.number(),
      merged: z.number(),
      refused: z.number().exactOptional(),
      failure: z.string().exactOptional(),
    }),
    mergedAtMs: z.number().exactOptional(),
  }),
  pruned: prunedSchema,
});

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

const eventStatus = z.enum(['new', 'active', 'posted']);

export const previewSchema = z.strictObject({
  feed: feedHealthSchema,
  nextReadAtMs: z.number().exactOptional(),
  links: z.array(
    z.strictObject({
      itemKey: z.string(),
      url: z.string(),
      title: z.string(),
      publishedAtMs: z.number().optional(),
      outcome: itemOutcomeSchema,
      datedAhead: z.boolean().exactOptional(),
      firstSeenAtMs: z.number(),
      lastSeenAtMs: z.number(),
      link: z
        .strictObject({ id: z.number(), pending: z.boolean(), skipReason: z.string().exactOptional() })
        .exactOptional(),
      event: z
        .strictObject({
          id: z.number(),
          parentId: z.number().nullable(),
          title: z.string(),
          status: eventStatus,
          links: z.number(),
          expiresAtMs: z.number(),
          postedAtMs: z.number().exactOptional(),
          threadId: z.string().exactOptional(),
          releasedWhy: z.string().exactOptional(),
        })
        .exactOptional(),
      verdict: z
        .strictObject({
          eventId: z.number(),
          kind,
          atMs: z.number(),
          taken: z.boolean(),
          reason: z.string(),
        })
        .exactOptional(),
      fate: z.string(),
      why: z.string(),
    }),
  ),
});

export const auditSchema = z.strictObject({
  runs: z.array(
    z.strictObject({
      kind: z.string(),
      startedAtMs: z.number(),
      finishedAtMs: z.number(),
      detail: z.unknown(),
    }),
  ),
});

const listedEventSchema = z.strictObject({
  id: z.number(),
  title: z.string(),
  category: z.string(),
  status: eventStatus,
  parentId: z.number().nullable(),
  links: z.number(),
  domains: z.number(),
  updatedAtMs: z.number(),
});

export const listedEventsSchema = z.strictObject({ events: z.array(listedEventSchema) });

const linkSchema = z.strictObject({
  id: z.number(),
  key: z.string(),
  domain: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  publishedAtMs: z.number().exactOptional(),
  foundBy: z.string(),
  feedCategory: z.string().exactOptional(),
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  eventId: z.number().nullable(),
  skipReason: z.string().exactOptional(),
});

const eventSchema = z.strictObject({
  id: z.number(),
  parentId: z.number().nullable(),
  status: eventStatus,
  category: z.string(),
  title: z.string(),
  summaryEn: z.string().exactOptional(),
  jurisdiction: z.string().exactOptional(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  expiresAtMs: z.number(),
  reservedUntilMs: z.number().nullable(),
  reservedBy: z.string().exactOptional(),
  postedAtMs: z.number().nullable(),
  threadId: z.string().exactOptional(),
  runId: z.string().exactOptional(),
  released: z.strictObject({ why: z.string(), atMs: z.number() }).exactOptional(),
  links: z.array(linkSchema),
});

const decisionSchema = z.strictObject({
  linkId: z.number(),
  linkTitle: z.string(),
  eventId: z.number().nullable(),
  action: z.string(),
  score: z.number(),
  ambiguous: z.boolean(),
  candidates: z.array(z.strictObject({ event: z.number().nullable(), score: z.number() })),
  atMs: z.number(),
  decidedBy: z.enum(['rule', 'model', 'desk', 'editor']).exactOptional(),
  model: z.string().exactOptional(),
  promptSha256: z.string().exactOptional(),
  raw: z.string().exactOptional(),
  validated: z.string().exactOptional(),
  because: z.string().exactOptional(),
  confidence: z.number().exactOptional(),
  basis: z.string().exactOptional(),
});

export const shownEventSchema = z.strictObject({
  askedFor: z.number().exactOptional(),
  event: eventSchema,
  decisions: z.array(decisionSchema),
  changes: z.array(
    z.strictObject({
      id: z.number(),
      kind: z.enum(['merge', 'split']),
      into: z.number(),
      from: z.number(),
      linkIds: z.array(z.number()),
      by: z.string(),
      why: z.string(),
      atMs: z.number(),
    }),
  ),
});

export const mergedEventSchema = z.strictObject({ event: listedEventSchema });
export const splitEventSchema = z.strictObject({ event: listedEventSchema, from: listedEventSchema });

/** What the methods of the board, of stories and of their runs answer. */
import { z } from 'zod';
import { feedHealthSchema } from '../intake/pool/feed-health.ts';
import { claimSchema, conflictSchema } from '../model/claim.ts';
import { boardInputsSchema } from '../views/board-inputs.ts';

const statusSchema = z.enum(['PLANNED', 'DISPATCHED', 'SUCCESS', 'FAILURE', 'RESCUED', 'SKIPPED']);

const costSchema = z.strictObject({
  attempts: z.number(),
  tokens: z.number(),
  usd: z.number(),
  unpriced: z.number(),
});

/** Where a story stands. */
const storyStatusSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  status: statusSchema,
  reason: z.string().exactOptional(),
  hold: z
    .strictObject({
      kind: z.enum(['hold', 'approval', 'embargo']),
      by: z.string().exactOptional(),
      untilMs: z.number().exactOptional(),
      needsApproval: z.literal(true).exactOptional(),
      inDoubt: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  sinceMs: z.number().exactOptional(),
  retriedAs: z.string().exactOptional(),
  isDrafted: z.boolean().exactOptional(),
  posted: z
    .strictObject({ atMs: z.number(), thread: z.string().exactOptional(), withdrawn: z.boolean() })
    .exactOptional(),
});

const boardStorySchema = storyStatusSchema.extend({
  runId: z.string(),
  sessionKey: z.string(),
  primaryUrl: z.string(),
  eventId: z.number().exactOptional(),
  flags: z.array(z.string()),
  why: z.string().exactOptional(),
  detail: z.string().exactOptional(),
  isDrafted: z.boolean(),
  languageModel: z.boolean().exactOptional(),
  removed: z.array(z.string()).exactOptional(),
  conflicts: z.number().exactOptional(),
  followedUntilMs: z.number().exactOptional(),
  updateOf: z.string().exactOptional(),
  orderedBy: z.string().exactOptional(),
  votes: z.array(z.strictObject({ person: z.string(), by: z.string(), likes: z.boolean() })).exactOptional(),
  cost: costSchema.exactOptional(),
});

const boardRunSchema = z.strictObject({
  id: z.string(),
  sessionKey: z.string(),
  state: z.enum(['open', 'done']),
  createdAtMs: z.number(),
  finishedAtMs: z.number().exactOptional(),
  cost: costSchema.exactOptional(),
  stories: z.array(boardStorySchema),
});

export const boardRunsSchema = z.strictObject({ runs: z.array(boardRunSchema) });

const headlineSchema = z.strictObject({
  id: z.string(),
  runId: z.string(),
  category: z.string(),
  title: z.string(),
  primaryUrl: z.string(),
  languageModel: z.boolean(),
  sessionKey: z.string(),
  thread: z.string().exactOptional(),
  publishedAtMs: z.number(),
});

export const boardSchema = z.strictObject({
  edition: z.strictObject({
    title: z.string(),
    language: z.enum(['en', 'zh-Hant-HK']),
    zone: z.string(),
    labels: z.record(z.string(), z.string()),
  }),
  inputs: z.array(boardInputsSchema),
  feeds: z.array(feedHealthSchema),
  runs: z.array(boardRunSchema),
  stories: z.array(headlineSchema),
  openRuns: z.number(),
});

const actionSchema = z.strictObject({
  story: z.string(),
  n: z.number(),
  kind: z.enum(['hold', 'approve', 'kill', 'retry', 'correct', 'follow', 'unfollow', 'update', 'write']),
  by: z.string(),
  atMs: z.number(),
  why: z.string().exactOptional(),
  text: z.string().exactOptional(),
  untilMs: z.number().exactOptional(),
  isWithdrawn: z.boolean().exactOptional(),
});

const sourceSchema = z.strictObject({
  n: z.number(),
  outlet: z.string(),
  title: z.string(),
  url: z.string(),
  usable: z.boolean(),
});

export const readStorySchema = z.strictObject({
  story: storyStatusSchema.extend({
    body: z.string().exactOptional(),
    sources: z.array(sourceSchema),
    claims: z.array(claimSchema).exactOptional(),
    removed: z.array(z.string()),
    actions: z.array(actionSchema),
  }),
});

/** What a story stands on, texts included. */
export const storySourcesSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  builtAtMs: z.number().exactOptional(),
  sources: z.array(
    sourceSchema.extend({
      kind: z.literal('market').exactOptional(),
      domain: z.string(),
      publishedAtMs: z.number().exactOptional(),
      byline: z.string().exactOptional(),
      language: z.enum(['en', 'zh', 'mixed', 'unknown']),
      text: z.string(),
      sha256: z.string(),
      error: z.string().exactOptional(),
      detail: z.string().exactOptional(),
    }),
  ),
  claims: z.array(claimSchema).exactOptional(),
  conflicts: z.array(conflictSchema).exactOptional(),
  removed: z.array(z.string()),
});

export const doneActionSchema = storyStatusSchema.extend({
  already: z.strictObject({ by: z.string(), atMs: z.number() }).exactOptional(),
});

export const orderedStorySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  killed: z
    .strictObject({
      by: z.string(),
      atMs: z.number(),
      wasPosted: z.boolean(),
      why: z.string().exactOptional(),
    })
    .exactOptional(),
  already: z.boolean().exactOptional(),
});

const batchStatusSchema = z.strictObject({
  id: z.string(),
  dir: z.string(),
  state: z.enum(['open', 'waiting', 'done']),
});

export const writtenRunSchema = z.strictObject({
  status: z.literal('ok'),
  run_id: z.string(),
  run_dir: z.string(),
  dir: z.string(),
  stories: z.array(z.strictObject({ story_id: z.string(), title: z.string(), category: z.string() })),
  problems: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});

export const takenRunSchema = batchStatusSchema;

export const scannedSchema = z.strictObject({
  runs: z.array(batchStatusSchema),
  left: z.array(
    z.strictObject({ dir: z.string(), why: z.string(), failed: z.literal(true).exactOptional() }),
  ),
});

const reasoned = z.strictObject({ title: z.string(), why: z.string() });

export const turnsPlanSchema = z.strictObject({
  run: z.strictObject({ id: z.string(), run_dir: z.string(), dir: z.string() }).exactOptional(),
  stories: z.array(reasoned.extend({ category: z.string() })),
  passed_over: z.array(reasoned),
  remark: z.string().exactOptional(),
});

export const batchStatusesSchema = z.strictObject({ runs: z.array(batchStatusSchema) });

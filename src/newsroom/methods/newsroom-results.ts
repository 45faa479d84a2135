/** What the methods of the board, of stories and of their runs answer. */
import { z } from 'zod';
import { claimSchema, conflictSchema } from '../model/claim.ts';
import { orderedStorySchema } from '../model/story-service.ts';
import { boardBatchSchema, boardViewSchema, listedSourceSchema } from '../views/board.ts';
import { headlineSchema } from '../views/board-story.ts';

export const boardRunsSchema = z.strictObject({ runs: z.array(boardBatchSchema) });

export const boardSchema = boardViewSchema.extend({
  stories: z.array(headlineSchema),
  openRuns: z.number(),
});

/** What a story stands on, texts included. */
export const storySourcesSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  builtAtMs: z.number().exactOptional(),
  sources: z.array(
    listedSourceSchema.extend({
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

/** `already`: the same was ordered before. */
export const orderedAnewSchema = orderedStorySchema.extend({ already: z.boolean().exactOptional() });

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

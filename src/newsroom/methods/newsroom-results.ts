/** What the methods of the board, of stories and of their runs answer. */
import { z } from 'zod';
import { claimSchema, conflictSchema } from '../model/claim.ts';
import { sourceSchema } from '../model/source-pack.ts';
import { orderedStorySchema } from '../model/story-service.ts';
import { boardBatchSchema, boardViewSchema } from '../views/board.ts';
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
  sources: z.array(sourceSchema.omit({ image: true, shown: true })),
  claims: z.array(claimSchema).exactOptional(),
  conflicts: z.array(conflictSchema).exactOptional(),
  removed: z.array(z.string()),
});

/** `already`: the same was ordered before. */
export const orderedAnewSchema = orderedStorySchema.extend({ already: z.boolean().exactOptional() });

/** What an update of the pool did: the feeds and searches it read, the models it asked, what it merged and dropped. */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';
import { feedOutcomeSchema, searchOutcomeSchema } from '../../model/candidate.ts';
import { prunedSchema } from './pool.ts';

/** What asking models about ambiguous links came to. */
const askReportSchema = z.strictObject({
  prompts: z.number(),
  asked: z.number(),
  answered: z.number(),
  /** Decisions that were changed by the desk's rules. */
  enforced: z.number(),
  /** Decisions that were missing, malformed, repeated or of links that nobody asked about. */
  missing: z.number(),
  malformed: z.number(),
  repeated: z.number(),
  unasked: z.number(),
  /** By why nothing was answered. */
  failures: z.record(z.string(), z.number()),
});
export type AskReport = Given<z.output<typeof askReportSchema>>;

const mergeReportSchema = z.strictObject({
  /** Pairs of similar events. */
  pairs: z.number(),
  /** Events that a model was asked about. */
  asked: z.number(),
  merged: z.number(),
  /** Merges that the pool refused, because an event was posted or merged meanwhile; absent when there were none. */
  refused: z.number().exactOptional(),
  /** Why nothing was answered. */
  failure: z.string().exactOptional(),
});
export type MergeReport = Given<z.output<typeof mergeReportSchema>>;

/** The result of a clustering pass, for the update's record and the log. */
const clusterReportSchema = z.strictObject({
  decided: z.number(),
  /** Model calls, retries included, and their tokens. */
  calls: z.number(),
  tokens: z.number(),
  asked: askReportSchema.exactOptional(),
  translated: z.number().exactOptional(),
  merges: mergeReportSchema,
  /** When its changes were checked for merges; absent when nothing was pending. */
  mergedAtMs: z.number().exactOptional(),
});
export type ClusterReport = Given<z.output<typeof clusterReportSchema>>;

export const poolUpdateSchema = z.strictObject({
  feeds: z.array(feedOutcomeSchema),
  searches: z.array(searchOutcomeSchema),
  /** Links that clustering decided. */
  decided: z.number(),
  clustering: clusterReportSchema,
  pruned: prunedSchema,
});
export type PoolUpdate = Given<z.output<typeof poolUpdateSchema>>;

/** How an edition clusters links into events. Every field has a default; unknown fields are refused. */
import { z } from 'zod';

const share = z.number().min(0).max(1);

export const clusteringSchema = z.strictObject({
  /** Whether models decide ambiguous links, and then merges too. Otherwise rules decide alone. */
  model: z.enum(['ambiguous', 'never']).default('ambiguous'),
  /** Ambiguous links per prompt. */
  linksPerPrompt: z.int().min(1).max(60).default(30),
  /** Model calls per update, retries included; the rest is decided by rule. */
  promptsPerUpdate: z.int().min(0).max(1_000).default(60),
  /** How many of these may translate headlines; 0 disables translation. */
  translationsPerUpdate: z.int().min(0).max(1_000).default(10),
  /** An event takes no new links after this long without one. */
  windowHours: z.number().positive().max(168).default(48),
  /** The score from which a bare headline joins, and half the width of the ambiguous band around it. */
  threshold: share.exactOptional(),
  band: share.exactOptional(),
  /** The confidence from which events are merged. */
  mergeFrom: share.default(0.8),
});

export type ClusteringSettings = Readonly<z.output<typeof clusteringSchema>>;

/** How an edition wants links sorted into events. Every field has a default; what is unknown is refused. */
import { z } from 'zod';

const share = z.number().min(0).max(1);

export const clusteringSchema = z.strictObject({
  /** Whether models are asked about what likeness leaves open; merges are then asked, too. Else rules decide alone. */
  model: z.enum(['ambiguous', 'never']).default('ambiguous'),
  /** Ambiguous links in one prompt. */
  linksPerPrompt: z.int().min(1).max(60).default(30),
  /** Calls of models in one update, retries included; what is left is decided by rule. */
  promptsPerUpdate: z.int().min(0).max(1_000).default(60),
  /** Of these, how many may go to translating headlines; 0: none are translated. */
  translationsPerUpdate: z.int().min(0).max(1_000).default(10),
  /** An event without a new link for so long takes no more. */
  windowHours: z.number().positive().max(168).default(48),
  /** The score from which a bare headline joins, and half the width of the ambiguous band around it. */
  threshold: share.exactOptional(),
  band: share.exactOptional(),
  /** From which confidence events are merged. */
  mergeFrom: share.default(0.8),
});

export type ClusteringSettings = Readonly<z.output<typeof clusteringSchema>>;

/**
 * Decisions on links whose likeness to known events leaves open where they belong, twenty or so in a batch: what is
 * handed over, and what comes back from the desk model or from a language model (`ClusterDecisions` is the output's
 * schema for both).
 */
import { z } from 'zod';

const ClusterCandidate = z.object({
  eventId: z.number().int(),
  title: z.string(),
  summary: z.string().nullish(),
  /** When its newest link was published, ms since the epoch or ISO 8601. */
  published: z.union([z.number(), z.string()]).nullish(),
  /** Likeness, 0 to 1, as the clusterer measured it. */
  score: z.number(),
  /** Rare numbers that link and event share. */
  sharedNumbers: z.union([z.number(), z.array(z.string())]).nullish(),
  /** It was posted: a later turn of it is a development. */
  posted: z.boolean().nullish(),
});

export const ClusterMaterial = z.object({
  links: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      description: z.string().nullish(),
      published: z.union([z.number(), z.string()]).nullish(),
      /** Best first. */
      candidates: z.array(ClusterCandidate),
    }),
  ),
});

export const ClusterDecisions = z.object({
  decisions: z.array(
    z.object({
      id: z.number().int(),
      action: z.enum(['assign', 'development', 'new_event']),
      /** For assign: one of the link's candidates. */
      eventId: z.number().int().optional(),
      /** For development: one of the link's candidates. */
      parentId: z.number().int().optional(),
      confidence: z.number().min(0).max(1),
      why: z.string(),
    }),
  ),
});

export const MergeMaterial = z.object({
  events: z.array(
    z.object({
      eventId: z.number().int(),
      title: z.string(),
      summary: z.string().nullish(),
      links: z.number().int().nullish(),
      posted: z.boolean().nullish(),
    }),
  ),
});

/** Groups of events that are one happening, each of two and more; the house decides which of a group stays. */
export const MergeGroups = z.object({
  groups: z.array(
    z.object({
      eventIds: z.array(z.number().int()).min(2),
      confidence: z.number().min(0).max(1),
      why: z.string(),
    }),
  ),
});

export type ClusterMaterial = z.infer<typeof ClusterMaterial>;
export type ClusterLink = ClusterMaterial['links'][number];
export type ClusterCandidate = z.infer<typeof ClusterCandidate>;
export type ClusterDecisions = z.infer<typeof ClusterDecisions>;
export type MergeMaterial = z.infer<typeof MergeMaterial>;
export type MergeGroups = z.infer<typeof MergeGroups>;

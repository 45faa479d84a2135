/**
 * Schemas for questions about links and events, and for their answers; shared by prompts, the desk model, and the
 * code that checks answers.
 *
 * A material is what a prompt shows (as fenced JSON) and what the desk model reads. An answer's schema is given to
 * language models as it is. Each decision in an answer is validated by itself, so that one malformed decision doesn't
 * cost the others.
 */
import { z } from 'zod';

/** Ms since the epoch, or ISO 8601. */
const moment = z.union([z.number(), z.string()]).nullish();

const clusterCandidate = z.object({
  event_id: z.int(),
  title: z.string(),
  summary: z.string().nullish(),
  /** Of its newest link. */
  published: moment,
  /** The probability by rule that the link belongs to it, 0 to 1. */
  score: z.number(),
  /** Rare numbers that the link and the event share. */
  shared_numbers: z.union([z.number(), z.array(z.string())]).nullish(),
  /** Whether it was posted; a later turn of it is then a development. */
  posted: z.boolean().nullish(),
});

const clusterLink = z.object({
  link_id: z.int(),
  title: z.string(),
  /** The title in English, if it was translated. */
  title_en: z.string().nullish(),
  description: z.string().nullish(),
  published: moment,
  /** Best first. */
  candidates: z.array(clusterCandidate),
});

/** Links whose event can't be decided by similarity alone; as many as fit a prompt. */
export const clusterMaterial = z.object({
  links: z.array(clusterLink),
  /** The categories that a decision may name. */
  categories: z.array(z.string()).nullish(),
});

const CLUSTER_ACTIONS = ['assign', 'development', 'new_event'] as const;
const LINK_FLAGS = ['roundup', 'multi_topic', 'opinion', 'live'] as const;

const clusterDecision = z.object({
  link_id: z.int(),
  action: z.enum(CLUSTER_ACTIONS),
  /** For assign: one of the link's candidates. */
  event_id: z.int().nullish(),
  /** For development: one of the link's candidates. */
  parent_event_id: z.int().nullish(),
  confidence: z.number().min(0).max(1).nullish(),
  /** What is the same, or what differs, in a few words. */
  basis: z.string().nullish(),
  /** The event in one English sentence. */
  summary_en: z.string().nullish(),
  /** People, places and bodies of the event, in every spelling of the texts and in English. */
  entity_aliases: z.array(z.string()).nullish(),
  category: z.string().nullish(),
  /** The country or territory where it happens. */
  jurisdiction: z.string().nullish(),
  flags: z.array(z.enum(LINK_FLAGS)).nullish(),
});

/** As it is read: an unknown flag costs only itself. */
export const readClusterDecision = clusterDecision.extend({
  flags: z
    .array(z.string())
    .transform((flags) => LINK_FLAGS.filter((flag) => flags.includes(flag)))
    .nullish(),
});

export const clusterDecisions = z.object({ decisions: z.array(clusterDecision) });

/** Events that may be the same. */
export const mergeMaterial = z.object({
  events: z.array(
    z.object({
      event_id: z.int(),
      title: z.string(),
      summary: z.string().nullish(),
      published: moment,
      links: z.int().nullish(),
      posted: z.boolean().nullish(),
    }),
  ),
});

/** Two or more events that are the same. The desk decides which of them remains. */
export const mergeGroup = z.object({
  event_ids: z.array(z.int()).min(2),
  confidence: z.number().min(0).max(1),
  basis: z.string().nullish(),
});

export const mergeGroups = z.object({ groups: z.array(mergeGroup) });

export const translation = z.object({ text_id: z.int(), english: z.string().min(1) });

export const translations = z.object({ translations: z.array(translation) });

export type ClusterMaterial = z.infer<typeof clusterMaterial>;
export type ClusterLink = z.infer<typeof clusterLink>;
export type ClusterCandidate = z.infer<typeof clusterCandidate>;
export type ModelDecision = z.infer<typeof clusterDecision>;
export type ClusterDecisions = z.infer<typeof clusterDecisions>;
export type MergeMaterial = z.infer<typeof mergeMaterial>;
export type MergeGroups = z.infer<typeof mergeGroups>;

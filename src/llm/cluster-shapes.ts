/**
 * What models are asked about links and events, and what they hand in: one shape for the prompts, for the desk model
 * and for the desk that checks the answers.
 *
 * A material is what a prompt shows (as JSON, in a fence) and what the desk model reads. An answer's schema is given to
 * a language model as it stands; whoever reads an answer checks each decision by itself, so that one malformed decision
 * doesn't cost the others.
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
  /** How probable it is by rule that the link belongs to it, 0 to 1. */
  score: z.number(),
  /** Rare numbers that link and event share. */
  shared_numbers: z.union([z.number(), z.array(z.string())]).nullish(),
  /** It was posted: a later turn of it is a development. */
  posted: z.boolean().nullish(),
});

const clusterLink = z.object({
  link_id: z.int(),
  title: z.string(),
  /** The title in English, where it is in another language and somebody has translated it. */
  title_en: z.string().nullish(),
  description: z.string().nullish(),
  published: moment,
  /** Best first. */
  candidates: z.array(clusterCandidate),
});

/** The links whose likeness to known events leaves open where they belong, a prompt's worth. */
export const clusterMaterial = z.object({
  links: z.array(clusterLink),
  /** The categories that a decision may name. */
  categories: z.array(z.string()).nullish(),
});

const CLUSTER_ACTIONS = ['assign', 'development', 'new_event'] as const;

export const clusterDecision = z.object({
  link_id: z.int(),
  action: z.enum(CLUSTER_ACTIONS),
  /** For assign: one of the link's candidates. */
  event_id: z.int().nullish(),
  /** For development: one of the link's candidates. */
  parent_event_id: z.int().nullish(),
  confidence: z.number().min(0).max(1).nullish(),
  /** What is the same, or what differs, in a few words. */
  basis: z.string().nullish(),
  /** The happening in one English sentence. */
  summary_en: z.string().nullish(),
  /** People, places and bodies of the happening, in every spelling that the texts have and in English. */
  entity_aliases: z.array(z.string()).nullish(),
  category: z.string().nullish(),
  /** The country or territory where it happens. */
  jurisdiction: z.string().nullish(),
  flags: z.array(z.enum(['roundup', 'multi_topic', 'opinion', 'live'])).nullish(),
});

export const clusterDecisions = z.object({ decisions: z.array(clusterDecision) });

/** Events that may be one happening told twice. */
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

/** Events that are one happening, two and more; the desk decides which of a group stays. */
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

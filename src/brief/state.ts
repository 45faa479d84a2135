/**
 * What a brief leaves in its session, written by code at every step and never by a model. The field names are a
 * contract: `user_topic, search_results, draft_post, review_feedback, final_post`.
 */
import { z } from 'zod';

const articleSchema = z.object({
  /** From zero; `[n]` in a text cites the article of index n − 1. */
  index: z.int().nonnegative(),
  title: z.string(),
  url: z.string(),
  outlet: z.string(),
  /** ISO 8601, UTC; null where nobody says. */
  published_at: z.string().nullable(),
  summary: z.string(),
  /** How sure it is that this article serves: how near the topic, how dated, how much of it was read. */
  confidence: z.enum(['high', 'medium', 'low']),
  confidence_note: z.string(),
});
export type Article = Readonly<z.infer<typeof articleSchema>>;

const searchResultsSchema = z.object({
  articles: z.array(articleSchema),
  searched: z.enum(['brave', 'pool']),
  /** What is said where there are none. */
  message: z.string().exactOptional(),
  /** Why it could not be searched. */
  error: z.string().exactOptional(),
});
export type SearchResults = Readonly<z.infer<typeof searchResultsSchema>>;

const draftSchema = z.object({
  post_markdown: z.string(),
  /** Zero-based, of the articles that the text cites; counted, not taken over. */
  sources_used: z.array(z.int().nonnegative()),
  word_count: z.int().nonnegative(),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

const feedbackSchema = z.object({
  review_notes: z.string(),
  issues_found: z.array(z.string()),
  revised_post_markdown: z.string().nullable(),
  ready_for_publish: z.boolean(),
});
export type Feedback = Readonly<z.infer<typeof feedbackSchema>>;

/** How a brief ended. `working`: it has not. */
const OUTCOMES = [
  'working',
  'published',
  'no_articles',
  'search_failed',
  'draft_failed',
  'not_ready',
  'timed_out',
  'interrupted',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const briefStateSchema = z.object({
  user_topic: z.string(),
  search_results: searchResultsSchema.exactOptional(),
  draft_post: draftSchema.exactOptional(),
  review_feedback: feedbackSchema.exactOptional(),
  /** What was posted. */
  final_post: z.string().exactOptional(),
  outcome: z.enum(OUTCOMES),
  /** Why there is no brief, in a sentence for people. */
  because: z.string().exactOptional(),
  turn: z.string(),
  /** Of the session, when the brief began: after a reset it is read no more. */
  generation: z.int(),
  model_calls: z.int().nonnegative(),
  /** No language model had a part in it. */
  by_rules: z.boolean().exactOptional(),
  started_at_ms: z.number(),
  finished_at_ms: z.number().exactOptional(),
});
export type BriefState = Readonly<z.infer<typeof briefStateSchema>>;

export const BRIEF = 'brief';

/** What a planner reads, and what became of the feeds and searches behind it. Programs read the same shapes. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { languageSchema } from './language.ts';

/** The parts of an event's score. */
const scoreSchema = z.strictObject({
  total: z.number(),
  /** The sum of its outlets' weights, by tier. */
  outlets: z.number(),
  links: z.number(),
  recency: z.number(),
  /** What editors' votes on earlier stories add or take; absent when nothing. */
  feedback: z.number().exactOptional(),
});
export type CandidateScore = Given<z.output<typeof scoreSchema>>;

/** An event offered to the planner. The field names are a contract. */
export const candidateSchema = z.strictObject({
  /** One-based position in the snapshot; the planner picks by it. */
  i: z.number(),
  id: z.number(),
  event_id: z.number(),
  title: z.string(),
  /** The feed's own description. */
  description: z.string(),
  /** The event in English, written by a model during clustering. */
  summary_en: z.string().exactOptional(),
  suggested_category: z.string(),
  primary_url: z.string(),
  /** At most four, other domains first. */
  supporting_urls: z.array(z.string()),
  /** Null when no link of the event has a date. */
  age_minutes: z.number().nullable(),
  link_count: z.number(),
  domains: z.array(z.string()),
  /** The languages of its headlines. The desk model, which only quotes, can't write it in another language. */
  languages: z.array(languageSchema).exactOptional(),
  parent_event_id: z.number().nullable(),
  event_key: z.string(),
  semantic_event_key: z.string(),
  suggest_flags: z.array(z.string()),
  /** One-based rank among all eligible events, before quotas. */
  rank: z.number(),
  score: scoreSchema,
  /** Why it is offered: a sentence for editors in the edition's language. */
  picked_because: z.string(),
});
export type Candidate = Given<z.output<typeof candidateSchema>>;

/** The rule that excluded an event. */
export const ruleSchema = z.enum([
  'note',
  'too_old',
  'held',
  'given_back',
  'posted',
  'killed',
  'gate',
  'repeated',
  'limit',
  'category',
  'group',
  'second_place',
]);
export type LeftRule = z.output<typeof ruleSchema>;

/** An event that selection excluded, and why, in a sentence for editors in the edition's language. */
const leftOutSchema = z.strictObject({
  event_id: z.number(),
  title: z.string(),
  category: z.string(),
  reason: z.string(),
  rule: ruleSchema.exactOptional(),
  /** The editor's note that excluded it. */
  noteId: z.string().exactOptional(),
});
export type LeftOut = Given<z.output<typeof leftOutSchema>>;

/** The result of one feed in an update; an empty batch must show which sources answered. */
export const feedOutcomeSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  /**
   * `not_due`: it failed before and is skipped until `nextDueAtMs`. `disabled`: it failed too often; an editor can
   * enable it again. `paused`: an editor paused it.
   */
  result: z.enum(['ok', 'unchanged', 'failed', 'not_due', 'disabled', 'paused']),
  items: z.number(),
  newItems: z.number(),
  /** How many of `items` were not read; only the newest are when a feed has too many. */
  unread: z.number().exactOptional(),
  /** Why it failed, now or last time. */
  error: z.string().exactOptional(),
  failuresInARow: z.number().exactOptional(),
  nextDueAtMs: z.number().exactOptional(),
  /** Since when it has had nothing new, if unusually long. */
  silentSinceMs: z.number().exactOptional(),
});
export type FeedOutcome = Given<z.output<typeof feedOutcomeSchema>>;

/** The result of one of the edition's search queries in an update, so that silence can be told from failure. */
export const searchOutcomeSchema = z.strictObject({
  /** The state's key, also carried by found links: `brave:daily-1`. */
  key: z.string(),
  /** The query. */
  label: z.string(),
  /**
   * `not_due`: asked too recently; `dueAtMs` says when it is asked again. `off`: there is no API key for it.
   * `over_budget`: this update's requests are used up.
   */
  result: z.enum(['ok', 'not_due', 'failed', 'off', 'over_budget']),
  items: z.number(),
  newItems: z.number(),
  error: z.string().exactOptional(),
  dueAtMs: z.number().exactOptional(),
});
export type SearchOutcome = Given<z.output<typeof searchOutcomeSchema>>;

export const planKindSchema = z.enum(['daily', 'hourly']);
export type PlanKind = z.output<typeof planKindSchema>;

/** What a planner reads: prepared before its turn was submitted, and frozen. */
export const inputsSchema = z.strictObject({
  kind: planKindSchema,
  preparedAtMs: z.number(),
  feeds: z.array(feedOutcomeSchema),
  /** The searches of this kind of run; absent without keys or queries. */
  searches: z.array(searchOutcomeSchema).exactOptional(),
  candidates: z.array(candidateSchema),
  /** Strongest first, at most a thousand; `leftOutBy` counts all. */
  leftOut: z.array(leftOutSchema),
  leftOutBy: z.partialRecord(ruleSchema, z.number()).exactOptional(),
  /** How many stories the planner may pick. */
  pick: z.strictObject({ atMost: z.number() }),
});
export type InputsSnapshot = Given<z.output<typeof inputsSchema>>;

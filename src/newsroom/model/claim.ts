/**
 * Claims: what a story says that can be looked up, and the passage of its source pack that bears each out. Stored with
 * the story and its job file, so the names and shapes are a contract.
 */
import { z } from 'zod';

/** A place in a pack's source that can be read again years later. */
const passageSchema = z.object({
  /** The source, as cited. */
  n: z.int().positive(),
  /** True when it stands in the source's title, not in its text. */
  title: z.literal(true).exactOptional(),
  /** UTF-16 offset into the source's text (or title). */
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  /** Word for word what stands there: `text.slice(offset, offset + length)`. */
  quote: z.string(),
});
export type Passage = z.infer<typeof passageSchema>;

/** Until November 2026 job files said `unsupported` for `doubted`. */
const verdictSchema = z.preprocess(
  (said) => (said === 'unsupported' ? 'doubted' : said),
  z.enum(['supported', 'doubted', 'contradicted', 'not_checkable']),
);

export const claimSchema = z.object({
  /** `time` is a clock time. `direction`, `attribution`: what rose, who said it. `entailment`: the sentence as a whole. */
  kind: z.enum(['number', 'date', 'time', 'name', 'quotation', 'direction', 'attribution', 'entailment']),
  /** As the story has it. */
  text: z.string(),
  /** One-based, among the body's sentences as `citedSentences` parts it, each heading being one; 0 is the title. */
  sentence: z.int().nonnegative(),
  /**
   * `doubted` is said only of what could be compared, and never means false; `contradicted` is a checker's alone, and means
   * that a passage says otherwise; `not_checkable` is what no source could bear out or refute by its words: a translated
   * name or quotation, a day that no source names.
   */
  verdict: verdictSchema,
  /** Who came to the verdict: the rules, or a language model that checked the story after them. */
  by: z.enum(['rules', 'checker']).default('rules'),
  /** What differs from the sources, in the words of a checker. */
  why: z.string().exactOptional(),
  /** Why it is not checkable: `untranslatable`, `undated`, `loose`. */
  because: z.enum(['untranslatable', 'undated', 'loose']).exactOptional(),
  /** What bears it out; of a contradiction, what says otherwise. */
  passage: passageSchema.exactOptional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Two sources of a pack that give different values for the same figure. */
export const conflictSchema = z.object({
  /** The figure as each has it, with the sentence around it. */
  sides: z.tuple([
    z.object({ value: z.string(), passage: passageSchema }),
    z.object({ value: z.string(), passage: passageSchema }),
  ]),
});
export type SourceConflict = z.infer<typeof conflictSchema>;

/** What the check of a story came to, as its job file keeps it. */
export const claimsReportSchema = z.object({
  claims: z.array(claimSchema),
  /** Sentences that were taken out because no source bears out what they say. */
  removed: z.array(z.string()),
  /** Whether the worker was asked to mend the story first. */
  asked_again: z.boolean(),
  /** What became of the check by a language model. Files of before there was one have none. */
  checker: z
    .object({
      /** `off`: by the edition's settings, or without a language model. `failed`: the rules alone have judged. */
      state: z.enum(['off', 'answered', 'failed']),
      /** Why it failed. */
      because: z.string().exactOptional(),
      /** Sentences that it left out, and that the rules alone have judged. */
      unanswered: z.array(z.int().nonnegative()),
      /** Doubts of the rules that it cleared. */
      cleared: z.int().nonnegative(),
    })
    .default({ state: 'off', unanswered: [], cleared: 0 }),
  /** Sentences that their reporter has changed because they were doubted; `after` is empty where it took one out. */
  mended: z.array(z.object({ before: z.string(), after: z.string() })).default([]),
  /** Whether the story can't stand without what is doubted: then it waits for an editor, nothing taken out. */
  waits: z.boolean().default(false),
  conflicts: z.array(conflictSchema),
});
export type ClaimsReport = z.infer<typeof claimsReportSchema>;

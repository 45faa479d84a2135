/**
 * Claims: statements of a story that can be checked, and the passages of its source pack that support them. They are
 * stored with the story and its job file, so names and shapes are a contract.
 */
import { z } from 'zod';

/** A place in a source of the pack that can still be read years later. */
const passageSchema = z.object({
  /** The source's citation number. */
  n: z.int().positive(),
  /** Set when it is in the source's title rather than its text. */
  title: z.literal(true).exactOptional(),
  /** UTF-16 offset into the source's text (or title). */
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  /** The exact text: `text.slice(offset, offset + length)`. */
  quote: z.string(),
});
export type Passage = z.infer<typeof passageSchema>;

/** Until November 2026 job files said `unsupported` for `doubted`. */
const verdictSchema = z.preprocess(
  (said) => (said === 'unsupported' ? 'doubted' : said),
  z.enum(['supported', 'doubted', 'contradicted', 'not_checkable']),
);

export const claimSchema = z.object({
  /**
   * `time` is a clock time. `direction`: what rose or fell; `attribution`: who said it; `entailment`: the sentence as
   * a whole.
   */
  kind: z.enum(['number', 'date', 'time', 'name', 'quotation', 'direction', 'attribution', 'entailment']),
  /** As written in the story. */
  text: z.string(),
  /** One-based among the body's sentences (`citedSentences`), headings included; 0 is the title. */
  sentence: z.int().nonnegative(),
  /**
   * `doubted`: could be compared and wasn't found; it doesn't mean false. `contradicted`: only a checker says this,
   * when a passage says otherwise. `not_checkable`: no source could confirm or refute it by its words, such as a
   * translated name or quotation, or a day that no source names.
   */
  verdict: verdictSchema,
  /** Who reached the verdict: the rules, or a language model afterwards. */
  by: z.enum(['rules', 'checker']).default('rules'),
  /** What differs from the sources, in the checker's words. */
  why: z.string().exactOptional(),
  /** Why it is not checkable: `untranslatable`, `undated`, `loose`. */
  because: z.enum(['untranslatable', 'undated', 'loose']).exactOptional(),
  /** What supports it; for a contradiction, what says otherwise. */
  passage: passageSchema.exactOptional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Two sources of a pack give different values for the same figure. */
export const conflictSchema = z.object({
  /** The figure in each source, with its sentence. */
  sides: z.tuple([
    z.object({ value: z.string(), passage: passageSchema }),
    z.object({ value: z.string(), passage: passageSchema }),
  ]),
});
export type SourceConflict = z.infer<typeof conflictSchema>;

/** The result of checking a story, as kept in its job file. */
export const claimsReportSchema = z.object({
  claims: z.array(claimSchema),
  /** Sentences that were removed because no source supports them. */
  removed: z.array(z.string()),
  /** Whether the worker was first asked to mend the story. */
  asked_again: z.boolean(),
  /** The check by a language model; absent in files from before it existed. */
  checker: z
    .object({
      /** `off`: by the edition's settings, or without a language model. `failed`: only the rules decided. */
      state: z.enum(['off', 'answered', 'failed']),
      /** Why it failed. */
      because: z.string().exactOptional(),
      /** Sentences that it left out, so that only the rules decided. */
      unanswered: z.array(z.int().nonnegative()),
      /** How many doubts of the rules it cleared. */
      cleared: z.int().nonnegative(),
    })
    .default({ state: 'off', unanswered: [], cleared: 0 }),
  /** Sentences that the reporter changed because they were doubted; `after` is empty when it removed one. */
  mended: z.array(z.object({ before: z.string(), after: z.string() })).default([]),
  /**
   * Whether the story doesn't work without its doubted statements; then nothing is removed and it waits for an
   * editor.
   */
  waits: z.boolean().default(false),
  conflicts: z.array(conflictSchema),
});
export type ClaimsReport = z.infer<typeof claimsReportSchema>;

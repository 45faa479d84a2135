/**
 * A review of a story: what is handed over, and the verdict that comes back, from the desk model or from a language
 * model (`ReviewVerdict` is the output's schema for both).
 */
import { z } from 'zod';

export const ReviewMaterial = z.object({
  story: z.object({
    title: z.string(),
    body: z.string(),
    concrete_anchor: z.string().nullish(),
  }),
  pack: z.object({
    sources: z.array(
      z.object({
        n: z.number().int().positive(),
        title: z.string().default(''),
        publishedAtMs: z.number().nullish(),
        language: z.string().default('unknown'),
        text: z.string(),
        usable: z.boolean(),
      }),
    ),
  }),
  /** Of the body, citations not counted. */
  lengths: z.object({ unit: z.enum(['words', 'cjk']), min: z.number(), max: z.number() }).nullish(),
});

export type ReviewMaterial = z.infer<typeof ReviewMaterial>;
export type ReviewSource = ReviewMaterial['pack']['sources'][number];

const ReviewFinding = z.object({
  kind: z.enum([
    'length',
    'missing_citation',
    'unknown_citation',
    'missing_anchor',
    'number',
    'date',
    'quotation',
    'wrong_source',
    'residue',
    'repetition',
    'title',
    'other',
  ]),
  /** One-based, among the body's sentences; absent for what concerns the whole story. */
  sentence: z.number().int().positive().optional(),
  /** What is wrong, as a sentence that its writer can act on. */
  text: z.string(),
  /** The source that is meant, as cited. */
  source: z.number().int().positive().optional(),
});

export const ReviewVerdict = z.object({
  verdict: z.enum(['approve', 'needs_revision', 'reject']),
  findings: z.array(ReviewFinding),
  /** How much was looked at; a quotation in another language than its source can't be compared. */
  checked: z
    .object({
      sentences: z.number(),
      numbers: z.number(),
      dates: z.number(),
      quotations: z.number(),
      uncheckedQuotations: z.number(),
    })
    .optional(),
});

export type ReviewFinding = z.infer<typeof ReviewFinding>;
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

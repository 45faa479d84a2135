/**
 * The checker's answer: a verdict for each sentence it was shown. The field names are those in
 * `prompts/verify_v1.md`.
 */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';
import { numberedAnswers } from './numbered-answers.ts';

const sentence = z.object({
  /** The number in the prompt; 0 is the title. */
  i: z.int().nonnegative(),
  verdict: z.enum(['supported', 'contradicted', 'not_found']),
  passages: z.array(z.string()).default([]),
  why: z.string().nullish(),
});

/** As it is asked for. */
export const checkerAskedSchema = z.object({ sentences: z.array(sentence) });

export const checkerReplySchema = numberedAnswers(sentence, 'verdict');
export type CheckerReply = z.infer<typeof checkerReplySchema>;

/** The output of the profile `checker`: `checker_reply`. */
export const checkerOutput = outputShape<CheckerReply>({
  schema: checkerReplySchema,
  asked: checkerAskedSchema,
  end: (value) => ({ status: 'ok', summary: `Checked ${value.sentences.length} sentences.`, value }),
});

/**
 * The checker's answer: a verdict for each sentence it was shown. The field names are those in
 * `prompts/verify_v1.md`.
 */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';
import { parseAsWritten } from '../../text/parse-as-written.ts';

const sentence = z.object({
  /** The number in the prompt; 0 is the title. */
  i: z.int().nonnegative(),
  verdict: z.enum(['supported', 'contradicted', 'not_found']),
  passages: z.array(z.string()).default([]),
  why: z.string().nullish(),
});

/** As it is asked for. */
export const checkerAskedSchema = z.object({ sentences: z.array(sentence) });

/** As it is read: an entry that can't be read costs only its sentence, on which the rules decide. */
export const checkerReplySchema = z.object({ sentences: z.preprocess(readable, z.array(sentence)) });
export type CheckerReply = z.infer<typeof checkerReplySchema>;

/** The output of the profile `checker`: `checker_reply`. */
export const checkerOutput = outputShape<CheckerReply>({
  schema: checkerReplySchema,
  asked: checkerAskedSchema,
  end: (value) => ({ status: 'ok', summary: `Checked ${value.sentences.length} sentences.`, value }),
});

/** The entries that can be read; all of them if none can, so that the answer is refused with what is wrong. */
function readable(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const entries = given.flatMap((one) => parseAsWritten(sentence, one).data ?? []);
  return entries.length > 0 ? entries : given;
}

/** The reporter's answer about doubted sentences. The field names are those in `prompts/mend_v1.md`. */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';
import { numberedAnswers } from './numbered-answers.ts';

const passages = z.array(z.string()).nullish();
const asked = z.object({
  /** The number in the prompt; 0 is the title. */
  i: z.int().nonnegative(),
  /** The new sentence; empty to remove it. */
  text: z.string().nullish(),
  /** Keep it: the passages that support it, verbatim. */
  keep: passages,
});

/** As it is read; `"keep": true` names no passage. */
const sentence = asked.extend({
  keep: z.preprocess((given) => (typeof given === 'boolean' ? null : given), passages),
});
export const mendReplySchema = numberedAnswers(sentence, 'text');
export type MendReply = z.infer<typeof mendReplySchema>;

/** The output of the profile `mend`: `mend_reply`. */
export const mendOutput = outputShape<MendReply>({
  schema: mendReplySchema,
  asked: z.object({ sentences: z.array(asked) }),
  end: (value) => ({ status: 'ok', summary: `Mended ${value.sentences.length} sentences.`, value }),
});

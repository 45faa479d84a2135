/** The reporter's answer about doubted sentences. The field names are those in `prompts/mend_v1.md`. */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';

export const mendReplySchema = z.object({
  sentences: z.array(
    z.object({
      /** The number in the prompt; 0 is the title. */
      i: z.int().nonnegative(),
      /** The new sentence; empty to remove it. */
      text: z.string().nullish(),
      /** Keep it: the passages that support it, verbatim. */
      keep: z.array(z.string()).nullish(),
    }),
  ),
});
export type MendReply = z.infer<typeof mendReplySchema>;

/** The output of the profile `mend`: `mend_reply`. */
export const mendOutput = outputShape<MendReply>({
  schema: mendReplySchema as z.ZodType<MendReply>,
  end: (value) => ({ status: 'ok', summary: `Mended ${value.sentences.length} sentences.`, value }),
});

/** What a reporter answers about sentences that were doubted. The names are those of `prompts/mend_v1.md`. */
import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';

export const mendReplySchema = z.object({
  sentences: z.array(
    z.object({
      /** As numbered in the prompt; 0 is the title. */
      i: z.int().nonnegative(),
      /** What it says instead; empty when it is to go. */
      text: z.string().nullish(),
      /** It stands as it is: the passages that bear it out, word for word. */
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

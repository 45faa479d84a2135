/** What editors did with a posted story since: fields of a story in the answers of `look_up` and `stories`. */
import { z } from 'zod';

export const Done = z.object({ by: z.string(), at: z.string(), why: z.string().nullish() });

export const SINCE = {
  corrections: z.array(Done.extend({ text: z.string() })).nullish(),
  being_checked: Done.nullish(),
  withdrawn: Done.nullish(),
};
const Since = z.object(SINCE);
export type Since = z.infer<typeof Since>;

/**
 * What editors did with a story after it was posted: fields of a story in the results of `look_up` and `stories`.
 */
import { z } from 'zod';

export const Done = z.object({ by: z.string(), at: z.string(), why: z.string().nullish() });

export const SINCE = {
  corrections: z.array(Done.extend({ text: z.string() })).nullish(),
  being_checked: Done.nullish(),
  withdrawn: Done.nullish(),
};
const Since = z.object(SINCE);
export type Since = z.infer<typeof Since>;

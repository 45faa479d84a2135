import { z } from 'zod';
import type { Given } from '../text/given.ts';

const exclusionSchema = z.strictObject({
  /** Category names as the edition spells them. */
  categories: z.array(z.string()),
  /** Words or short phrases, lower case, searched in titles and ledes. */
  subjects: z.array(z.string()),
});

/**
 * A note: what an editor asked the desk to remember in a session.
 *
 * `exclude` is the part of a note that binds selection, with and without a language model: candidates of these
 * categories or about these subjects are left out until the note ends.
 */
export const noteSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** Who asked for it. */
  by: z.string(),
  atMs: z.number(),
  /** When the note ends; absent: when somebody removes it. */
  untilMs: z.number().exactOptional(),
  exclude: exclusionSchema.exactOptional(),
});
export type Note = Given<z.output<typeof noteSchema>>;

/** Limits per session, in notes and in characters, because notes are read before every turn. */
export const MOST_NOTES = 50;
export const MOST_NOTE = 500;

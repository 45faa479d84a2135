/**
 * A note: what an editor asked the desk to remember in a session.
 *
 * `exclude` is the part of a note that binds selection, with and without a language model: candidates of
 * these categories, or that tell of these subjects, are left out until the note ends.
 */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** Who asked. */
  readonly by: string;
  readonly atMs: number;
  /** The note ends at this time; without it, when somebody forgets it. */
  readonly untilMs?: number;
  readonly exclude?: Exclusion;
}

/** So many notes a session, of so many characters: they are read before every turn. */
export const MOST_NOTES = 50;
export const MOST_NOTE = 500;

export interface Exclusion {
  /** Category names as the edition spells them. */
  readonly categories: readonly string[];
  /** Words or short phrases, lower case, looked for in titles and ledes. */
  readonly subjects: readonly string[];
}

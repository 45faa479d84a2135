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

export interface Exclusion {
  /** Category names as the edition spells them. */
  readonly categories: readonly string[];
  /** Words or short phrases, lower case, looked for in titles and ledes. */
  readonly subjects: readonly string[];
}

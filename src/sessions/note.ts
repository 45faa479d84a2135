/**
 * A note: what an editor asked the desk to remember in a session.
 *
 * `exclude` is the part of a note that binds selection, with and without a language model: candidates of these
 * categories or about these subjects are left out until the note ends.
 */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** Who asked for it. */
  readonly by: string;
  readonly atMs: number;
  /** When the note ends; absent: when somebody removes it. */
  readonly untilMs?: number;
  readonly exclude?: Exclusion;
}

/** Limits per session, in notes and in characters, because notes are read before every turn. */
export const MOST_NOTES = 50;
export const MOST_NOTE = 500;

export interface Exclusion {
  /** Category names as the edition spells them. */
  readonly categories: readonly string[];
  /** Words or short phrases, lower case, searched in titles and ledes. */
  readonly subjects: readonly string[];
}

/** What functions of a word give, remembered, as texts consist of the same words again and again. */

/** Longer words are rare. A short one that was cut out of a text is a copy, and doesn't keep that text in memory. */
const LONGEST = 12;
/** Of the words that came last; as many again are kept of those before. */
const MOST = 1 << 15;

/**
 * The same function, for a word at a time. What it gives must not be changed.
 * @param longest characters of a word that is remembered
 */
export function remembered<T>(of: (word: string) => T, longest = LONGEST): (word: string) => T {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  return (word) => {
    const before = newer.get(word);
    if (before !== undefined) return before;
    const now = older.get(word) ?? of(word);
    if (word.length > longest) return now;
    if (newer.size >= MOST) {
      older = newer;
      newer = new Map();
    }
    newer.set(word, now);
    return now;
  };
}

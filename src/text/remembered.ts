/** What functions of a word give, remembered, as texts consist of the same words again and again. */

/** Longer words are rare. A short one that was cut out of a text is a copy, and doesn't keep that text in memory. */
const LONGEST = 12;
const MOST = 1 << 15;

/**
 * The same function, for a word at a time. What it gives must not be changed.
 * @param longest characters of a word that is remembered
 */
export function remembered<T>(of: (word: string) => T, longest = LONGEST): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const now = of(word);
    if (word.length > longest) return now;
    if (known.size >= MOST) known.clear();
    known.set(word, now);
    return now;
  };
}

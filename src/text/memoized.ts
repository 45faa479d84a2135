const LEAST_KEPT = 500;

/**
 * Memoize a pure function of a text. A story's checks read each sentence many times.
 * @param leastKept how many texts are kept at least; at most twice as many
 * @returns the same, frozen array for the same text
 */
export function memoized<Found>(
  read: (text: string) => Found[],
  leastKept = LEAST_KEPT,
): (text: string) => readonly Found[] {
  let newer = new Map<string, readonly Found[]>();
  let older = newer;
  return (text) => {
    const known = newer.get(text);
    if (known) return known;
    const found = older.get(text) ?? Object.freeze(read(text));
    if (newer.size >= leastKept) [older, newer] = [newer, new Map<string, readonly Found[]>()];
    newer.set(text, found);
    return found;
  };
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text and position of a match. */
export function placeOf(match: RegExpMatchArray): Place {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

/** Those that overlap none of `taken`. */
export function without<T extends Place>(all: readonly T[], taken: readonly Place[]): T[] {
  const sorted = taken.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return all.filter(({ start, end }) => {
    while ((sorted[next]?.end ?? Infinity) <= start) next++;
    return (sorted[next]?.start ?? Infinity) >= end;
  });
}

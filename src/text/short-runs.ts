const MOST_MARKS = 40;
const LONG_RUN = new RegExp(`([^\\p{L}\\p{N}]{${MOST_MARKS}})[^\\p{L}\\p{N}]+`, 'gu');

/**
 * A text with at most 40 characters between its words: rules that look for the end of a run from each of its characters
 * take a square of its length.
 */
export function withShortRuns(text: string): string {
  return text.replace(LONG_RUN, '$1');
}

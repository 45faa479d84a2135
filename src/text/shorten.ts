/** Shortens texts between graphemes, with an ellipsis. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A cut at a word boundary must keep at least this share of the room. */
const LEAST_KEPT = 0.6;

/** At most `most` UTF-16 units, cut between two graphemes. Takes time in proportion to `most`, not to the text. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, borderBefore(text, most - 1)).trimEnd()}…`;
}

/** Like `shorten`, on one line and without control characters. */
export function shortLine(text: string, most: number): string {
  return shorten(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), most);
}

/** At most `most` UTF-16 units, cut between two words if a boundary is near the end. */
export function shortenAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, borderBefore(text, most - 1));
  const space = text.charAt(kept.length).trim() === '' ? kept.length : kept.search(/\s\S*$/u);
  const whole = space >= kept.length * LEAST_KEPT ? kept.slice(0, space) : kept;
  return `${whole.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** The last grapheme boundary at or before `most`. */
function borderBefore(text: string, most: number): number {
  let border = 0;
  // One unit more than fits, so that the segmenter sees whether the last grapheme continues.
  for (const { index } of graphemes.segment(text.slice(0, most + 2))) {
    if (index > most) break;
    border = index;
  }
  return border;
}

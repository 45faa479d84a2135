/**
 * Converts digits of any script to 0–9: １２３, ١٢٣ and 𝟏𝟐𝟑 become 123. Offsets can be mapped back, because such a
 * digit may take two UTF-16 units.
 */

export interface PlainDigits {
  readonly text: string;
  /** The UTF-16 offset in the original of an offset in `text`. */
  readonly original: (offset: number) => number;
}

const FOREIGN = /(?![0-9])\p{Nd}|[⁰¹²³⁴-⁹]/u;
/** Superscript digits after a word or number are notes and powers: "Leeds³", "km²". */
const RAISED = '(?<=^|[\\s(（])[⁰¹²³⁴-⁹]+';
/** Punctuation between full-width digits is full-width, too. */
const MARK = '(?<=\\p{Nd})．(?=\\p{Nd})|(?<=[０-９])，(?=[０-９]{3}(?![０-９]))';
const PLACES = new RegExp(`(?![0-9])\\p{Nd}|${RAISED}|${MARK}`, 'gu');
const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Usually there are none, and the text is returned unchanged. */
export function plainDigits(text: string): PlainDigits {
  if (!FOREIGN.test(text)) return { text, original: (offset) => offset };
  /** Offsets in the plain text after which the original is one unit longer. */
  const longer: number[] = [];
  const plain = text.replace(PLACES, (found: string, at: number) => {
    if (found.length === 2 && found.codePointAt(0)! > 0xffff) longer.push(at - longer.length);
    return [...found].map(plainOf).join('');
  });
  return { text: plain, original: (offset) => offset + countBelow(longer, offset) };
}

function plainOf(character: string): string {
  if (character === '．') return '.';
  if (character === '，') return ',';
  const raised = RAISED_DIGITS.indexOf(character);
  return raised >= 0 ? String(raised) : String(digitOf(character.codePointAt(0) ?? 0));
}

/** Every script's digits run from 0 to 9; the mathematical ones are five such runs without a gap. */
function digitOf(code: number): number {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** How many of the ordered `places` lie before `offset`. */
function countBelow(places: readonly number[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** No script of these has a character below. */
const MAY_BE_CJK = /[\u1100-\uffff]/;

/** The length of a text in letters; a CJK character counts as three. */
export function weight(text: string): number {
  return text.length + 2 * (MAY_BE_CJK.test(text) ? (text.match(CJK)?.length ?? 0) : 0);
}

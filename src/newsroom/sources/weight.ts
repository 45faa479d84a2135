/** The length of a text in letters; a CJK character counts as three. */
export function weight(text: string): number {
  return (
    text.length +
    2 * (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)
  );
}

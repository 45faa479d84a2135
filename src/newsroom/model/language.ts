/** The language of a text, judged by its script. */
export type Language = 'en' | 'zh' | 'mixed' | 'unknown';

/** `zh` or `en` when one script has nine tenths of the weight; a Chinese character weighs as much as two letters. */
export function languageOf(text: string): Language {
  const han = 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  const latin = (text.match(/\p{Script=Latin}+/gu) ?? []).reduce((letters, word) => letters + word.length, 0);
  const all = han + latin;
  if (all === 0) return 'unknown';
  // English names are common in Chinese copy; Chinese characters are rare in English copy.
  if (han / all >= 0.6) return 'zh';
  return han / all <= 0.05 ? 'en' : 'mixed';
}

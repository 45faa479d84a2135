/** The language of a text, judged by its script. */
export type Language = 'en' | 'zh' | 'mixed' | 'unknown';

/**
 * `zh` or `en` when one script has most of the weight; a Chinese character weighs as much as two letters. Japanese, which
 * has kana between its Chinese characters, is not `zh`.
 */
export function languageOf(text: string): Language {
  const han = 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  const latin = (text.match(/\p{Script=Latin}+/gu) ?? []).reduce((letters, word) => letters + word.length, 0);
  const all = han + latin;
  if (all === 0) return 'unknown';
  const kana = 2 * (text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0);
  // English names are common in Chinese copy; Chinese characters are rare in English copy.
  if (han / (all + kana) >= 0.6) return 'zh';
  return han / all <= 0.05 ? 'en' : 'mixed';
}

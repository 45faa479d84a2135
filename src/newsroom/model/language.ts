import { z } from 'zod';

/** The language of a text, as far as the rules read it: `unknown` is any other, and a text without letters. */
export const languageSchema = z.enum(['en', 'zh', 'mixed', 'unknown']);
export type Language = z.output<typeof languageSchema>;

/** English has twenty of these in a hundred words; other languages in Latin script have next to none. */
const ENGLISH = /^(?:the|and|of|to|that|for|with|was|is)$/iu;
/** Headlines are too short to tell English from German. */
const LEAST_WORDS = 40;
const LEAST_ENGLISH = 0.05;
/** Japanese has kana between its Chinese characters; a shop's name with a の in it is Chinese. */
const MOST_KANA = 0.2;

/**
 * `zh` or `en` when one script has most of the weight; a Chinese character weighs as much as two letters.
 */
export function languageOf(text: string): Language {
  const words = text.match(/[\p{Script=Latin}\p{M}]+/gu) ?? [];
  const latin = words.reduce((letters, word) => letters + word.length, 0);
  const han = 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  const kana = 2 * (text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0);
  const all = han + latin;
  const others = (text.match(/\p{L}/gu)?.length ?? 0) - latin - (han + kana) / 2;
  if (all === 0 || others > all || kana > MOST_KANA * (all + kana)) return 'unknown';
  // English names are common in Chinese copy; Chinese characters are rare in English copy.
  if (han / (all + kana) >= 0.6) return 'zh';
  if (han / all > 0.05) return 'mixed';
  const english = words.filter((word) => ENGLISH.test(word)).length;
  return words.length < LEAST_WORDS || english >= LEAST_ENGLISH * words.length ? 'en' : 'unknown';
}

/** The languages of the house. */

/** Whose words are wanted: English, or Traditional Chinese as Hong Kong writes it. */
export type Locale = 'en' | 'zh';

/** The same two as settings, prompts and stories name them. */
export type WrittenLanguage = 'en' | 'zh-Hant-HK';

export function localeOf(language: WrittenLanguage): Locale {
  return language === 'en' ? 'en' : 'zh';
}

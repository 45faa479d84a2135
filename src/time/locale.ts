/** The language that people read: English, or Traditional Chinese as written in Hong Kong. */
export type Locale = 'en' | 'zh';

/** The same two languages as settings, prompts and stories name them. */
export type WrittenLanguage = 'en' | 'zh-Hant-HK';

export function localeOf(language: WrittenLanguage): Locale {
  return language === 'en' ? 'en' : 'zh';
}

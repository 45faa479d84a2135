/** The language that people read: English, or Traditional Chinese as written in Hong Kong. */
export type Locale = 'en' | 'zh';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Locale, string>>;

/** The same two languages as settings, prompts and stories name them. */
export type WrittenLanguage = 'en' | 'zh-Hant-HK';

/** The language of the desk's own words for an edition's language. */
export function localeOf(language: WrittenLanguage): Locale {
  return language === 'en' ? 'en' : 'zh';
}

/** How settings, prompts and stories name the language of somebody who reads `locale`. */
export function writtenIn(locale: Locale | undefined): WrittenLanguage {
  return locale === 'zh' ? 'zh-Hant-HK' : 'en';
}

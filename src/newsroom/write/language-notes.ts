import type { Edition } from '../edition/edition.ts';

/** Style notes for every story in a language; the edition's own follow. */
const NOTES: Readonly<Record<Edition['language'], readonly string[]>> = {
  en: ['British spelling and punctuation; dates as 20 November 2026; sums in the currency of the source.'],
  'zh-Hant-HK': [
    '全文用繁體中文書面語，不可夾雜簡體字；標點用全形，引號用「」及『』，作品名稱用《》。',
    '用香港讀者慣用的詞語和譯名，例如「影片」「網絡」「資訊」「質素」「的士」「巴士」，不用內地或台灣的慣用語。',
    '人名、地名和機構用香港通行的譯名；來源有英文原名的，首次出現時以括號附上，來源沒有的不可自行補上；沒有通行譯名的，保留原文。',
    '數字用阿拉伯數字，大數可用萬、億，數值必須與來源相同；日期寫成「11月20日」；金額保留來源的幣值。',
  ],
};

/** The style notes for a reporter: the language's, then the edition's. */
export function styleNotes({ language, style }: Pick<Edition, 'language' | 'style'>): readonly string[] {
  return [...NOTES[language], ...style.notes];
}

/** The language's name in prompts. */
export function languageName({ language }: Pick<Edition, 'language'>): string {
  return language === 'en' ? 'British English' : 'Traditional Chinese as written in Hong Kong';
}

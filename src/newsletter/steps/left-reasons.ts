/** Why a newsletter did not take a link: codes in the steps' files, with what they are about ("excluded: golf"), and their words. */
import type { SkipReason } from '../../newsroom/intake/skip-rules.ts';
import { sayUnusable } from '../../newsroom/edition/say-unusable.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

type LeftCode =
  | SkipReason
  | 'told_before'
  | 'excluded'
  | 'note'
  | 'not_included'
  | 'off_topic'
  | 'too_many'
  | 'duplicate'
  | 'nothing_to_say';

const WORDS: Readonly<Record<LeftCode, Readonly<Record<WrittenLanguage, (about: string) => string>>>> = {
  told_before: { en: () => 'in an earlier issue', 'zh-Hant-HK': () => '前期通訊已刊' },
  no_article: { en: () => 'no article', 'zh-Hant-HK': () => '不是文章' },
  low_content: { en: () => 'nothing to tell', 'zh-Hant-HK': () => '內容太少' },
  roundup: { en: () => 'a list of several stories', 'zh-Hant-HK': () => '綜合多則新聞的清單' },
  excluded: {
    en: (word) => `excluded by the edition: “${word}”`,
    'zh-Hant-HK': (word) => `版面排除「${word}」`,
  },
  note: {
    en: (note) => `left out by a note: “${note}”`,
    'zh-Hant-HK': (note) => `編輯備註排除：「${note}」`,
  },
  not_included: {
    en: () => 'none of the words that the edition asks for',
    'zh-Hant-HK': () => '沒有版面要求的字詞',
  },
  /** About it is what a model said of it. */
  off_topic: { en: (said) => said || 'off the topic', 'zh-Hant-HK': (said) => said || '離題' },
  too_many: { en: (most) => `more than ${most} articles`, 'zh-Hant-HK': (most) => `超過${most}篇的上限` },
  duplicate: { en: (of) => `the same as ${of}`, 'zh-Hant-HK': (of) => `與${of}相同` },
  nothing_to_say: { en: () => 'no sentence to tell it by', 'zh-Hant-HK': () => '沒有可以引述的句子' },
};

/** As it is written into a step's file. */
export function leftBecause(code: LeftCode, about = ''): string {
  return about === '' ? code : `${code}: ${about}`;
}

/** The reason in words; one without, such as what somebody wrote into the file, as it is. */
export function sayLeft(reason: string, language: WrittenLanguage): string {
  const [, code = '', about = ''] = /^(\w+)(?:: (.*))?$/su.exec(reason) ?? [];
  return Object.hasOwn(WORDS, code)
    ? WORDS[code as LeftCode][language](about)
    : sayUnusable(reason, language);
}

/** Says in a few words why a claim is doubted, for its reporter and for editors. */
import type { Claim } from '../model/claim.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import { shorten } from '../../text/shorten.ts';

interface Words {
  readonly kinds: Readonly<Record<'number' | 'date' | 'time' | 'name' | 'quotation', string>>;
  readonly missing: (kind: string, text: string) => string;
  readonly attribution: (text: string) => string;
  readonly direction: (text: string) => string;
  readonly contradicted: string;
  readonly notFound: string;
  readonly because: (what: string, why: string) => string;
}

const WORDS: Readonly<Record<WrittenLanguage, Words>> = {
  en: {
    kinds: { number: 'number', date: 'date', time: 'time', name: 'name', quotation: 'quotation' },
    missing: (kind, text) => `no source has the ${kind} "${text}"`,
    attribution: (text) => `no source has it said so: "${text}"`,
    direction: (text) => `a source tells the direction otherwise: "${text}"`,
    contradicted: 'a source says otherwise',
    notFound: 'no source says it',
    because: (what, why) => `${what}: ${why}`,
  },
  'zh-Hant-HK': {
    kinds: { number: '數字', date: '日期', time: '時間', name: '名稱', quotation: '引述' },
    missing: (kind, text) => `來源沒有${kind}「${text}」`,
    attribution: (text) => `來源沒有這樣的說話人：「${text}」`,
    direction: (text) => `來源所述的升跌方向不同：「${text}」`,
    contradicted: '來源說法不同',
    notFound: '來源沒有提及',
    because: (what, why) => `${what}：${why}`,
  },
};

/** Longer ones are cut. */
const LONGEST = 120;

/** Why a claim is doubted: a sentence for editors. */
export function sayDoubt({ kind, text, verdict, why }: Claim, language: WrittenLanguage = 'en'): string {
  const words = WORDS[language];
  switch (kind) {
    case 'entailment': {
      const what = verdict === 'contradicted' ? words.contradicted : words.notFound;
      return why === undefined ? what : words.because(what, shorten(why, LONGEST));
    }
    case 'attribution':
      return words.attribution(shorten(text, LONGEST));
    case 'direction':
      return words.direction(shorten(text, LONGEST));
    default:
      return words.missing(words.kinds[kind], shorten(text, LONGEST));
  }
}

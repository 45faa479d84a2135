/** What is said when a ceiling on spending is reached, in English and Traditional Chinese. */
import type { Locale } from '../time/locale.ts';
import type { Ceilings } from './model-plan.ts';
import type { Share } from './shares.ts';

export type Measure = keyof Ceilings['day'];

export interface CeilingWords {
  readonly most: Readonly<Record<Measure, (most: number) => string>>;
  /** @param setting where the edition has it */
  readonly reached: (of: 'day' | 'run', most: string, setting: string) => string;
  readonly unknown: string;
  /** What an asker is told whose share is used up. */
  readonly shares: Readonly<Record<Share, string>>;
}

const EN: CeilingWords = {
  most: {
    attempts: (most) => `${inEnglish(most)} ${most === 1 ? 'call' : 'calls'}`,
    tokens: (most) => `${inEnglish(most)} tokens`,
    costUsd: (most) => `US$${inEnglish(most)}`,
  },
  reached: (of, most, setting) =>
    `The ceiling of ${most} ${{ day: 'a day', run: 'for one run' }[of]} is reached, so no language model is asked; ` +
    `it is ${setting} in the edition.`,
  unknown:
    'It is not known what was spent, so no language model is asked: receipts can’t be read or written.',
  shares: {
    person:
      'You have asked a lot today, and your share of the language model is used up; until midnight I answer by rule.',
    channel:
      'This channel’s share of the language model is used up for today; until midnight I answer here by rule.',
    conversations:
      'What conversations may use of the language model today is used up; the rest is kept for scheduled work. ' +
      'Until midnight I answer by rule.',
  },
};

const ZH: CeilingWords = {
  most: {
    attempts: (most) => `${inEnglish(most)} 次呼叫`,
    tokens: (most) => `${inEnglish(most)} 個 token`,
    costUsd: (most) => `${inEnglish(most)} 美元`,
  },
  reached: (of, most, setting) =>
    `已達${{ day: '每日', run: '每次執行' }[of]} ${most}的上限，所以不再使用語言模型；設定是版面的 ${setting}。`,
  unknown: '無法讀寫用量記錄，不知道已經用了多少，所以不使用語言模型。',
  shares: {
    person: '你今天問了很多，你那份語言模型用量已經用完；午夜之前我會按規則回答。',
    channel: '這個頻道今天的語言模型用量已經用完；午夜之前我在這裡會按規則回答。',
    conversations: '今天留給對話的語言模型用量已經用完，餘下的留給排定的工作；午夜之前我會按規則回答。',
  },
};

export const CEILING_WORDS: Readonly<Record<Locale, CeilingWords>> = { en: EN, zh: ZH };

function inEnglish(count: number): string {
  return count.toLocaleString('en-GB');
}

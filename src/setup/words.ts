/** What a setup refuses, in both languages. */
import type { BadSetting } from '../config/config-error.ts';
import { sayMistake } from '../newsroom/edition/edition-mistakes.ts';
import type { EditionMistake } from '../newsroom/edition/edition-mistakes.ts';
import type { Locale } from '../time/locale.ts';
import type { Step } from './draft.ts';

type Said = Readonly<Record<Locale, string>>;

const STEP_NAMES: Readonly<Record<Step, Said>> = {
  language: { en: 'the language', zh: '語言' },
  edition: { en: 'the edition', zh: '版本' },
  feeds: { en: 'the feeds', zh: '消息來源' },
  model: { en: 'the model', zh: '模型' },
  channel: { en: 'the channel', zh: '頻道' },
  schedule: { en: 'the schedule', zh: '時間表' },
};

const listed = (names: readonly string[]) => names.join(', ');

export const refusals = {
  missing: (step: Step): Said => ({
    en: `Not answered yet: ${STEP_NAMES[step].en}.`,
    zh: `還未選定${STEP_NAMES[step].zh}。`,
  }),
  noTopic: {
    en: 'Give an edition to start from, or a topic in a few words, such as "offshore wind".',
    zh: '請選一個現成版本，或用幾個字寫出主題，例如「離岸風電」。',
  },
  badName: (name: string): Said => ({
    en: `"${name}" can't name an edition; allowed: lower-case letters, digits and dashes, at most 61.`,
    zh: `「${name}」不能作版本名稱；可用小寫英文字母、數字和連字號，最多 61 個。`,
  }),
  shippedName: (name: string): Said => ({
    en: `"${name}" is an edition that comes with the program; allowed: another name, such as "my-${name}".`,
    zh: `「${name}」是隨程式附送的版本；請用另一個名稱，例如「my-${name}」。`,
  }),
  noEdition: (name: string, known: readonly string[]): Said => ({
    en: `There is no edition "${name}"; allowed: ${listed(known)}, or a topic.`,
    zh: `沒有「${name}」這個版本；可用：${listed(known)}，或一個主題。`,
  }),
  unread: (error: string): Said => ({
    en: `The edition can't be read: ${error}`,
    zh: `無法讀取這個版本：${error}`,
  }),
  noAddress: (given: string): Said => ({
    en: `"${given}" is no web address; allowed: an http:// or https:// address.`,
    zh: `「${given}」不是網址；可用 http:// 或 https:// 開頭的網址。`,
  }),
  noFeeds: {
    en: 'An edition needs a feed at least: choose one, or give the address of a site or a feed.',
    zh: '版本最少要有一個消息來源：請選一個，或輸入網站或消息來源的網址。',
  },
  tooLong: {
    en: 'That answer is too long; allowed: at most 500 characters.',
    zh: '這個答案太長；最多 500 個字元。',
  },
  badSettings: (bad: readonly BadSetting[]): Said => ({
    en: bad.map(({ name, given, allowed }) => `${name} is ${given}; allowed: ${allowed}.`).join(' '),
    zh: bad.map(({ name, given, allowed }) => `${name} 是 ${given}；可用：${allowed}。`).join(''),
  }),
  notAnEdition: (mistakes: readonly EditionMistake[]): Said => ({
    en: `The edition would not be read: ${mistakes.map((one) => sayMistake(one)).join('; ')}.`,
    zh: `這樣的版本無法讀取：${mistakes.map((one) => sayMistake(one, 'zh')).join('；')}。`,
  }),
  noChannel: (name: string, known: readonly { readonly name: string }[]): Said => ({
    en: `There is no channel "${name}" to set up; allowed: ${listed(known.map((one) => one.name))}.`,
    zh: `沒有「${name}」這種頻道可以設定；可用：${listed(known.map((one) => one.name))}。`,
  }),
  noSecret: (name: string, title: string): Said => ({
    en: `${title} needs ${name}, which is not set.`,
    zh: `${title} 需要 ${name}，但還未設定。`,
  }),
  noProvider: (name: string, known: readonly string[]): Said => ({
    en: `There is no model provider "${name}"; allowed: ${listed(known)} (desk: no language model).`,
    zh: `沒有「${name}」這個模型供應商；可用：${listed(known)}（desk：不用語言模型）。`,
  }),
  notOfProvider: (name: string, provider: string, asks: readonly string[]): Said => ({
    en: `${name} is no setting of ${provider}; allowed: ${listed(asks) || 'none'}.`,
    zh: `${name} 不是 ${provider} 的設定；可用：${listed(asks) || '無'}。`,
  }),
};

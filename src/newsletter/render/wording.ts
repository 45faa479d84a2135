/** What a newsletter says by itself, in its language. */
import type { Newsletter } from '../model/outputs.ts';

export interface LetterWording {
  readonly contents: string;
  readonly sources: string;
  readonly withoutModel: string;
  /** Right behind a sentence that the verification didn't find in its sources. */
  readonly doubted: string;
  /** Before a doubted sentence that the text doesn't have any more. */
  readonly doubtedElsewhere: string;
  /** Under it all. */
  footer(issued: string): string;
  /** Between parts of a line, and how words are quoted. */
  readonly comma: string;
  quoted(text: string): string;
}

const EN: LetterWording = {
  contents: 'In this issue',
  sources: 'Sources',
  withoutModel: 'Written without a language model: sentences are quoted from the sources.',
  doubted: ' (⚠ not found in the sources)',
  doubtedElsewhere: '⚠ Not found in the sources:',
  footer: (issued) => `Issued on ${issued}. Numbers in brackets lead to the sources.`,
  comma: ', ',
  quoted: (text) => `“${text}”`,
};

const ZH: LetterWording = {
  contents: '本期內容',
  sources: '資料來源',
  withoutModel: '本期未經語言模型撰寫：句子直接引自各來源。',
  doubted: '（⚠ 來源未能證實）',
  doubtedElsewhere: '⚠ 來源未能證實：',
  footer: (issued) => `${issued}發出。方括號內的數字連往資料來源。`,
  comma: '，',
  quoted: (text) => `「${text}」`,
};

export function letterWording(language: Newsletter['language']): LetterWording {
  return language === 'en' ? EN : ZH;
}

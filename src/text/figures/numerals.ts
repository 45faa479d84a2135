/** Numerals of prose: digits with their scales (1,200; 3.4 million; 1.1萬億; 3億5,000萬), and words of both languages. */
import { CHINESE_NUMBER, chineseNumber, scaleOf } from '../number-words.ts';
import { wordsValue, WORDS } from './english-words.ts';

export interface Numeral {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** The value of its last given digit when it is rounded (3.4 million); else 0. */
  readonly step: number;
  readonly form: 'digits' | 'words' | 'han';
  /** The number without its scale: 3.4 of 3.4 million. */
  readonly told: number;
  /** The factor of `told`. */
  readonly scale: number;
}

const DIGITS = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
const HAN_SCALE = '[十百千]?[萬万億亿兆](?![瓦赫位])億?|[百千](?![萬万億亿]|\\p{Script=Han}{0,2}年)';
const SCALE = `\\s?(?:hundred|thousand|million|billion|trillion|dozen)\\b|(?:bn|tn|trn|mn|m|k|b)(?![\\p{L}\\d²³/])|${HAN_SCALE}`;
const PATTERN = new RegExp(
  [
    `(?<mixed>\\d[\\d,.]*(?:[兆億亿][\\d,]+[百千]?[萬万億亿]|[萬万][\\d,]+[百千]|[萬万]\\d{4}(?!\\d)))`,
    `(?<digits>${DIGITS})(?<half>½|¼|¾)?(?<scale>${SCALE})?`,
    `(?<![\\p{L}-])(?<words>${WORDS})(?![\\p{L}])`,
    `(?<han>${CHINESE_NUMBER}(?:[點点][〇零一二三四五六七八九]+)?[萬億]?)`,
  ].join('|'),
  'giu',
);
/** Before a scale of which there is one: 逾百萬, 過千, 近億. */
const ROUNDED = /[逾過近達約]$/u;
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

/** All numerals of a text with plain digits, in order. Whether one is a figure depends on its surroundings. */
export function numeralsIn(text: string): Numeral[] {
  return [...text.matchAll(PATTERN)].flatMap((match) => {
    const start = match.index;
    const place = { start, end: start + match[0].trimEnd().length };
    const { mixed, digits, half, scale, words, han } = match.groups ?? {};
    if (mixed !== undefined) return { ...place, ...mixedValue(mixed), form: 'digits' as const };
    if (digits !== undefined) {
      const told = Number(digits.replaceAll(',', '')) + (FRACTIONS[half ?? ''] ?? 0);
      const factor = scaleOf((scale ?? '').trim().replace(/trn/iu, 'tn'));
      const step =
        factor > 1
          ? factor * 10 ** -decimalsOf(digits)
          : decimalsOf(digits) > 0
            ? 10 ** -decimalsOf(digits)
            : 0;
      return { ...place, value: tidy(told * factor), step, form: 'digits' as const, told, scale: factor };
    }
    if (words !== undefined) {
      const value = wordsValue(words);
      return {
        ...place,
        value,
        step: value >= 1e6 ? value / 10 : 0,
        form: 'words' as const,
        told: value,
        scale: 1,
      };
    }
    const value = hanValue(han ?? '', ROUNDED.test(text.slice(0, start)));
    if (Number.isNaN(value)) return [];
    const last = /[萬億兆]$/u.exec(han ?? '')?.[0];
    const step = last === undefined ? 0 : scaleOf(last);
    return { ...place, value, step, form: 'han' as const, told: value, scale: 1 };
  });
}

/** 七十一點二 is 71.2. "Millions of" (數百萬) is not a number, more than one (逾百萬) is. */
function hanValue(han: string, isRounded: boolean): number {
  const scale = /(?<=[點点].*)[萬億]$/u.exec(han)?.[0] ?? '';
  const [whole = '', decimals = ''] = han.slice(0, han.length - scale.length).split(/[點点]/u);
  if (/^[百千萬万億亿兆]+$/u.test(whole)) return isRounded && decimals === '' ? scaleOf(whole) : NaN;
  // 二萬四 is 24,000.
  const short = /([百千萬億])([一二三四五六七八九])$/u.exec(whole);
  if (short?.index && decimals === '')
    return chineseNumber(whole.slice(0, -1)) + (scaleOf(short[1] ?? '') / 10) * chineseNumber(short[2] ?? '');
  const fraction = decimals === '' ? '' : `.${[...decimals].map(chineseNumber).join('')}`;
  return tidy(Number(`${chineseNumber(whole)}${fraction}`) * scaleOf(scale));
}

function mixedValue(mixed: string) {
  const parts = [...mixed.matchAll(/([\d,.]+)(\D*)/gu)].map(([, digits = '', scale = '']) => ({
    value: Number(digits.replaceAll(',', '')) * scaleOf(scale),
    scale: scaleOf(scale),
  }));
  const value = tidy(parts.reduce((sum, part) => sum + part.value, 0));
  const least = parts.at(-1)?.scale ?? 1;
  return { value, step: least > 1 ? least : 0, told: value, scale: 1 };
}

/** The number of decimals: 2 for "3.75". */
export function decimalsOf(digits: string): number {
  return /\.(\d+)/.exec(digits)?.[1]?.length ?? 0;
}

/** 3.4 × 1,000,000 is 3,399,999.9999999995 in floating point. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Ordinals, and quarters and halves of a year. "First" and "second" alone are mostly not figures. */
import { digitsOrChinese } from '../number-words.ts';
import type { Figure } from './figure.ts';

export const ORDINAL_WORDS =
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const FOUR = 'first second third fourth'.split(' ');
const QUARTER = new RegExp(
  `\\b(?<word>${FOUR.join('|')})[-\\s](?:fiscal[-\\s])?(?:quarter|season)\\b(?!-final)|\\bQ(?<q>[1-4])\\b|第(?<han>[一二三四1-4])季|(?<names>[首次末尾])季(?!節)`,
  'giu',
);
const HALF_YEAR =
  /\b(?<word>first|second)[-\s]half(?=\s(?:of\s(?:the\s)?(?:(?:fiscal\s|financial\s|next\s|this\s)?year|(?:19|20)\d\d|fiscal)|(?:profit|revenue|results|earnings|loss)|\sfrom\s\d|,?\s(?:compared|against)\b))|\bH(?<h>[12])\b|(?<han>[上下])半年/giu;
const ORDINAL = new RegExp(
  `\\b(?<word>${ORDINAL_WORDS.join('|')})\\b|\\b(?<digits>\\d{1,4})(?:st|nd|rd|th)\\b|第(?<han>[一二三四五六七八九十百]{1,5}|\\d{1,4}(?!\\d))(?!一|分[之一二三])|(?<century>(?<!\\d)\\d{1,2}|[一二三四五六七八九十]{1,3})世紀`,
  'giu',
);

const HAN_STREAK = /^(?:個)?(月|年|周|星期|日|天)/u;
const STREAK =
  /^[-\s](?:(?:consecutive|straight|successive)\s(month|year|week|day|session|annual)(?:ly)?\b|(month|year|week|day|session)\s(?:in\s(?:a\srow|succession)|running)\b)/iu;
/** "In the third minute" can also be told as "after three minutes". */
const MINUTE = /^\s(minute)\b/iu;
const DAY = 86_400;
const STREAK_UNITS: Readonly<Record<string, readonly [Figure['dimension'], number]>> = {
  ...{ month: ['months', 1], 月: ['months', 1], year: ['months', 12], 年: ['months', 12] },
  ...{ week: ['seconds', 7 * DAY], 周: ['seconds', 7 * DAY], 星期: ['seconds', 7 * DAY] },
  ...{
    annual: ['months', 12],
    minute: ['seconds', 60],
    session: ['seconds', DAY],
    day: ['seconds', DAY],
    日: ['seconds', DAY],
    天: ['seconds', DAY],
  },
};

/** Quarters and other ordinals ("third quarter", 第三季) as figures. */
export function ordinalsIn(text: string): Figure[] {
  const quarters = matches(text, QUARTER, 'quarter', ({ word, q, han, names }) =>
    names !== undefined
      ? names === '首'
        ? 1
        : names === '次'
          ? 2
          : 4
      : word !== undefined
        ? FOUR.indexOf(word.toLowerCase()) + 1
        : digitsOrChinese(q ?? han ?? ''),
  );
  const halves = matches(text, HALF_YEAR, 'half-year', ({ word, h, han }) =>
    word?.toLowerCase() === 'first' || h === '1' || han === '上' ? 1 : 2,
  );
  const taken = [...quarters, ...halves];
  const ordinals = matches(text, ORDINAL, 'ordinal', ({ word, digits, han, century }) =>
    word === undefined
      ? digitsOrChinese(digits ?? han ?? century ?? '')
      : ORDINAL_WORDS.indexOf(word.toLowerCase()) + 3,
  ).filter(({ value, start }) => value > 2 && !taken.some((one) => one.start <= start && start < one.end));
  return [
    ...taken,
    ...ordinals.flatMap((one) => [{ ...one, loose: isRow(one, text) }, ...streakOf(one, text)]),
  ].sort((a, b) => a.start - b.start);
}

/** "The third quarterly fall in a row" is as often told as 連跌三季. */
function isRow({ end, value }: Figure, text: string): boolean {
  return (
    value <= 12 && /^[^,.;]{0,30}\b(?:in a row|in succession|running)\b/u.test(text.slice(end, end + 48))
  );
}

/** 連續第八個月 and "the eighth month in a row" are eight months as well. */
function streakOf(ordinal: Figure, text: string): Figure[] {
  const before = text.slice(Math.max(0, ordinal.start - 2), ordinal.start);
  const rest = text.slice(ordinal.end, ordinal.end + 40);
  const unit = (before === '連續' ? HAN_STREAK : MINUTE.test(rest) ? MINUTE : STREAK)
    .exec(rest)
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
  const [dimension, base] = STREAK_UNITS[unit ?? ''] ?? [];
  if (dimension === undefined || base === undefined) return [];
  const value = ordinal.value * base;
  return [{ ...ordinal, value, low: value, high: value, told: ordinal.value, dimension }];
}

function matches(
  text: string,
  pattern: RegExp,
  dimension: Figure['dimension'],
  valueOf: (groups: Readonly<Record<string, string | undefined>>) => number,
): Figure[] {
  return [...text.matchAll(pattern)].map((match) => {
    const value = valueOf(match.groups ?? {});
    const place = { text: match[0], start: match.index, end: match.index + match[0].length };
    return { ...place, value, low: value, high: value, dimension, unit: '', inWords: true, loose: false };
  });
}

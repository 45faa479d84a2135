/** Dates and clock times as they stand in English and Chinese prose. Not resolved to an instant. */

import { plainDigits } from './plain-digits.ts';

interface TimeMention {
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)';
const WEEKDAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const HAN = '[〇零一二兩三四五六七八九十\\d]{1,4}';

const PATTERN = new RegExp(
  [
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}\\b(?:,?\\s(?:19|20)\\d\\d)?`,
    `\\b${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?\\b(?!,\\d)(?:,?\\s(?:19|20)\\d\\d)?`,
    `\\b${MONTH}\\s(?:19|20)\\d\\d\\b`,
    `\\b(?:in|by|since|until|before|after|late|early|mid|next|last)[\\s-](?:January|February|March|April|May|June|July|August|September|October|November|December)\\b`,
    `\\b(?:early\\s|late\\s)?${WEEKDAY}(?:\\s(?:morning|afternoon|evening|night))?\\b`,
    '\\b\\d{1,2}(?:[:.]\\d{2})?\\s?[ap]\\.?m\\b\\.?',
    '\\b\\d{1,2}:\\d{2}\\b',
    '\\b(?:today|tonight|yesterday|tomorrow|midnight|noon|this (?:morning|afternoon|evening|week|month|year)|(?:last|next) (?:night|week|month|year|spring|summer|autumn|winter))\\b',
    '\\b(?:19|20)\\d\\d-\\d\\d-\\d\\d\\b',
    "\\b(?:19|20)\\d\\d(?=[\\s.,;:)'’]|$)(?!\\s(?:people|homes|jobs|workers|residents|passengers))",
    `(?:${HAN}年)?(?:[一二三四五六七八九十\\d]{1,2}月)(?:[一二三四五六七八九十廿卅\\d]{1,3}[日號号])?`,
    '(?:19|20)\\d\\d年',
    '[一二三四五六七八九十廿卅\\d]{1,3}[日號号](?!稱)',
    '(?:上午|下午|凌晨|晚上|早上|中午|清晨|傍晚|深夜|今早|今晚|昨晚)?[一二兩三四五六七八九十\\d]{1,3}[時点點](?:半|[一二三四五六七八九十\\d]{1,3}分)?(?!間)',
    '(?:本|下|上|今|這|呢)?(?:個)?(?:星期|禮拜|週|周)[一二三四五六日天]',
    '今日|今天|昨日|昨天|明日|明天|今早|今晨|今晚|昨晚|去年|今年|明年|本月|上月|下月|本週|下週|上週',
  ].join('|'),
  'gu',
);

/** Every date and time of `text`, in order. Times relative to the day of writing ("yesterday") count. */
export function timesIn(text: string): TimeMention[] {
  const plain = plainDigits(text);
  return [...plain.text.matchAll(PATTERN)].map((match) => {
    const start = plain.original(match.index);
    const end = plain.original(match.index + match[0].length);
    return { text: text.slice(start, end), start, end };
  });
}

/**
 * Finds when something that repeats ends, in English and Chinese sentences: "until Friday", "for the next three days",
 * 直到星期五, 到十二月五號為止. What the words mean is decided by the tool.
 */
import { chineseWhensIn } from './chinese.ts';
import { COUNTS } from './english-counts.ts';
import { DAY } from './english-days.ts';
import { MONTH, whensIn } from './english.ts';

export interface End {
  /** As written in the sentence. */
  readonly said: string;
  /** The sentence without it. */
  readonly rest: string;
}

const CLOCK = '(?:\\d{1,2}(?:[:.]\\d\\d)? ?(?:[ap]\\.?m)?|noon|midnight)';
const A_DAY = [
  `(?:(?:the )?end of )?(?:(?:this|next) )?${DAY}`,
  '(?:the )?end of (?:(?:the|this) )?(?:day|week|month|year)|today|tonight|tomorrow',
  `(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? \\d{4})?`,
  `${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{4}-\\d\\d-\\d\\d`,
].join('|');
const UNTIL = '(?:(?:up )?(?:until|till?)|up to|ending(?: on)?)(?: and including)?';
const HAN_NUMBER = '(?:\\d{1,2}|[一二兩三四五六七八九十]{1,3})';
const HAN_WEEK = '(?:星期|禮拜|週|周)';
const HAN_DAY = [
  `(?:下個?|今個|本|[這呢]個)?${HAN_WEEK}[一二三四五六日天]|(?:本|今個|[這呢]個)?月[底尾]|年[底尾]`,
  `今日|今天|今晚|聽日|明天|明日|後日|後天|\\d{4}-\\d\\d-\\d\\d`,
  `(?:\\d{4}年)?${HAN_NUMBER}月${HAN_NUMBER}[日號号]`,
].join('|');
const HAN_PART = '(?:凌晨|朝早|早上|上午|上晝|中午|下午|下晝|傍晚|夜晚|晚上)';
const HAN_CLOCK = `${HAN_PART}?(?:\\d{1,2}[:：]\\d\\d|${HAN_NUMBER}[點点時时]半?)`;
const HAN_SPAN = `(?:未來|接下來|連續)${HAN_NUMBER}個?(?:小時|鐘頭?|日|天|星期|禮拜|週|周)`;

const words = (form: string): RegExp =>
  new RegExp(
    `[,\\s]*(?<![\\p{L}\\p{N}'’-])(?:from now )?(?<end>${form})(?![\\p{L}\\p{N}'’/:-])[,\\s]*`,
    'iu',
  );

/** Days. In 「逢星期一至五」 the second ends nothing. */
const DAYS = [
  words(`${UNTIL} (?:${A_DAY})(?:,? (?:at )?${CLOCK})?`),
  new RegExp(
    `[，,\\s]*(?<end>(?:直到|直至|至到|(?<!${HAN_WEEK}[一二三四五六日天末])[到至])(?:${HAN_DAY})(?:${HAN_CLOCK})?(?:[為为]止)?)[，,\\s]*`,
    'u',
  ),
];
/** These may belong to the task: "check the forecast for the next three days". */
const SPANS = [
  words(
    `for (?:(?:the next |another )?(?:${COUNTS}|\\d+) (?:hours?|days?|weeks?)|another (?:hour|day|week))|${UNTIL} further notice`,
  ),
  new RegExp(`[，,\\s]*(?<end>${HAN_SPAN}|(?:直到|直至)另行通知)[，,\\s]*`, 'u'),
];

/** The end that a sentence names, if any. A span counts only beside a time, or set off by a comma. */
export function endIn(text: string): End | undefined {
  for (const form of [...DAYS, ...SPANS]) {
    const { 0: found, index = 0, groups } = form.exec(text) ?? {};
    if (found === undefined || (SPANS.includes(form) && !isOfTime(text, found, index))) continue;
    const [before, after] = [text.slice(0, index), text.slice(index + found.length)];
    return { said: groups!['end']!, rest: `${before} ${after}`.trim() };
  }
  return undefined;
}

function isOfTime(text: string, found: string, start: number): boolean {
  if (start === 0 || /^[，,]/u.test(found)) return true;
  const before = text.slice(0, start);
  return [...whensIn(before), ...chineseWhensIn(before)].some(({ end }) => end === start);
}

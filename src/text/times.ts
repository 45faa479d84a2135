/** Finds dates and clock times in English and Chinese prose, without resolving them. */
import { memoized } from './memoized.ts';
import { plainDigits } from './plain-digits.ts';

interface TimeMention {
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const MONTHS = 'January|February|April|June|July|August|September|October|November|December';
/** These two are also words and names. */
const DOUBTFUL = 'May|March';
const SHORT = 'Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?';
const MONTH = `(?:${MONTHS}|${DOUBTFUL}|${SHORT})`;
const WEEKDAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const YEAR = '(?:1[5-9]|20)\\d\\d';
const OWN_YEAR = '(?:,?\\s(?:last|this|next)\\syear\\b)';
const HOUR = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const HAN = '[〇零一二兩三四五六七八九十\\d]{1,4}';
const HAN_YEAR = `(?:${YEAR}|[一二][〇零一二三四五六七八九]{3})`;
const HAN_HOUR = '(?:[零〇一二兩三四五六七八九十\\d]{1,3})';
const HAN_MINUTE = '(?:[正半]|[一二三四五六七八九十\\d]{1,3}分|[一三]刻)';
const PERIOD = '(?:上午|下午|凌晨|晚上|早上|中午|正午|午夜|清晨|傍晚|深夜|今早|今晚|昨晚|晚|早)';

const PATTERN = new RegExp(
  [
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}(?![\\p{L}])(?:,?\\s${YEAR}|${OWN_YEAR})?`,
    `\\b${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?\\b(?!,\\d)(?:,?\\s${YEAR}|${OWN_YEAR})?`,
    `\\b${MONTH}\\s(?:of\\s)?${YEAR}\\b`,
    `\\b${MONTH}${OWN_YEAR}`,
    `\\b(?:${MONTHS})\\b`,
    `(?<=\\b(?:(?:[Ee]nd|[Ss]tart|[Bb]eginning|[Mm]iddle|[Hh]alf|[Mm]onths?)\\sof|[Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Bb]efore|[Aa]fter|[Ll]ate|[Ee]arly|[Mm]id|[Nn]ext|[Ll]ast|[Tt]his|[Ff]rom|[Dd]uring|[Tt]hrough)[\\s-])(?:${DOUBTFUL})\\b`,
    `(?<=\\b(?:than|rather than|between|(?:${MONTHS}|May) (?:to|and|or))\\s)(?:${DOUBTFUL})\\b`,
    `(?<=^|[.!?]["”’]?\\s)(?:${DOUBTFUL})(?=\\s(?:was|is|has|had|saw|brought)\\b)`,
    `\\b(?:(?:early|late|[Nn]ext|[Ll]ast)\\s)?${WEEKDAY}(?:\\s(?:morning|afternoon|evening|night))?\\b`,
    '\\bthe\\s\\d{1,2}(?:st|nd|rd|th)\\b(?=\\sof\\sthe\\smonth|\\s?[.,;)]|\\s?$|\\s(?:and|at|in|to)\\b)',
    '\\b\\d{1,2}(?:[:.]\\d{2})?\\s?[ap]\\.?m\\b\\.?',
    // "From the previous quarter to 49.7%" is not a time.
    '(?<!\\b(?:the|this|last|next|first|second|third|fourth|fiscal|previous|prior|each|every|per)\\s)\\b(?:half\\spast|(?:a\\s)?quarter\\s(?:past|to))\\s(?:\\d{1,2}(?![\\d.,%])|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:\\sin\\sthe\\s(?:morning|afternoon|evening))?\\b',
    "\\b(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\so['’]clock(?:\\sin\\sthe\\s(?:morning|afternoon|evening))?\\b",
    `(?<=\\b(?:at|by|until|before|after|around|about)\\s)${HOUR}\\sin\\sthe\\s(?:morning|afternoon|evening)\\b`,
    `\\b(?:${HOUR}|twenty|twenty-five)\\s(?:minutes\\s)?(?:before|after|past|to)\\s(?:midnight|noon|midday)\\b`,
    '(?<![\\d:])\\d{1,2}:\\d{2}\\b(?!:\\d)',
    '\\b(?:today|tonight|yesterday|tomorrow|midnight|noon|midday|this (?:morning|afternoon|evening|week|month|year)|(?:last|next) (?:night|week|month|year|spring|summer|autumn|winter))\\b',
    `\\b${YEAR}-\\d\\d-\\d\\d\\b`,
    `\\b(?:fiscal(?:\\syear)?\\s|FY\\s?)(?:${YEAR}|\\d\\d\\b)(?:[/–-]\\d\\d(?!\\d))?`,
    `\\b${YEAR}(?:[/–-](?:${YEAR}|\\d\\d))(?![\\d-])(?:財政年度|財年|年度)?`,
    `(?<![\\d.,])${YEAR}至(?:${YEAR}|\\d\\d)(?:財政年度|財年|年度|學年)`,
    `(?:\\b(?:[Ee]arly|[Mm]id|[Ll]ate)[\\s-])?(?:\\b(?:1[5-9]|20)\\d0s\\b|(?<![\\p{L}\\d])['’]?[2-9]0s\\b)`,
    `(?:二十世紀|20世紀|上世紀|本世紀)?(?:(?:1[5-9]|20)\\d0|(?<!\\d)[1-9]0|[一二][〇零一二三四五六七八九]{3}|[一二三四五六七八九]十)年代[初中末]?`,
    `\\b${YEAR}(?=[\\s.,;:)'’]|$)(?!\\s(?:people|homes|jobs|workers|residents|passengers|votes|cars|flats|shares|points|metres|feet|miles))`,
    `(?:${HAN}年|[前去今明後]年)?(?:[一二三四五六七八九十\\d]{1,2}月(?!租|薪|餅|台|入))(?:[一二三四五六七八九十廿卅\\d]{1,3}[日號号])?`,
    `(?<!\\d)${HAN_YEAR}(?:財政年度|財年|年度|年(?!代))`,
    '(?<![前後翌另這那每])[一二三四五六七八九十廿卅\\d]{1,3}[日號号](?![稱圓元線]|(?:颱風|風球|烈風|西北|西南|東北|東南|強風|暴風|信號|訊號|波|熱帶|波|颶風|仔|球衣|線|樓|館|碼頭|幹線|法案|客運|航站|航廈|門|車|機))',
    `${PERIOD}${HAN_HOUR}[時点點]${HAN_MINUTE}?(?!間)`,
    `(?<![\\d.,第這那每同幾])${HAN_HOUR}時${HAN_MINUTE}?(?![間候期代段速薪])`,
    // 零點五 is a half.
    `(?<![\\d.,第這那每同幾])(?![零〇])${HAN_HOUR}[点點](?:${HAN_MINUTE}|鐘)(?!間)`,
    // Points and clock times look alike; 一點 is "a little", and a rise of 30點 is not a time.
    `(?<![\\d.,第這那每同幾升跌漲挫報收得])(?:[二兩三四五六七八九十]|十[一二]|1?\\d|2[0-4])[点點](?![子心名出數擊評一二三四五六七八九〇零])`,
    "\\b(?:New\\sYear['’]s\\s(?:Day|Eve)|Christmas\\s(?:Day|Eve)|Boxing\\sDay|Valentine['’]s\\sDay)\\b|元旦|聖誕(?:節(?!日)|日)|平安夜|情人節",
    '正午|中午(?![一二三四五六七八九十\\d])|午夜',
    '(?:本|下|上|今|這|呢)?(?:個)?(?:星期|禮拜|週|周)[一二三四五六日天]',
    '今日|今天|昨日|昨天|明日|明天|今早|今晨|今晚|昨晚|去年|今年|明年|本月|上月|下月|本週|下週|上週',
  ].join('|'),
  'gu',
);

/** All dates and times of `text`, in order, including relative ones ("yesterday"). */
export const timesIn = memoized(readTimes);

function readTimes(text: string): TimeMention[] {
  const plain = plainDigits(text);
  return [...plain.text.matchAll(PATTERN)].map((match) => {
    const start = plain.original(match.index);
    const end = plain.original(match.index + match[0].length);
    return { text: text.slice(start, end), start, end };
  });
}

/** Reads the dates and clock times of `times.ts`, in English and Chinese. */
import { digitsOrChinese } from '../number-words.ts';
import { plainDigits } from '../plain-digits.ts';
import type { TimeRead } from './time-read.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/iu;
const RELATIVE: readonly (readonly [RegExp, 'day' | 'month' | 'year', number])[] = [
  [/^(?:today|tonight|this (?:morning|afternoon|evening)|今日|今天|今早|今晨|今晚)$/iu, 'day', 0],
  [/^(?:yesterday|last night|昨日|昨天|昨晚)$/iu, 'day', -1],
  [/^(?:tomorrow|明日|明天)$/iu, 'day', 1],
  [/^(?:this month|本月)$/iu, 'month', 0],
  [/^(?:last month|上月)$/iu, 'month', -1],
  [/^(?:next month|下月)$/iu, 'month', 1],
  [/^(?:this year|今年)$/iu, 'year', 0],
  [/^(?:last year|去年)$/iu, 'year', -1],
  [/^(?:next year|明年)$/iu, 'year', 1],
];

/** Undefined for expressions that are not a date: "this week", "midnight", 上週. */
export function readTime(said: string): TimeRead | undefined {
  const { text } = plainDigits(said.trim());
  const relative = RELATIVE.find(([pattern]) => pattern.test(text));
  if (relative) return { kind: 'relative', unit: relative[1], by: relative[2] };
  return (
    namedDay(text) ??
    namedClock(text) ??
    decadeOf(text) ??
    chineseDate(text) ??
    isoDate(text) ??
    englishDate(text) ??
    clockTime(text) ??
    weekdayOf(text)
  );
}

const NAMED_DAYS: readonly (readonly [RegExp, month: number, day: number])[] = [
  [/^(?:New Year['’]s Day|元旦)$/u, 0, 1],
  [/^(?:Valentine['’]s Day|情人節)$/u, 1, 14],
  [/^(?:Christmas Eve|平安夜)$/u, 11, 24],
  [/^(?:Christmas Day|聖誕[節日])$/u, 11, 25],
  [/^Boxing Day$/u, 11, 26],
  [/^New Year['’]s Eve$/u, 11, 31],
];

function namedDay(text: string): TimeRead | undefined {
  const [, month, day] = NAMED_DAYS.find(([pattern]) => pattern.test(text)) ?? [];
  return month === undefined || day === undefined ? undefined : { kind: 'day', month, day };
}

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Noon, midnight, "half past seven in the evening", "ten o'clock". */
function namedClock(text: string): TimeRead | undefined {
  if (/^(?:noon|midday|正午|中午)$/iu.test(text)) return { kind: 'clock', minutes: 720, half: true };
  if (/^(?:midnight|午夜)$/iu.test(text)) return { kind: 'clock', minutes: 0, half: true };
  const around =
    /^(\d{1,2}|[a-z]+|twenty-five) (?:minutes )?(before|to|after|past) (midnight|noon|midday)$/iu.exec(text);
  if (around) {
    const from = /midnight/iu.test(around[3] ?? '') ? 1440 : 720;
    const by = minutesOf(around[1] ?? '') * (/before|to/iu.test(around[2] ?? '') ? -1 : 1);
    return { kind: 'clock', minutes: (from + by) % 1440, half: true };
  }
  const said =
    /^(?:(half past|(?:a )?quarter past|(?:a )?quarter to) )?(\d{1,2}|[a-z]+)(?: o['’]clock)?(?: in the (morning|afternoon|evening))?$/iu.exec(
      text,
    );
  const hour = /^\d/.test(said?.[2] ?? '')
    ? Number(said?.[2])
    : HOURS.indexOf(said?.[2]?.toLowerCase() ?? '') + 1;
  if (!said || hour === 0 || (said[1] === undefined && said[3] === undefined && !/clock/iu.test(text)))
    return undefined;
  const past = said[1] === undefined ? 0 : /half/iu.test(said[1]) ? 30 : /to$/iu.test(said[1]) ? -15 : 15;
  const late = said[3] !== undefined && !/morning/iu.test(said[3]) && hour < 12;
  return { kind: 'clock', minutes: (hour + (late ? 12 : 0)) * 60 + past, half: said[3] !== undefined };
}

function minutesOf(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  if (/^twenty/iu.test(said)) return /five/iu.test(said) ? 25 : 20;
  return HOURS.indexOf(said.toLowerCase()) + 1;
}

/** 1980 of "the late 1980s" and 上世紀八十年代; 80 of 80年代. */
function decadeOf(text: string): TimeRead | undefined {
  const english = /(\d{2,4})s$/u.exec(text)?.[1];
  const chinese = /^(二十世紀|20世紀|上世紀|本世紀)?([一二三四五六七八九十〇零\d]{2,4})年代/u.exec(text);
  const said = english ?? chinese?.[2];
  if (said === undefined) return undefined;
  const century = chinese?.[1] === undefined ? 0 : chinese[1] === '本世紀' ? 2000 : 1900;
  return { kind: 'decade', decade: century + digitsOrChinese(said) };
}

function chineseDate(text: string): TimeRead | undefined {
  const found =
    /(?:([〇零一二三四五六七八九十\d]{2,4})年)?(?:([一二三四五六七八九十\d]{1,3})月)?(?:([一二三四五六七八九十廿卅\d]{1,3})[日號号])?/u.exec(
      text.replace(/^[前去今明後]年(?=.*月)/u, ''),
    );
  const [year, month, day] = [1, 2, 3].map((at) => {
    const part = found?.[at];
    return part === undefined ? undefined : digitsOrChinese(part);
  });
  const yearBy = yearByOf(text);
  const known = { ...(year !== undefined && { year }), ...(yearBy !== undefined && { yearBy }) };
  if (day !== undefined)
    return { kind: 'day', ...known, ...(month !== undefined && { month: month - 1 }), day };
  if (month !== undefined) return { kind: 'month', ...known, month: month - 1 };
  if (year !== undefined && year >= 1000) return { kind: 'year', year };
  // 2019財政年度, 2020/21財年, fiscal 2019, FY19: the year in which it starts.
  const fiscal =
    /^(?:fiscal(?: year)?|FY)?\s?((?:1[5-9]|20)?\d\d)(?:[/–至-](?:\d{4}|\d\d))?(?:財政年度|財年|學年|年度)?$/iu.exec(
      text,
    );
  const first = Number(fiscal?.[1]);
  if (fiscal && (first >= 1500 || /^FY/iu.test(text)))
    return { kind: 'year', year: first < 100 ? 2000 + first : first };
  return undefined;
}

/** Last or next year: 去年2月, "8 February last year". */
function yearByOf(text: string): number | undefined {
  const han = '前去今明後'.indexOf(
    /^([前去今明後])年\p{N}|^([前去今明後])年[一二三四五六七八九十]/u.exec(text)?.[0]?.[0] ?? '?',
  );
  if (han >= 0) return han - 2;
  const english = ['last', 'this', 'next'].indexOf(
    /\b(last|this|next)\syear$/iu.exec(text)?.[1]?.toLowerCase() ?? '',
  );
  return english < 0 ? undefined : english - 1;
}

function isoDate(text: string): TimeRead | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return found
    ? { kind: 'day', year: Number(found[1]), month: Number(found[2]) - 1, day: Number(found[3]) }
    : undefined;
}

function englishDate(text: string): TimeRead | undefined {
  const year = /\b(?:1[5-9]|20)\d\d\b/.exec(text)?.[0];
  const yearBy = yearByOf(text);
  const known = {
    ...(year !== undefined && { year: Number(year) }),
    ...(yearBy !== undefined && { yearBy }),
  };
  const name = MONTH.exec(text)?.[1]?.toLowerCase();
  if (name !== undefined) {
    const month = MONTHS.indexOf(name);
    const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(text)?.[1];
    return day === undefined
      ? { kind: 'month', ...known, month }
      : { kind: 'day', ...known, month, day: Number(day) };
  }
  const alone = /^the (\d{1,2})(?:st|nd|rd|th)$/u.exec(text)?.[1];
  if (alone !== undefined) return { kind: 'day', day: Number(alone) };
  return year !== undefined && /^\d{4}$/.test(text) ? { kind: 'year', year: Number(year) } : undefined;
}

function clockTime(text: string): TimeRead | undefined {
  const english = /^(\d{1,2})(?:[:.](\d\d))?\s?(?:([ap])\.?m\.?)?$/iu.exec(text);
  if (english && (english[2] !== undefined || english[3] !== undefined)) {
    const [hour, half] = [Number(english[1]), english[3]?.toLowerCase()];
    const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
    return {
      kind: 'clock',
      minutes: hours * 60 + Number(english[2] ?? 0),
      half: half !== undefined || is24Hour(hour),
    };
  }
  const found =
    /^(上午|凌晨|早上|清晨|今早|中午|正午|午夜|下午|傍晚|晚上|深夜|今晚|昨晚|早|晚)?([零〇一二兩三四五六七八九十\d]{1,3})[時点點](?:(半)|[正鐘]|([一二三四五六七八九十\d]{1,3})分|([一三])刻)?$/u.exec(
      text,
    );
  if (!found) return undefined;
  const hour = digitsOrChinese(found[2] ?? '');
  const quarters = found[5] === undefined ? '0' : found[5];
  const minute =
    found[3] === undefined ? digitsOrChinese(found[4] ?? '0') + 15 * digitsOrChinese(quarters) : 30;
  return {
    kind: 'clock',
    minutes: hourOfDay(hour, found[1] ?? '') * 60 + minute,
    half: found[1] !== undefined || is24Hour(hour),
  };
}

/** Nobody says 0 or 13 of a half of the day. */
function is24Hour(hour: number): boolean {
  return hour === 0 || hour > 12;
}

/** 晚上8時 is 20; 凌晨12時 and 晚上12時 are midnight, and 深夜1時 comes after it. */
function hourOfDay(hour: number, period: string): number {
  if (hour === 12 && /凌晨|晚|深夜|午夜/u.test(period) && period !== '傍晚') return 0;
  const isLate = /下午|晚/u.test(period) || (period === '深夜' && hour > 5);
  return isLate && hour > 0 && hour < 12 ? hour + 12 : hour;
}

function weekdayOf(text: string): TimeRead | undefined {
  const english = WEEKDAYS.indexOf(
    /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*day/iu.exec(text)?.[1]?.toLowerCase() ?? '',
  );
  const han = '日一二三四五六'.indexOf(
    /[期拜週周]([日一二三四五六天])/u.exec(text)?.[1]?.replace('天', '日') ?? '?',
  );
  const weekday = Math.max(english, han);
  if (weekday < 0) return undefined;
  // "Next Friday" may be the coming one; 下周五 is always next week's.
  const week = text.startsWith('下') ? 1 : text.startsWith('上') ? -1 : undefined;
  return { kind: 'weekday', weekday, ...(week !== undefined && { week }) };
}

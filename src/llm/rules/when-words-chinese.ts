/** When something is to be done, in Chinese: 每個平日早上七點半, 逢禮拜一朝早九點, 二十分鐘後, 聽日下午三點. */
import type { When } from './when-words.ts';

const NUMBER = '(?:\\d{1,3}|[一二兩三四五六七八九十]{1,4})';
const PART = '(?:凌晨|清晨|今朝|朝早|早上|朝|上午|上晝|中午|下午|下晝|晏晝|傍晚|夜晚|晚上|今晚|晚)';
const TIME = `${PART}?\\s?(?:\\d{1,2}[:：]\\d\\d|${NUMBER}\\s?[點点時时](?!間|候)(?:半|正|鐘|${NUMBER}分|[一三]刻)?)`;
const WEEK = '(?:星期|禮拜|週|周)';
const WEEKDAYS = `${WEEK}[一二三四五六日天](?:(?:、|及|和|同|，)?(?:逢|每個?)?${WEEK}?[一二三四五六日天])*(?:[至到]${WEEK}?[一二三四五六日天])?`;
const REPEATED = `(?:每(?:逢|個)?|逢)(?:個)?(?:平日|工作日|${WEEK}末|${WEEKDAYS}|日|天|朝早|朝|晚|早|月\\s?${NUMBER}\\s?[日號号])|平日`;
const INTERVAL = `每隔?\\s?(?:半(?:個)?(?:小時|鐘頭?)|(?:${NUMBER})?\\s?(?:分鐘|個?小時|個?鐘頭?))`;
const SPAN = `(?:${NUMBER}\\s?(?:分鐘|秒鐘?|個?小時|個?鐘頭?|天|日|個?星期|個?禮拜)|半(?:個)?(?:小時|鐘頭?))\\s?(?:之後|以後|後|后)`;
const ONCE = `今日|今天|今晚|今朝|聽日|聽朝|聽晚|明天|明日|明早|明晚|後日|後天|(?:下個?|今個?|本|呢個?)?${WEEK}[一二三四五六日天]|(?:\\d{1,2}|${NUMBER})月(?:\\d{1,2}|${NUMBER})[日號号]`;
const WHEN = new RegExp(
  `${INTERVAL}(?:一次)?|${SPAN}|(?:${REPEATED}|${ONCE})(?:嘅|的)?\\s?(?:${TIME})?|${TIME}`,
  'gu',
);

/** Every place in `text` that says when, in order. */
export function chineseWhensIn(text: string, nowMs: number | undefined): When[] {
  return [...text.matchAll(WHEN)].map((match) => ({
    ...read(match[0], nowMs),
    said: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function read(said: string, nowMs: number | undefined): Pick<When, 'schedule' | 'repeats' | 'timeOnly'> {
  const words = plain(said.replace(/\s/gu, ''));
  if (new RegExp(`^${SPAN}$`, 'u').test(said)) return { schedule: words, repeats: false, timeOnly: false };
  if (new RegExp(`^${INTERVAL}`, 'u').test(said)) return { schedule: words, repeats: true, timeOnly: false };
  const time = new RegExp(`${TIME}$`, 'u').exec(words)?.[0] ?? '';
  const day = words.slice(0, words.length - time.length);
  if (day === '') return { schedule: `今天${time}`, repeats: false, timeOnly: true };
  const repeats = new RegExp(`^(?:${REPEATED})`, 'u').test(said);
  if (time === '') return { repeats, timeOnly: false };
  return { schedule: `${repeats ? day : dated(day, nowMs)} ${time}`, repeats, timeOnly: false };
}

/** The tool's own words in place of Cantonese ones, parts of the day beside their time. */
function plain(said: string): string {
  return said
    .replace(/一次$/u, '')
    .replace(/禮拜/gu, '星期')
    .replace(/^(?:聽朝|明早)(?:早)?/u, '明天早上')
    .replace(/^(?:聽晚|明晚)/u, '明天晚上')
    .replace(/^聽日/u, '明天')
    .replace(/^今晚/u, '今天晚上')
    .replace(/^今朝(?:早)?/u, '今天早上')
    .replace(/^後日/u, '後天')
    .replace(/^每(?:朝早?|早)/u, '每日早上')
    .replace(/^每晚/u, '每日晚上')
    .replace(/^每逢個?/u, '逢')
    .replace(/^(?:逢|每個)(?:日|天)/u, '每日')
    .replace(/^逢(?=平日|工作日)/u, '每個')
    .replace(/^平日/u, '每個平日')
    .replace(/[及和同，]/gu, '、')
    .replace(/朝早|朝(?=\d|[一二兩三四五六七八九十])|清晨|上晝/gu, '早上')
    .replace(/下晝|晏晝/gu, '下午')
    .replace(/夜晚/gu, '晚上')
    .replace(/[的嘅]/gu, '')
    .replace(/：/gu, ':')
    .replace(/(?<=點|時)(?:鐘|正)/gu, '')
    .replace(/(?<!分)(?:個鐘頭?|鐘頭)|(?<=半)鐘/gu, '小時')
    .replace(/個小時/gu, '小時')
    .replace(/^每(?=小時|分鐘)/u, '每1')
    .replace(/兩(?=小時)/gu, '二')
    .replace(/[一二三四五六七八九十]{1,3}(?=小時|分鐘)/gu, (numeral) => String(valueOf(numeral)))
    .replace(/之後$|以後$/u, '後');
}

function valueOf(numeral: string): number {
  const digit = (sign: string): number => '零一二三四五六七八九'.indexOf(sign);
  if (!numeral.includes('十')) return digit(numeral);
  const [tens = '', ones = ''] = numeral.split('十');
  return (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones));
}

const DAY_MS = 86_400_000;

function dated(day: string, nowMs: number | undefined): string {
  if (nowMs === undefined || /^(?:今|明|後)/u.test(day)) return day.replace(/(?:早上|晚上|下午|中午)$/u, '');
  const today = new Date(nowMs);
  const weekday = '日一二三四五六'.indexOf(
    /星期([一二三四五六日])/u.exec(day.replace('天', '日'))?.[1] ?? '?',
  );
  if (weekday >= 0) {
    // 下星期五 is the Friday of next week, which begins on Monday.
    const fromMonday = (value: number) => (value + 6) % 7;
    const ahead = /^下/u.test(day)
      ? 7 + fromMonday(weekday) - fromMonday(today.getUTCDay())
      : (weekday - today.getUTCDay() + 7) % 7;
    return isoDay(nowMs + ahead * DAY_MS);
  }
  const [, month, date] = /^(\S+?)月(\S+?)[日號号]$/u.exec(day) ?? [];
  if (month === undefined || date === undefined) return day;
  const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : valueOf(text));
  const atMs = Date.UTC(today.getUTCFullYear(), number(month) - 1, number(date));
  return isoDay(
    atMs < nowMs - DAY_MS ? Date.UTC(today.getUTCFullYear() + 1, number(month) - 1, number(date)) : atMs,
  );
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

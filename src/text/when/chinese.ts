/** Finds schedules in Chinese sentences: 每個平日早上七點半, 逢禮拜一朝早九點, 二十分鐘後, 聽日下午三點. */
import type { When } from './english.ts';

const NUMBER = '(?:\\d{1,3}|[一二兩三四五六七八九十]{1,4})';
const PART = '(?:凌晨|清晨|今朝|朝早|早上|朝|上午|上晝|中午|下午|下晝|晏晝|傍晚|夜晚|晚上|今晚|晚)';
const TIME = `${PART}?\\s?(?:\\d{1,2}[:：]\\d\\d|${NUMBER}\\s?[點点時时](?!間|候)(?:半|正|鐘|${NUMBER}分|[一三]刻)?)`;
const WEEK = '(?:星期|禮拜|週|周)';
const WEEKDAYS = `${WEEK}[一二三四五六日天](?:(?:、|及|和|同|，)?(?:逢|每個?)?${WEEK}?[一二三四五六日天])*(?:[至到]${WEEK}?[一二三四五六日天])?`;
const REPEATED = `(?:每(?:逢|個)?|逢)(?:個)?(?:平日|工作日|${WEEK}末|${WEEKDAYS}|日|天|朝早|朝|晚|早|月\\s?${NUMBER}\\s?[日號号])|平日`;
const HALVES = `(?:(?:${NUMBER})?個)?半(?:個)?(?:小時|鐘頭?)`;
const INTERVAL = `每隔?\\s?(?:${HALVES}|${NUMBER}\\s?(?:天|日|個?星期|個?禮拜|週)|(?:${NUMBER})?\\s?(?:分鐘|個?小時|個?鐘頭?))(?:一次)?`;
const SPAN = `(?:${HALVES}|${NUMBER}\\s?(?:分鐘|秒鐘?|個?小時|個?鐘頭?|天|日|個?星期|個?禮拜))\\s?(?:之後|以後|後|后)`;
const ONCE = `今日|今天|今晚|今朝|聽日|聽朝|聽晚|明天|明日|明早|明晚|後日|後天|(?:下個?|今個?|本|呢個?)?${WEEK}[一二三四五六日天]|(?:\\d{4}年)?(?:\\d{1,2}|${NUMBER})月(?:\\d{1,2}|${NUMBER})[日號号]`;
const WHEN = new RegExp(
  `${INTERVAL}(?:嘅|的)?\\s?(?:${TIME})?|${SPAN}|(?:${REPEATED}|${ONCE})(?:嘅|的)?\\s?(?:${TIME})?|${TIME}`,
  'gu',
);

/** All schedules in `text`, in order. */
export function chineseWhensIn(text: string): When[] {
  return [...text.matchAll(WHEN)].map((match) => ({
    ...read(match[0].replace(/\s/gu, '')),
    said: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function read(words: string): Pick<When, 'schedule' | 'repeats' | 'timeOnly'> {
  if (new RegExp(`^${SPAN}$`, 'u').test(words)) return { schedule: words, repeats: false, timeOnly: false };
  if (new RegExp(`^${INTERVAL}`, 'u').test(words)) {
    // 每隔兩日九點 is not possible: an interval has no time of day.
    const isPlain = new RegExp(`^${INTERVAL}[嘅的]?$`, 'u').test(words);
    return { ...(isPlain && { schedule: words }), repeats: true, timeOnly: false };
  }
  const [day = ''] = new RegExp(`^(?:${REPEATED}|${ONCE})`, 'u').exec(words) ?? [];
  const time = words.slice(day.length).replace(/^[嘅的]/u, '');
  if (day === '') return { schedule: `once at ${time}`, repeats: false, timeOnly: true };
  const repeats = new RegExp(`^(?:${REPEATED})`, 'u').test(day);
  return { ...(time !== '' && { schedule: `${dated(day)} ${time}` }), repeats, timeOnly: false };
}

/** A weekday by itself is the next one. */
function dated(day: string): string {
  return day.replace(new RegExp(`^(?:今個?|本|呢個?)?(?=${WEEK}[一二三四五六日天])`, 'u'), '喺');
}

import { checkSchedule } from './schedule.ts';
import { momentOf } from './given-moment.ts';
import { spanOf } from './span-words.ts';

const DIGITS: Readonly<Record<string, string>> = {
  ...{
    一: '1',
    二: '2',
    兩: '2',
    两: '2',
    三: '3',
    四: '4',
    五: '5',
    六: '6',
    七: '7',
    八: '8',
    九: '9',
    十: '10',
  },
  ...{
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
  },
};

/** Days through which a pause lasts, and the one with whose beginning it ends. */
const DAYS_THAT_END: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:the )?rest of )?(?:today|the day)$|^(?:tonight|今日|今天|今晚)$/u, 'tomorrow'],
  [/^(?:the |this )?weekend$|^(?:呢個|這個)?(?:週末|周末)$/u, 'monday'],
];

/**
 * Parse the end of a pause: a duration ("an hour", "2 hours", 一個鐘), a moment ("until 6pm", "tomorrow 9:00", 聽日九點) or a
 * day to its end ("today", "over the weekend").
 * @returns milliseconds since the epoch.
 * @throws DeskError, ScheduleError
 */
export function pauseEnd(words: string, nowMs: number, zone: string): number {
  const plain = words
    .trim()
    .toLowerCase()
    .replace(/^(?:for|over|until|till|直到|直至|至到|到|至)[\s:：]*/u, '')
    .replace(/\s*(?:為止|为止|先)$/u, '')
    .replace(/^the (?:next|coming) (?=(?:hour|day|week)$)/, 'a ')
    .replace(/^the (?:next|coming) (?=\S+ (?:minute|hour|day|week)s?$)/, '');
  const day = DAYS_THAT_END.find(([form]) => form.test(plain))?.[1];
  if (day !== undefined) return momentOf(day, nowMs, zone);
  const span = plain
    .replace(/^半(?:個|个)(?:鐘頭?|钟头?|小時|小时)$/u, '半小時')
    .replace(
      /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\b|^[一二兩两三四五六七八九十](?=[個个分小天日秒星禮週])/u,
      (word) => DIGITS[word] ?? word,
    )
    .replace(/(?:個|个)?钟头?$/u, '小時')
    .replace(/个?小时$/u, '小時')
    .replace(/分钟$/u, '分鐘');
  const ms = spanOf(span);
  if (ms === undefined || ms <= 0) return momentOf(plain, nowMs, zone);
  checkSchedule({ kind: 'at', atMs: nowMs + ms }, nowMs, zone);
  return nowMs + ms;
}

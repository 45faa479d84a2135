import { checkSchedule } from './schedule.ts';
import { momentOf } from './given-moment.ts';
import { saidSpan } from './span-words.ts';

/** Days through which a pause lasts, and the one with whose beginning it ends. */
const DAYS_THAT_END: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:the )?(?:rest|end) of )?(?:today|(?:the )?day)$|^(?:tonight|今日|今天|今晚)$/u, 'tomorrow'],
  [/^(?:the |this )?weekend$|^(?:呢個|這個)?(?:週末|周末)$/u, 'monday'],
  [
    /^(?:(?:(?:the )?(?:rest|end) of )?(?:this |the )?week|next week)$|^(?:[今這下]個?(?:星期|禮拜)|[今本下][週周])$/u,
    'monday',
  ],
];

/**
 * Parse the end of a pause: a duration ("an hour", "2 hours", 一個鐘), a moment ("until 6pm", "tomorrow 9:00", 聽日九點) or a
 * day or a week to its end ("today", "over the weekend", "until next week").
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
  const ms = saidSpan(plain);
  if (ms === undefined) return momentOf(plain, nowMs, zone);
  checkSchedule({ kind: 'at', atMs: nowMs + ms }, nowMs, zone);
  return nowMs + ms;
}

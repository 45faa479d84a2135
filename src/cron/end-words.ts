/**
 * Reads when a schedule ends: "until friday", "until 5 december 18:00", "for the next three days", 直到星期五,
 * 到十二月五號為止. A day means its end in the schedule's zone. A time without a day may mean each day, and isn't read.
 */
import { daysLeftInMonth, endOfDay, weekdayIn } from '../text/zone-day.ts';
import { nextTime, readMoment, weekdayOf } from './moment-words.ts';
import { ScheduleError } from './schedule.ts';
import { asSpoken } from './schedule-words.ts';
import { saidSpan } from './span-words.ts';
import { plainWords, takeTimes } from './time-words.ts';

const END_EXAMPLES =
  'until friday · until 5 december · until 2026-12-05 18:00 · until the end of the month · for the next 3 days · ' +
  '直到星期五 · until further notice';

/** The end at the end of a schedule's words. 「逢星期一至五」 has none. */
const ENDINGS = [
  /^(?<rest>.*?[^\s,]),?\s+(?<end>(?:(?:up\s+)?(?:until|till?)|up\s+to|ending|for)\s.+)$/isu,
  /^(?<rest>.*?[^\s，,])[\s，,]*(?<end>(?:直到|直至|至到|未來|接下來|連續).+)$/su,
  /^(?<rest>.*?[^\s，,])\s*[，,]\s*(?<end>[到至].+)$/su,
  /^(?<rest>.*[^\s，,])[\s，,]*(?<end>[到至].+[為为]止)$/su,
] as const;

const LEAD =
  /^(?:(?:up )?(?:until|till?)|up to|ending(?: on)?)\s+(?:and including\s+)?|^for\s+(?:the\s+)?(?:(?:next|coming)\s+|another\s+)?|^(?:一直)?(?:直到|直至|至到|到|至)\s*|^(?:未來|接下來|連續)\s*/iu;
const NO_END = /^(?:further notice|另行通知)$/u;
/** How many days are left of it. */
const PERIODS: readonly (readonly [RegExp, (zone: string, nowMs: number) => number])[] = [
  [/^(?:(?:the )?end of (?:the day|today)|today|tonight|今天|今天晚上)$/u, () => 0],
  [
    /^(?:(?:the )?end of (?:the |this )?week|(?:本|[這呢]個|今個)(?:星期|週|周)[內底尾]?)$/u,
    (zone, nowMs) => (7 - weekdayIn(zone, nowMs)) % 7,
  ],
  [/^(?:(?:the )?end of (?:the |this )?month|(?:本|[這呢]個|今個)?月[內底尾])$/u, daysLeftInMonth],
];
const OF_YEAR = /^(?:(?:the )?end of (?:the |this )?year|年[底尾])$/u;

/** The words of a schedule, and of its end if they name one. */
export function splitEnd(words: string): { readonly rest: string; readonly end?: string } {
  for (const form of ENDINGS) {
    const { rest, end } = form.exec(words.trim())?.groups ?? {};
    if (rest !== undefined && end !== undefined) return { rest, end };
  }
  return { rest: words };
}

/**
 * @param given with or without "until"; also ISO 8601, milliseconds, and a span from now: "3d"
 * @returns ms since the epoch; null for no end ("until further notice").
 * @throws ScheduleError that says what is allowed.
 */
export function readEnd(given: string, nowMs: number, zone: string): number | null {
  const said = given
    .trim()
    .replace(LEAD, '')
    .replace(/\s*(?:[為为]止|之?內)$/u, '');
  const words = plainWords(said)
    .replace(OF_YEAR, '31 december')
    .replace(/^(?:the )?end of (?!the |this |day|today|week|month)/u, '');
  if (NO_END.test(words)) return null;
  const days = PERIODS.find(([form]) => form.test(words))?.[1](zone, nowMs);
  if (days !== undefined) return endOfDay(zone, nowMs, days);
  const span = saidSpan(words) ?? saidSpan(`1 ${words}`);
  const untilMs = span === undefined ? endOn(words, nowMs, zone) : nowMs + span;
  if (untilMs !== undefined) return untilMs;
  throw new ScheduleError(
    { kind: 'unreadable_end', given },
    `schedule.until: "${given}" is no end of a schedule; allowed: ${END_EXAMPLES}`,
  );
}

function endOn(words: string, nowMs: number, zone: string): number | undefined {
  if (/^\d{9,}$|^\d{4}-\d\d-\d\d[t ]/.test(words)) return readMoment(words, nowMs, zone);
  const { times, rest } = takeTimes(words);
  const day = rest.replace(/^on |[ ,]*(?:\bat)?$/g, '');
  const [time] = times;
  if (day === '' || times.length > 1) return undefined;
  const weekday = weekdayOf(day);
  // On a Friday, "until Friday" is the next one.
  const named = weekday === undefined ? undefined : nextTime(time ?? MIDNIGHT, weekday, nowMs, zone);
  if (time) return named ?? momentIn(words, nowMs, zone);
  const within = named ?? momentIn(`${day} 23:59`, nowMs, zone);
  return within === undefined ? undefined : endOfDay(zone, within, 0);
}

const MIDNIGHT = { hour: 0, minute: 0 };

function momentIn(words: string, nowMs: number, zone: string): number | undefined {
  return readMoment(words, nowMs, zone) ?? readMoment(asSpoken(words) ?? '', nowMs, zone);
}

/** Days before now, as people say them: "yesterday", "on Friday", "last week", 「尋日」, 2026-11-20. */
import { startOfDate, startOfDay, weekdayIn } from './zone-day.ts';

/** UTC milliseconds; whole days of a zone. */
export interface PastDays {
  readonly fromMs: number;
  readonly beforeMs: number;
}

const DAY_MS = 86_400_000;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/;
const WEEKDAYS = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
const HAN_WEEKDAYS = '日一二三四五六';

/** In the order in which they are tried. */
const FORMS: readonly (readonly [
  RegExp,
  (found: RegExpExecArray, weekday: number) => readonly [first: number, days: number],
])[] = [
  [/\bday before yesterday\b|前[日天]/iu, () => [-2, 1]],
  [/\byesterday\b|[昨尋琴][日天晚]/iu, () => [-1, 1]],
  [
    /\blast week\b|上(?:個|一)?(?:星期|禮拜|週|周)(?![一二三四五六日天])/iu,
    (_, weekday) => [-((weekday + 6) % 7) - 7, 7],
  ],
  [
    /\bthis week\b|[今這本呢](?:個|一)?(?:星期|禮拜|週|周)(?![一二三四五六日天])/iu,
    (_, weekday) => [-((weekday + 6) % 7), 7],
  ],
  [
    /\b(?:on |last )(?<day>sun|mon|tues|wednes|thurs|fri|satur)day\b|(?:上個?)?(?:星期|禮拜|週|周)(?<han>[一二三四五六日天])/iu,
    ({ groups }, weekday) => {
      const { day, han } = groups ?? {};
      const named =
        day === undefined
          ? HAN_WEEKDAYS.indexOf(han === '天' ? '日' : (han ?? ''))
          : WEEKDAYS.indexOf(day.toLowerCase());
      return [-((weekday - named + 6) % 7) - 1, 1];
    },
  ],
  [/\btoday\b|今[日天]/iu, () => [0, 1]],
];

/** The words in a text that name such days; undefined where there are none. "On Friday" is the last one before today. */
export function pastDaysIn(said: string): string | undefined {
  const iso = DATE.exec(said)?.[0];
  return iso ?? FORMS.map(([form]) => form.exec(said)?.[0]).find((words) => words !== undefined);
}

/** Undefined where the words name no such days. */
export function pastDays(said: string, nowMs: number, zone: string): PastDays | undefined {
  const date = DATE.exec(said)?.[0];
  if (date !== undefined) {
    const wall = Date.parse(`${date}T00:00:00Z`);
    const isDate = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(date);
    return isDate
      ? { fromMs: startOfDate(zone, wall), beforeMs: startOfDate(zone, wall + DAY_MS) }
      : undefined;
  }
  for (const [form, daysOf] of FORMS) {
    const found = form.exec(said);
    if (found === null) continue;
    const [first, days] = daysOf(found, weekdayIn(zone, nowMs));
    return { fromMs: startOfDay(zone, nowMs, first), beforeMs: startOfDay(zone, nowMs, first + days) };
  }
  return undefined;
}

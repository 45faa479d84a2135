/** Days of the week in English words, one by one and in ranges: "Monday to Wednesday and Friday". */

const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The source of a pattern for one day in the singular. */
export const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const TO = '(?: to | through | ?[-–] ?)';
const NEXT = `(?:, and |,? and |, |${TO})`;
/** The source of a pattern for days and ranges of days. */
export const DAYS = `${DAY}(?:${NEXT}${DAY})*`;
/** "Mondays to Thursdays": what follows the first of several days in the plural. */
export const MORE_DAYS = `(?:(?:,? and |, |${TO})${DAY}s)*`;

const EACH = new RegExp(`(?<to>${TO})?\\b(?<day>${DAY})s?\\b`, 'giu');

/** The days in `words`, in lower case, as "mon", in the order of the words. A range wraps over Sunday. */
export function daysIn(words: string): string[] {
  const days: number[] = [];
  for (const { groups } of words.matchAll(EACH)) {
    const day = NAMES.indexOf(groups!['day']!.slice(0, 3));
    const from = days.at(-1);
    if (groups!['to'] !== undefined && from !== undefined)
      for (let next = (from + 1) % 7; next !== day; next = (next + 1) % 7) days.push(next);
    days.push(day);
  }
  return [...new Set(days)].map((day) => NAMES[day]!);
}

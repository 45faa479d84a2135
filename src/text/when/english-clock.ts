/** Clock times in English words, with the part of the day: "half past seven", "9 in the evening". */
import { spokenHour } from './spoken-hour.ts';

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const HOUR = `(?:${HOURS.join('|')})`;
const OF_HOUR = `(?:${HOUR}|\\d{1,2})`;
const MINUTES = '(?:five|ten|twenty(?:[ -]five)?|\\d{1,2} minutes?)';
const PART = '(?: in the (?:morning|afternoon|evening)| at night)?';

/** The source of a pattern for one time, for the flags `iu`; a bare number needs "at" before it. */
const TELLING_TIME = [
  'noon|midday|midnight',
  `(?:half|(?:a )?quarter|${MINUTES}) past ${OF_HOUR}`,
  `(?:a )?quarter to ${OF_HOUR}`,
  `half ${HOUR}`,
  `\\d{1,2}[:.]\\d\\d(?:\\s?[ap]\\.?m\\b\\.?)?`,
  `\\d{1,2}\\s?[ap]\\.?m\\b\\.?`,
  `${OF_HOUR} o['’]?clock`,
].join('|');
const BARE_TIME = `${MINUTES} to ${OF_HOUR}(?![\\w-])|half \\d{1,2}(?!\\d)|${HOUR} (?:fifteen|thirty|forty-five)|${HOUR}|\\d{1,2}(?![\\d:.%]*\\d|%|\\s?(?:minutes?|mins?|hours?|days?|weeks?|months?)\\b)`;
const ONE_TIME = `(?:(?:at|around|by|for)\\s)?(?:${TELLING_TIME})${PART}|(?:at|around)\\s(?:${BARE_TIME})${PART}(?! (?:per|percent|people)\\b)`;
export const CLOCK_TIMES = `(?:${ONE_TIME})(?:(?:,| and| &|, and) (?:${ONE_TIME}|(?:${BARE_TIME})(?=$|[\\s,.!?])))*`;

const EACH = new RegExp(
  `(?:(?:at|around|by|for)\\s)?(?<time>${TELLING_TIME}|${BARE_TIME})(?<part>${PART})`,
  'giu',
);

/** The times of a text as "7:30", 24 hours; `part` is the part of the day that the text's days name. */
export function clockTimes(text: string, part: string | undefined): string[] {
  const times: Time[] = [];
  for (const { groups } of text.matchAll(EACH)) {
    const time = clockTime((groups?.['time'] ?? '').toLowerCase());
    if (time === undefined) continue;
    const named = /morning|afternoon|evening|night/i.exec(groups?.['part'] ?? '')?.[0] ?? part;
    times.push({ ...time, hour: inPart(time, named, times.at(-1)?.hour) });
  }
  return times.map(said);
}

interface Time {
  readonly hour: number;
  readonly minute: number;
  /** Whether the half of the day was stated. */
  readonly sure?: true;
  /** By the clock of 24 hours, unless a part of the day is named: "3:30", "03". */
  readonly isWritten?: boolean;
}

/** "Quarter past seven", "ten to five", "half eight". */
const BESIDE_HOUR = /^(?<minutes>half|.+(?= (?:past|to) ))(?: past| (?<to>to))? (?<of>\w+)$/;

function minutesIn(words: string): number {
  if (words === 'half') return 30;
  if (words.endsWith('quarter')) return 15;
  if (words.startsWith('twenty')) return words === 'twenty' ? 20 : 25;
  return figure(words.split(' ', 1)[0]!);
}

function clockTime(words: string): Time | undefined {
  if (words === 'noon' || words === 'midday') return { hour: 12, minute: 0, sure: true };
  if (words === 'midnight') return { hour: 0, minute: 0, sure: true };
  const { minutes: beside, to, of: named } = BESIDE_HOUR.exec(words)?.groups ?? {};
  if (beside !== undefined && named !== undefined) {
    const [hour, minute] = [figure(named), minutesIn(beside)];
    return to === undefined ? { hour, minute } : { hour: (hour + 23) % 24 || 12, minute: 60 - minute };
  }
  const [, hour, minute, half] =
    /^(\w+?)(?:[:. ](\d\d|fifteen|thirty|forty-five))?\s?(?:([ap])\.?m\.?|o['’]?clock)?$/.exec(words) ?? [];
  if (hour === undefined) return undefined;
  const value = figure(hour);
  if (Number.isNaN(value) || value > 24) return undefined;
  const minutes = { fifteen: 15, thirty: 30, 'forty-five': 45 }[minute ?? ''] ?? Number(minute ?? 0);
  const isWritten = /^0|[:.]/.test(words);
  if (half === undefined) return { hour: value, minute: minutes, isWritten };
  return { hour: (value % 12) + (half === 'p' ? 12 : 0), minute: minutes, sure: true };
}

function figure(word: string): number {
  const at = HOURS.indexOf(word);
  return at < 0 ? Number(word) : at + 1;
}

function inPart({ hour, sure, isWritten }: Time, part: string | undefined, before?: number): number {
  if (sure || hour > 12) return hour;
  if (part === undefined) return isWritten ? hour : spokenHour(hour, before);
  if (part === 'morning') return hour === 12 ? 0 : hour;
  if (part === 'night' && (hour === 12 || hour < 5)) return hour % 12;
  return hour < 12 ? hour + 12 : 12;
}

function said({ hour, minute }: Time): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

/** Clock times in English words, with the part of the day: "half past seven", "9 in the evening". */
import { spokenHour } from './spoken-hour.ts';

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const HOUR = `(?:${HOURS.join('|')})`;
const PART = '(?: in the (?:morning|afternoon|evening)| at night)?';

/** The source of a pattern for one time, for the flags `iu`; a bare number needs "at" before it. */
const TELLING_TIME = [
  'noon|midday|midnight',
  `half past (?:${HOUR}|\\d{1,2})`,
  `(?:a )?quarter (?:past|to) (?:${HOUR}|\\d{1,2})`,
  `\\d{1,2}[:.]\\d\\d(?:\\s?[ap]\\.?m\\b\\.?)?`,
  `\\d{1,2}\\s?[ap]\\.?m\\b\\.?`,
  `(?:${HOUR}|\\d{1,2}) o['’]?clock`,
].join('|');
const BARE_TIME = `${HOUR} (?:fifteen|thirty|forty-five)|${HOUR}|\\d{1,2}(?![\\d:.%]*\\d|%|\\s?(?:minutes?|mins?|hours?|days?|weeks?|months?)\\b)`;
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

function clockTime(words: string): Time | undefined {
  if (words === 'noon' || words === 'midday') return { hour: 12, minute: 0, sure: true };
  if (words === 'midnight') return { hour: 0, minute: 0, sure: true };
  const past = /^(half past|(?:a )?quarter past|(?:a )?quarter to) (\S+)$/.exec(words);
  if (past?.[1] !== undefined && past[2] !== undefined) {
    const hour = figure(past[2]);
    if (past[1].endsWith('to')) return { hour: (hour + 23) % 24 || 12, minute: 45 };
    return { hour, minute: past[1].startsWith('half') ? 30 : 15 };
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

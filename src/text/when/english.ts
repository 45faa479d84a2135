/**
 * Finds schedules in English sentences and rewrites them as the `cron` tool reads them: "every weekday morning at
 * half past seven" becomes "every weekday at 7:30". Whether a schedule is possible is decided by the tool.
 */
import { CLOCK_TIMES, clockTimes } from './english-clock.ts';
import { COUNTS, inFigures } from './english-counts.ts';
import { DAY, DAYS, MORE_DAYS, daysIn } from './english-days.ts';

export interface When {
  /** As written in the sentence. */
  readonly said: string;
  readonly start: number;
  readonly end: number;
  /** For the tool; absent when a day has no time. */
  readonly schedule?: string;
  readonly repeats: boolean;
  /** A time without a day: "at 8:00". */
  readonly timeOnly: boolean;
}

const PART = '(?: (?:morning|afternoon|evening|night)s?)?';
/** The source of a pattern for a month's name. */
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const UNIT = '(?:seconds?|secs?|minutes?|mins?|m|hours?|hrs?|h|days?|weeks?)';
const COUNT = `(?:${COUNTS}|\\d+)`;
const SPAN = `(?:half an hour|(?:a )?quarter of an hour|(?:${COUNTS}|\\d+(?:\\.\\d+)?)(?: and a half)? ?${UNIT}(?: and a (?:half|quarter))?(?:,? (?:and )?${COUNT} ?${UNIT})?)`;
const INTERVAL = `(?:every|each) (?:half[- ](?:an )?hour|(?:minute|hour|day|week) and a (?:half|quarter)|hour and ${COUNT} ?${UNIT}|hour|minute|${SPAN})|hourly`;
const REPEATED = [
  // Before "every day": the longest reading counts.
  INTERVAL,
  `(?:on )?(?:every|each) (?:single )?(?:(?:week|work|working)[ -]?day|day|weekend|morning|afternoon|evening|night)${PART}`,
  `(?:on )?(?:every|each) (?:single )?${DAYS}s?${PART}`,
  `(?:every|each) week on ${DAYS}s?${PART}`,
  `weekly on ${DAYS}s?${PART}`,
  `(?:on |at )?(?:weekdays|workdays|working days|weekends)${PART}`,
  `(?:on )?${DAY}days?s${MORE_DAYS}${PART}`,
  `(?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)${MORE_DAYS}${PART}`,
  `(?:on )?mon(?:day)?s? (?:to|through|-) fri(?:day)?s?`,
  `(?:on )?the \\d{1,2}(?:st|nd|rd|th) of (?:every|each|the) month`,
  `(?:(?:every|each) month|monthly),? on the \\d{1,2}(?:st|nd|rd|th)`,
  `(?:every|each) (?:other|second|third) (?:day|week|${DAY})|every (?:week|month|year|fortnight)|daily|weekly|monthly`,
].join('|');
const IS_INTERVAL = new RegExp(`^(?:${INTERVAL})$`, 'u');
/** Added to an amount. */
const MORE: Readonly<Record<string, string>> = { '': '', half: '.5', quarter: '.25' };
const ONCE = [
  `(?:the )?day after tomorrow`,
  `today|tonight|tomorrow${PART}|this (?:morning|afternoon|evening)`,
  `(?:(?:on|this|next|this coming) )${DAY}${PART}`,
  `(?:on |at )?\\d{4}-\\d\\d-\\d\\d`,
  `(?:on )?(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? \\d{4})?`,
  `(?:on )?${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
].join('|');
const DATE = `(?:${REPEATED}|${ONCE})`;
/** Whole words only: "every month" holds no "every mon". */
const A_DATE = new RegExp(`(?<![\\p{L}\\p{N}])(?:(?<repeated>${REPEATED})|${ONCE})(?![\\p{L}\\p{N}])`, 'u');
/** For lower case. The first that matches at a place counts. As one pattern of any case they take half a second to compile. */
const WHENS = [
  `(?:in|after) ${SPAN}(?: from now)?|${SPAN} from now`,
  `(?:starting )?${DATE},?(?: ${CLOCK_TIMES})?`,
  `${CLOCK_TIMES},?(?: (?:starting )?${DATE})?`,
].map((when) => new RegExp(`(?<![\\p{L}\\p{N}'’-])(?:${when})(?![\\p{L}\\p{N}'’-])`, 'gu'));

/** All schedules in `text`, in order. */
export function whensIn(text: string): When[] {
  const plain = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return [...firstMatches(WHENS, plain)].map(({ 0: found, index: start }) => {
    const end = start + found.length;
    return { ...read(inFigures(found)), said: text.slice(start, end), start, end };
  });
}

/** As `matchAll` of all patterns as alternatives, in their order. */
function* firstMatches(patterns: readonly RegExp[], text: string): Generator<RegExpExecArray> {
  for (let from = 0; ;) {
    let first: RegExpExecArray | undefined;
    for (const pattern of patterns) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match && (!first || match.index < first.index)) first = match;
    }
    if (!first) return;
    yield first;
    from = first.index + first[0].length;
  }
}

function read(words: string): Pick<When, 'schedule' | 'repeats' | 'timeOnly'> {
  const span = /^(?:in|after) (.+?)(?: from now)?$|^(.+) from now$/.exec(words);
  if (span) return { schedule: `in ${compact(span[1] ?? span[2] ?? '')}`, repeats: false, timeOnly: false };
  const { 0: found, groups } = A_DATE.exec(words) ?? {};
  if (found !== undefined && IS_INTERVAL.test(found)) {
    // "Every 2 days at 9:00" is not possible: an interval has no time of day.
    const isPlain = words.replace(/,$/, '') === found;
    return { ...(isPlain && { schedule: `every ${compact(found)}` }), repeats: true, timeOnly: false };
  }
  const part = /morning|afternoon|evening|night/.exec(found ?? '')?.[0];
  const clocks = clockTimes(found === undefined ? words : words.replace(found, ' '), part);
  const times = clocks.join(' and ');
  // The tool knows that such a time of a night comes on the next day.
  const isLate = /\b(?:to)?nights?\b/.test(words) && clocks.some((time) => Number.parseInt(time, 10) < 5);
  const night = isLate ? ' night' : '';
  if (found === undefined)
    return { ...(times !== '' && { schedule: `once at ${times}` }), repeats: false, timeOnly: true };
  const repeats = groups?.['repeated'] !== undefined;
  const day = repeats ? daysSaid(found) : dateSaid(found);
  const whole = day === 'every day' ? day : `${day}${night}`;
  return { ...(times !== '' && { schedule: `${whole} at ${times}` }), repeats, timeOnly: false };
}

/** "half an hour", "1 hour and 30 minutes", "every hour and a half" as "30m", "1h30m", "1.5h". */
function compact(said: string): string {
  const span = said.replace(/^(?:every|each) /, '').replace(/^(?=hour|minute|day|week)/, '1 ');
  if (/^half/.test(span)) return '30m';
  if (/^(?:a )?quarter/.test(span)) return '15m';
  const parts = [
    ...span.matchAll(/(\d+(?:\.\d+)?)(?: and a (half))? ?(s|m|h|d|w)[a-z]*(?: and a (half|quarter))?/g),
  ];
  return parts
    .map(([, amount = '', before, unit = '', after]) => `${amount}${MORE[before ?? after ?? '']}${unit}`)
    .join('');
}

/** Days as the tool reads them: "every monday wednesday", "every month 1st". */
function daysSaid(found: string): string {
  const days = daysIn(found);
  const nth = /\d{1,2}(?:st|nd|rd|th)/.exec(found)?.[0];
  if (nth !== undefined) return `every month ${nth}`;
  if (/\bother\b|\bsecond\b|\bthird\b|fortnight|^(?:every (?:week|month|year)|weekly|monthly)$/.test(found))
    return found;
  const isWorkWeek = days.length === 5 && !days.includes('sat') && !days.includes('sun');
  if (isWorkWeek || /week ?-?days?|work(?:ing)?[ -]?days?/.test(found)) return 'every weekday';
  if (/weekends?/.test(found)) return 'every weekend';
  return days.length > 0 && days.length < 7 ? `every ${days.join(' ')}` : 'every day';
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A day as the tool reads it. */
function dateSaid(found: string): string {
  if (/day after tomorrow/.test(found)) return 'day after tomorrow';
  if (/tomorrow/.test(found)) return 'tomorrow';
  if (/today|tonight|^this (?:morning|afternoon|evening)/.test(found)) return 'today';
  const year = /\b\d{4}\b/.exec(found)?.[0];
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`).test(found)) + 1;
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(found)?.[1] ?? '';
  if (year !== undefined && month > 0)
    return [year, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
  return found.replace(/^at /, 'on ').replace(/ (?:morning|afternoon|evening|night)s?$/, '');
}

/**
 * The dates and clock times of a text, read; in ranges and lists of days, each day that is written: "5 to 7 December",
 * "December 9 and 10", 12月5至7日. A day that may also be a count ("on December 5 and 12 men") is left out.
 */
import { digitsOrChinese } from '../number-words.ts';
import { timesIn } from '../times.ts';
import { readTime } from './read-time.ts';
import type { TimeRead } from './time-read.ts';

export interface DateMention {
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Undefined for expressions that are not a date: "this week". */
  readonly read: TimeRead | undefined;
}

type DayRead = Extract<TimeRead, { kind: 'day' }>;

/** As far as a list of days is looked for beside its date. */
const REACH = 60;
const LAST_DAY = 31;

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const WEEKDAY = String.raw`(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s)?`;
const SPAN = String.raw`\s?[–—-]\s?|\s(?:through|thru)\s`;
const WORDS = String.raw`,?\s(?:to|until|till|and|or|&)\s(?:the\s)?`;
const BEFORE = new RegExp(String.raw`(?<=^|[\s(（“"'])${DAY}(?:${SPAN}|${WORDS}|\s?[&/]\s?)${WEEKDAY}$`, 'u');
const BEFORE_LIST = new RegExp(String.raw`(?<=^|[\s(（“"'])${DAY},\s${WEEKDAY}$`, 'u');
/** "December 5 to 7 percent", "5–7.30pm". */
const NO_COUNT = String.raw`(?!\d|[.,:/]\d|\s?(?:%|per\s?cent\b|[ap]\.?m\b))`;
/** What may follow a day, and no number of things. */
const ENDS = String.raw`(?=\s?(?:$|[.,;:!?)\]）”"’]|[–—-]\s?\d)|\s(?:a[st]|in|on|for|with|by|from|to|of|before|after|during|until|when|while|where|but|and|or|that|which|this|last|next|was|were|is|are|will|would|ha[sd]|have)\b)`;
const AFTER = new RegExp(
  String.raw`^(?:(?:${SPAN})${WEEKDAY}${DAY}${NO_COUNT}|(?:${WORDS})${WEEKDAY}${DAY}${NO_COUNT}${ENDS})`,
  'u',
);
/** One more of "December 5, 6 and 7". */
const AFTER_LIST = new RegExp(
  String.raw`^,\s${DAY}(?=(?:,\s\d{1,2})*,?\s(?:and|or|&)\s\d{1,2}${NO_COUNT}${ENDS})`,
  'u',
);
const YEAR_AFTER = /^,?\s((?:1[5-9]|20)\d\d)\b/u;

const HAN_DAY = String.raw`([一二三四五六七八九十廿卅\d]{1,3})`;
const HAN_SEPARATOR = String.raw`\s?(?:[至到及和與或、–—~～-])\s?`;
const HAN_NEXT = new RegExp(
  String.raw`^(?:[（(][^（()）]{1,5}[）)])?${HAN_SEPARATOR}${HAN_DAY}(?:[日號号](?![圓元線])|(?=(?:${HAN_SEPARATOR}[一二三四五六七八九十廿卅\d]{1,3})+[日號号]))`,
  'u',
);
/** The first of 12月5至7日, whose 日 comes later. */
const HAN_FIRST = new RegExp(
  String.raw`^${HAN_DAY}(?=(?:${HAN_SEPARATOR}[一二三四五六七八九十廿卅\d]{1,3})+[日號号])`,
  'u',
);

/** In order. */
export function datesIn(text: string): DateMention[] {
  const mentions = timesIn(text).map((mention) => ({ ...mention, read: readTime(mention.text) }));
  const more = mentions.flatMap((mention) => [...daysBefore(mention, text), ...daysAfter(mention, text)]);
  if (more.length === 0) return mentions;
  const isFree = ({ start, end }: DateMention) =>
    !mentions.some((one) => !isBareDay(one.read) && one.start < end && start < one.end);
  const added = more.filter(isFree);
  // 7日 of 12月5日及7日 has its month now.
  const kept = mentions.filter(
    ({ read, start, end }) => !(isBareDay(read) && added.some((one) => one.start < end && start < one.end)),
  );
  return [...kept, ...added].sort((a, b) => a.start - b.start);
}

function isBareDay(read: TimeRead | undefined): boolean {
  return read?.kind === 'day' && read.month === undefined;
}

/** "5 to" of "5 to 7 December", from the last to the first. */
function daysBefore({ text: said, start, read }: DateMention, text: string): DateMention[] {
  if (read?.kind !== 'day' || read.month === undefined || !/^\d{1,2}(?!\d)/u.test(said) || /月/u.test(said))
    return [];
  const found: DateMention[] = [];
  let before = text.slice(Math.max(0, start - REACH), start);
  const offset = start - before.length;
  for (let next = read; ;) {
    const match = BEFORE.exec(before) ?? (found.length > 0 ? BEFORE_LIST.exec(before) : null);
    const day = Number(match?.[1]);
    if (!match || day < 1 || day >= next.day) return found;
    next = { ...read, day };
    const at = offset + match.index;
    found.push(mentionOf(text, at, at + (match[1] ?? '').length, next));
    before = before.slice(0, match.index);
  }
}

/** "to 7" of "December 5 to 7", and 7日 of 12月5至7日. */
function daysAfter(mention: DateMention, text: string): DateMention[] {
  const { read, end } = mention;
  if (/月$/u.test(mention.text) && read?.kind === 'month') {
    const first = HAN_FIRST.exec(text.slice(end, end + REACH))?.[1];
    if (first === undefined) return [];
    const own: DayRead = { ...read, kind: 'day', day: digitsOrChinese(first) };
    return [
      mentionOf(text, end, end + first.length, own),
      ...daysFrom(own, end + first.length, text, [HAN_NEXT]),
    ];
  }
  if (read?.kind !== 'day' || read.month === undefined) return [];
  if (/月.*[日號号]$/u.test(mention.text)) return daysFrom(read, end, text, [HAN_NEXT]);
  // Not behind a year: "December 5, 2026 and 12 …".
  return /(?<!\d)\d{1,2}(?:st|nd|rd|th)?$/u.test(mention.text)
    ? daysFrom(read, end, text, [AFTER, AFTER_LIST])
    : [];
}

function daysFrom(read: DayRead, from: number, text: string, patterns: readonly RegExp[]): DateMention[] {
  const found: DateMention[] = [];
  for (let [end, last] = [from, read.day]; ;) {
    const rest = text.slice(end, end + REACH);
    const match = patterns.map((pattern) => pattern.exec(rest)).find((one) => one !== null);
    const said = match?.[1] ?? match?.[2] ?? '';
    const day = match ? digitsOrChinese(said) : NaN;
    if (!match || !(day > last && day <= LAST_DAY)) return found;
    const start = end + match[0].lastIndexOf(said);
    end += match[0].length;
    last = day;
    const year = YEAR_AFTER.exec(text.slice(end, end + 8))?.[1];
    found.push(
      mentionOf(text, start, start + said.length, {
        ...read,
        day,
        ...(year !== undefined && { year: Number(year) }),
      }),
    );
  }
}

function mentionOf(text: string, start: number, end: number, read: DayRead): DateMention {
  return { text: text.slice(start, end), start, end, read };
}

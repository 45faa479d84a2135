/**
 * Amounts in prose, for comparing two texts: the numbers of `numbers.ts` except dates, and in addition shares in
 * words ("two-thirds", 三分之二, 四成), ordinals ("third", 第三), and ranges, whose first end takes scale and unit from the
 * second ("10 to 12 per cent", "$3-4bn").
 */
import { ORDINAL_WORDS } from './figures/ordinals.ts';
import { digitsOrChinese, englishNumber } from './number-words.ts';
import { numbersIn } from './numbers.ts';
import type { NumberMention } from './numbers.ts';
import { plainDigits } from './plain-digits.ts';
import { stepOf } from './same-number.ts';

export interface Amount {
  /** As written in the text, unit included. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** In single units; for a share in words, in per cent. */
  readonly value: number;
  /** As in `NumberMention`: `%`, a currency, or nothing. */
  readonly unit: string;
  readonly kind: 'count' | 'share' | 'ordinal';
  /** What is measured, where it is a common measure: `hour`, `km` … */
  readonly measure?: string;
  /** How far another amount may differ and still count as the same, rounded. */
  readonly within: number;
}

const PARTS = 'half thirds quarters fifths sixths sevenths eighths ninths tenths'.split(' ');
const COUNTS = 'one two three four five six seven eight nine'.split(' ');
/** Half of a number of things. Half a year, match or distance is not a share. */
const HALF =
  '(?<!\\b(?:first|second|other|last|next|latter|better|than|over|under|nearly|almost|about|around|a|and)\\s)\\b(?<half>half)(?=\\s(?:of\\s(?!\\d)|the\\s|its\\s|their\\s)(?!time|year|month|week|day|hour|match|game|season|way|battle))|(?<half2>(?<![過逾近約])(?:半數|一半))';
const SHARE = new RegExp(
  [
    `\\b(?<count>${COUNTS.join('|')})[-\\s](?<parts>thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)\\b(?=\\sof\\b|\\W*$|[-\\s](?!\\p{L}+ly\\b))`,
    `\\ba\\s(?<one>third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)(?=\\sof\\b)`,
    `(?<=\\bby\\s)a\\s(?<byOne>third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)\\b(?!\\s(?:time|year|month)\\b)`,
    `(?<![\\d.,-])\\b(?<some>[1-9]|${COUNTS.join('|')})\\s(?:in|out\\sof)\\s(?<all>[2-9]|10|${COUNTS.slice(1).join('|')}|ten)\\b(?![.,:-]?\\d|[\\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|million|billion|hundred|thousand|per|[ap]\\.?m)\\b|%)`,
    HALF,
    `(?<hanParts>[二三四五六七八九十]|\\d{1,2})分之(?<hanCount>[一二三四五六七八九]|\\d{1,2})`,
    `(?<tenths>[一二兩三四五六七八九]|(?<!\\d)\\d)成(?<halfTenth>半)?(?![員立為功績果長熟本效人])`,
  ].join('|'),
  'giu',
);
const ORDINAL = new RegExp(
  `\\b(?<word>${ORDINAL_WORDS.join('|')})\\b|\\b(?<digits>\\d{1,4})(?:st|nd|rd|th)\\b|第(?<han>[一二三四五六七八九十百]{1,5}|\\d{1,4})(?!一)`,
  'giu',
);
/** The text between the ends of a range, or of a pair that shares a unit. */
const BETWEEN = /^\s?(?:-|–|—|~|～|to|and|or|至|到|及|和)\s?$/iu;
/** Comes before a rounded number. */
const ROUNDLY =
  /(?:\b(?:about|around|some|nearly|almost|roughly|approximately|over|more than|at least|up to|under|less than|fewer than|close to|as (?:many|much) as|an estimated|just|well over)\s|(?:大約|將近|接近|超過|多於|至少|最少|最多|不足|不到|高達|多達|[約近逾達]))\s?(?:HK\$|US\$|[£€$¥])?$/iu;
const ROUNDED = /^\s?(?:[多餘]|左右|以上|or so\b|or more\b)/iu;
const ROUND_SHARE = 0.05;
const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/^[\s-]?(?:seconds?\b|秒)/iu, 'second'],
  [/^[\s-]?(?:minutes?\b|分鐘)/iu, 'minute'],
  [/^[\s-]?(?:hours?\b|個?小時|個鐘)/iu, 'hour'],
  [/^[\s-]?(?:days?\b(?! old)|天|日(?!圓))/iu, 'day'],
  [/^[\s-]?(?:weeks?\b(?! old)|個?星期|週|周(?!年))/iu, 'week'],
  [/^[\s-]?(?:months?\b(?![\s-]old)|個月)/iu, 'month'],
  [/^[\s-]?(?:years?\b(?![\s-]old)|年)/iu, 'year'],
  [/^[\s-]?(?:km\b|kilomet(?:re|er)s?\b|公里)/iu, 'km'],
  [/^[\s-]?(?:miles?\b|英里)/iu, 'mile'],
  [/^[\s-]?(?:met(?:re|er)s?\b|米)/iu, 'metre'],
  [/^[\s-]?(?:feet|foot|ft)\b/iu, 'foot'],
  [/^[\s-]?(?:kg\b|kilogram(?:me)?s?\b|公斤)/iu, 'kg'],
  [/^[\s-]?(?:tonnes?\b|tons?\b|公噸|噸)/iu, 'tonne'],
];

/** Every amount of `text`, in order, without dates and clock times. */
export function amountsIn(text: string): Amount[] {
  const plain = plainDigits(text);
  return plainAmountsIn(plain.text).map((amount) => {
    const [start, end] = [plain.original(amount.start), plain.original(amount.end)];
    return { ...amount, text: text.slice(start, end), start, end };
  });
}

function plainAmountsIn(text: string): Amount[] {
  const shares = sharesIn(text);
  const ordinals = ordinalsIn(text);
  const taken = [...shares, ...ordinals].sort((a, b) => a.start - b.start);
  const all = numbersIn(text);
  const counts = inRanges(
    without(
      all.filter(({ time }) => !time),
      taken,
    ),
    text,
  );
  // The 12 of "12th March" belongs to a date.
  const dated = all.filter(({ time }) => time);
  const own = without(
    ordinals,
    [...shares, ...dated].sort((a, b) => a.start - b.start),
  );
  return [...shares, ...own, ...counts.map((number) => counted(number, text))].sort(
    (a, b) => a.start - b.start,
  );
}

function counted({ text: said, start, end, value, unit, scale }: Ranged, text: string): Amount {
  const measure = MEASURES.find(([pattern]) => pattern.test(text.slice(end, end + 24)))?.[1];
  const round =
    ROUNDLY.test(text.slice(Math.max(0, start - 24), start)) || ROUNDED.test(text.slice(end, end + 12));
  const step = Math.max(stepOf(said, value), scale ?? 0) * 0.51;
  return {
    text: said,
    start,
    end,
    value,
    unit,
    kind: 'count',
    ...(measure !== undefined && { measure }),
    within: Math.max(step, decimalStep(said, unit), round ? value * ROUND_SHARE : 0),
  };
}

/** "1.2%" may stand for 1.23%, and "£14" for £14.20; a plain count is exact. */
function decimalStep(said: string, unit: string): number {
  const digits = /\d[\d,]*(?:\.(\d+))?/.exec(said);
  const decimals = digits?.[1]?.length ?? 0;
  if (digits === null || (decimals === 0 && unit === '')) return 0;
  return 0.51 * 10 ** -decimals * (/(?:p|pence)$/iu.test(said) && unit === '£' ? 0.01 : 1);
}

function sharesIn(text: string): Amount[] {
  return [...text.matchAll(SHARE)].map((match) => {
    const { count, parts, one, byOne, some, all, half, half2, hanParts, hanCount, tenths, halfTenth } =
      match.groups ?? {};
    const share =
      (half ?? half2) !== undefined
        ? 0.5
        : some !== undefined
          ? wordOrFigure(some) / wordOrFigure(all ?? '')
          : tenths !== undefined
            ? (digitsOrChinese(tenths) + (halfTenth === undefined ? 0 : 0.5)) / 10
            : hanParts !== undefined
              ? digitsOrChinese(hanCount ?? '') / digitsOrChinese(hanParts)
              : (count === undefined ? 1 : COUNTS.indexOf(count.toLowerCase()) + 1) /
                part(parts ?? one ?? byOne ?? '');
    const place = { text: match[0], start: match.index, end: match.index + match[0].length };
    return { ...place, value: share * 100, unit: '%', kind: 'share' as const, within: 0.7 };
  });
}

/** "1 in 5", "one in five". */
function wordOrFigure(said: string): number {
  return /^\d/.test(said) ? Number(said) : englishNumber(said);
}

function part(word: string): number {
  return PARTS.indexOf(`${word.toLowerCase().replace(/s$/, '')}s`) + 2;
}

/** "First" and "second" are mostly not figures. */
function ordinalsIn(text: string): Amount[] {
  return [...text.matchAll(ORDINAL)].flatMap((match) => {
    const { word, digits, han } = match.groups ?? {};
    const value =
      word === undefined
        ? digitsOrChinese(digits ?? han ?? '')
        : ORDINAL_WORDS.indexOf(word.toLowerCase()) + 3;
    const place = { text: match[0], start: match.index, end: match.index + match[0].length };
    return value > 2 ? [{ ...place, value, unit: '', kind: 'ordinal' as const, within: 0 }] : [];
  });
}

interface Ranged extends NumberMention {
  /** The scale taken from the other end of the range. */
  readonly scale?: number;
}

function inRanges(numbers: readonly NumberMention[], text: string): Ranged[] {
  return numbers.map((number, at) => {
    const next = numbers[at + 1];
    const before = numbers[at - 1];
    if (next && BETWEEN.test(text.slice(number.end, Math.min(next.start, number.end + 8))))
      return firstOf(number, next);
    if (
      number.unit === '' &&
      before &&
      BETWEEN.test(text.slice(before.end, Math.min(number.start, before.end + 8)))
    )
      return { ...number, unit: before.unit };
    return number;
  });
}

/** "3 to 4 million", "10-12%": the first end says only its digits. */
function firstOf(first: NumberMention, second: NumberMention): Ranged {
  const told = Number(/\d[\d,]*(?:\.\d+)?/.exec(second.text)?.[0].replaceAll(',', '') ?? NaN);
  const scale = second.value / told;
  // "50-60p": pence are told in pounds.
  if (scale < 1) return first;
  const scaled = /^\D{0,3}[\d.]+$/.test(first.text) && scale >= 100 && first.value < 1_000;
  return {
    ...first,
    unit: first.unit === '' ? second.unit : first.unit,
    ...(scaled && { value: first.value * scale, scale: scale * 10 ** -decimals(first.text) }),
  };
}

function decimals(said: string): number {
  return /\.(\d+)/.exec(said)?.[1]?.length ?? 0;
}

/** Those that overlap nothing in `taken`; both are in order. */
function without<T extends { readonly start: number; readonly end: number }>(
  all: readonly T[],
  taken: readonly { readonly start: number; readonly end: number }[],
): T[] {
  let next = 0;
  return all.filter(({ start, end }) => {
    while ((taken[next]?.end ?? Infinity) <= start) next++;
    return (taken[next]?.start ?? Infinity) >= end;
  });
}

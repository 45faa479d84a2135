/**
 * Figures written as parts: tenths (四成六, 兩成半), fractions ("two-thirds", 三分之二, 三分一), interest rates (五厘八七五, 四分一厘, "a
 * quarter point"), multiples in words ("doubled").
 */
import { chineseNumber, digitsOrChinese } from '../number-words.ts';
import type { Dimension } from './units.ts';

export interface Part {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly dimension: Dimension;
  /** The precision with which it is given. */
  readonly step: number;
  readonly loose: boolean;
}

const COUNTS = 'one two three four five six seven eight nine'.split(' ');
const PARTS = 'half third quarter fifth sixth seventh eighth ninth tenth'.split(' ');
const HAN = '一二兩三四五六七八九';
const POINT =
  '(?:[-\\s](?:of\\s(?:a|one)\\s)?(?:percentage[-\\s])?points?\\b|\\s(?:of\\s)?(?:a|one)\\s(?:percentage\\s)?point\\b)';
const COUNT = `(?:${COUNTS.join('|')})`;
const FRACTION = `(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)`;

type Reader = readonly [RegExp, (match: RegExpMatchArray) => Omit<Part, 'start' | 'end'> | undefined];

const percent = (value: number, step = 1, loose = false) =>
  ({ value, step, loose, dimension: 'percent' }) as const;
const points = (value: number) => ({ value, step: 0, loose: false, dimension: 'points' }) as const;
const ratio = (value: number) => ({ value, step: 0, loose: true, dimension: 'ratio' }) as const;

/** The first reader that matches at a place wins. */
const READERS: readonly Reader[] = [
  [
    new RegExp(`(?:百分之)((?:[零〇十百${HAN}]+(?:點[零〇${HAN}]+)?)|\\d+(?:\\.\\d+)?)`, 'gu'),
    ([, part = '']) => percent(decimal(part), /[點.]/u.test(part) ? 0.1 : 0),
  ],
  // A quarter of a percentage point, half a point, 四分一厘, 半厘.
  [
    new RegExp(`\\b(?:(?:a|one|(${COUNT}))[-\\s])?(half|quarters?)(?:${POINT})`, 'giu'),
    ([, count, part = '']) =>
      points(((count ? COUNTS.indexOf(count.toLowerCase()) + 1 : 1) * 1) / partOf(part)),
  ],
  // Three-tenths of a second, two tenths of a point.
  [
    new RegExp(
      `\\b(a|${COUNT})[-\\s](${FRACTION}s?)\\sof\\sa\\s(second|(?:percentage\\s)?point|minute)\\b`,
      'giu',
    ),
    ([, count = '', part = '', unit = '']) => {
      const value = Math.max(1, COUNTS.indexOf(count.toLowerCase()) + 1) / partOf(part);
      if (unit.toLowerCase().endsWith('point')) return points(value);
      return {
        value: value * (unit.toLowerCase() === 'minute' ? 60 : 1),
        step: 0,
        loose: false,
        dimension: 'seconds',
      };
    },
  ],
  [
    /([二三四五六七八九十]|\d{1,2})分之?([一二三四五六七八九]|\d)厘/gu,
    ([, all = '', part = '']) => rate(digitsOrChinese(part) / digitsOrChinese(all)),
  ],
  [/半厘(?!米)/gu, () => rate(0.5)],
  [/半個百分點/gu, () => points(0.5)],
  [/\b(?:a|one)\s(?:full|whole|percentage)\s(?:percentage\s)?point\b/giu, () => points(1)],
  [/(?<![\d一二兩三四五六七八九十])半成(?![員功果長熟本])/gu, () => percent(5)],
  // 三至五成: thirty to fifty per cent.
  [
    new RegExp(`(?<![\\d.,第${HAN}])([${HAN}]|\\d)(?=[至到][${HAN}十\\d]成)`, 'gu'),
    ([, tenths = '']) => percent(digitsOrChinese(tenths) * 10),
  ],
  // The first three quarters are nine months.
  [
    /\bfirst\s(two|three)\squarters\b|[首前]([兩二三23])季/giu,
    ([, word, quarters = '']) => ({
      value: 3 * (word === undefined ? digitsOrChinese(quarters) : english(word)),
      step: 0,
      loose: false,
      dimension: 'months',
    }),
  ],
  // 2:14:04, as long as a race takes.
  [
    /(?<![\d:.])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])/gu,
    ([, hours = '', minutes = '', seconds = '']) => ({
      value: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      step: 0,
      loose: false,
      dimension: 'seconds',
    }),
  ],
  [
    new RegExp(`([${HAN}十]|(?<!\\d)\\d)厘([${HAN}]{1,4}|半)(?![米月日個])`, 'gu'),
    ([, whole = '', rest = '']) =>
      rate(
        digitsOrChinese(whole) +
          (rest === '半' ? 0.5 : Number(`0.${[...rest].map(digitsOrChinese).join('')}`)),
      ),
  ],
  // 四成, 四成六, 四成七半, 4成6.
  [
    new RegExp(
      `(?<![\\d.,第${HAN}])([${HAN}十]|\\d)成(?:([${HAN}\\d])(?![宗個年月人名間日])(半)?|(半))?(?!員(?!工)|為(?<=一成為)|[立功績果長熟本效交都])`,
      'gu',
    ),
    ([, tenths = '', units = '0', half, alone]) =>
      percent(
        digitsOrChinese(tenths) * 10 + (alone ? 5 : digitsOrChinese(units)) + (half ? 0.5 : 0),
        half ? 0.1 : 1,
      ),
  ],
  [
    /(?<![\d零〇十])([二三四五六七八九十]|(?<!\d)\d{1,2})分(?:之([一二三四五六七八九]|\d{1,2})|([一二三])(?![十鐘\d]|分))/gu,
    ([, all = '', part, short]) =>
      percent((100 * digitsOrChinese(part ?? short ?? '1')) / digitsOrChinese(all)),
  ],
  [
    new RegExp(`\\b(${COUNT})[-\\s](${FRACTION}s?)\\b(?=\\sof\\b|\\W*$|[-\\s](?!\\p{L}+ly\\b)|[,.;])`, 'giu'),
    ([, count = '', part = '']) => percent((100 * (COUNTS.indexOf(count.toLowerCase()) + 1)) / partOf(part)),
  ],
  [
    new RegExp(
      `\\ba\\s(${FRACTION})(?=\\sof\\b)|(?<=\\b(?:by|of|than|about|nearly|almost|around|roughly|over)\\s)a\\s(${FRACTION})\\b(?=[,.;:)]|\\s?$|\\s(?:from|to|in|on|this|last|next|since|after|more|less|fewer|lower|higher|smaller|bigger|compared)\\b)|(?<=\\bby\\s)a\\s(${FRACTION})\\b(?!\\s(?:time|year|month|of a percentage)\\b)`,
      'giu',
    ),
    ([, part, cut, by]) => percent(100 / partOf(part ?? cut ?? by ?? ''), 1),
  ],
  // "Grew by a half".
  [
    /(?<=\bby\s(?:(?:about|nearly|almost|over|roughly|more than)\s)?)(?:(?:a|one)\s)?half\b(?=[,.;:)]|\s?$|\s(?:to|from|in|on|this|last|since|after)\b(?!\s(?:an?\s)?(?:hour|minute|time)))/giu,
    () => percent(50),
  ],
  [
    new RegExp(
      `(?<![\\d.,-])\\b([1-9]|${COUNT})\\s(?:in|out\\sof)\\s(?:every\\s)?([2-9]|10|${COUNT}|ten)\\b(?![.,:-]?\\d|[\\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|million|billion|hundred|thousand|per|[ap]\\.?m)\\b|%)`,
      'giu',
    ),
    ([, some = '', all = '']) => percent((100 * english(some)) / english(all), 3),
  ],
  [
    /\b(one|two|three|[1-9])\sin\s(?:every\s)?(?:(an?\shundred|100)|(an?\sthousand|1,000)|(twenty|20))\b(?![.,:-]?\d|[\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|million|billion))/giu,
    ([, some = '', hundred, thousand]) =>
      percent((100 * english(some)) / (hundred ? 100 : thousand ? 1000 : 20), 0.1),
  ],
  [
    /每([二兩三四五六七八九十]|\d{1,2})[名個人位](?:\p{Script=Han}{0,6}?)(?:就|便|中)?有([一二兩三]|\d)[名個人位]/gu,
    ([, all = '', some = '']) => percent((100 * digitsOrChinese(some)) / digitsOrChinese(all)),
  ],
  [
    /(?<!\b(?:first|second|other|last|next|latter|better|a|and)\s)\bhalf(?=\s(?:of\s(?!\d)|the\s|its\s|their\s)(?!time|year|month|week|day|hour|match|game|season|way|battle))|半數|一半/giu,
    () => percent(50, 1, true),
  ],
  [/\b(?:doubl(?:ed|ing|es?)|twice|twofold)\b|翻[一了]番|倍增|翻倍/giu, () => ratio(2)],
  [/\b(?:tripl(?:ed|ing|es?)|trebl(?:ed|ing|es?))\b/giu, () => ratio(3)],
  [/\bquadrupl(?:ed|ing|es?)\b/giu, () => ratio(4)],
  [/\b(?:halv(?:ed|ing|es?))\b|減半/giu, () => ratio(0.5)],
];

/** In order; none overlaps another. */
export function partsIn(text: string): Part[] {
  const found: Part[] = [];
  for (const [pattern, read] of READERS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const part = read(match);
      if (part === undefined || found.some((one) => one.start < end && one.end > start)) continue;
      found.push({ ...part, value: Number(part.value.toPrecision(12)), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function rate(value: number) {
  return { value, step: 0, loose: false, dimension: 'rate' } as const;
}

function decimal(part: string): number {
  if (/^\d/.test(part)) return Number(part);
  const [whole = '', rest = ''] = part.split('點');
  return Number(`${chineseNumber(whole)}.${[...rest].map(chineseNumber).join('') || '0'}`);
}

function english(text: string): number {
  return /^\d/.test(text)
    ? Number(text)
    : text.toLowerCase() === 'ten'
      ? 10
      : COUNTS.indexOf(text.toLowerCase()) + 1;
}

function partOf(word: string): number {
  return PARTS.indexOf(word.toLowerCase().replace(/s$/u, '')) + 2;
}

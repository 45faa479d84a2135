/** Words that make a figure approximate. "At least 22" and 最多10年 give exact figures. */

import type { Figure } from './figure.ts';

/** `over` 3,000 means up to 4,000; `nearly` 3,000 is below; `about` is both. */
export type Bound = 'exact' | 'over' | 'nearly' | 'about';

const BEFORE: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:\b(?:more than|over|above|exceed(?:s|ed|ing)?|upwards of|well over|in excess of|topp(?:ed|ing)|beyond|surpass(?:es|ed|ing)?|br(?:eaks?|oke|eaking) through|(?:rose|climbed|jumped|soared|surged) past)\s|(?:超過|超逾|多於|高於|突破|升穿|升破|衝破|超出|[逾過超])(?:每\p{Script=Han}{1,2})?)\s?$/iu,
    'over',
  ],
  [
    /(?:\b(?:nearly|almost|close to|under|less than|fewer than|below|just short of|approaching)\s|(?:接近|將近|幾近|不足|不到|少於|低於|未滿|跌穿|跌破|失守|近)(?:每\p{Script=Han}{1,2})?)\s?$/iu,
    'nearly',
  ],
  [
    /(?:\b(?:about|around|some|roughly|approximately|an estimated|circa|or so)\s|(?:大約|大概|估計|[約~～]))\s?$/iu,
    'about',
  ],
];
const AFTER: readonly (readonly [RegExp, Bound])[] = [
  [/^\s?(?:[多餘]|以上|or more\b|-plus\b|\+)/iu, 'over'],
  [/^\s?(?:左右|上下|or so\b)/iu, 'about'],
];

/** The bound from the text before and after a figure; a few characters are enough. */
export function boundOf(before: string, after: string): Bound {
  return (
    BEFORE.find(([pattern]) => pattern.test(before))?.[1] ??
    AFTER.find(([pattern]) => pattern.test(after))?.[1] ??
    'exact'
  );
}

/**
 * The range that an approximate figure stands for, both ends included.
 * @param step the precision with which it is given
 */
export function rangeOf(value: number, bound: Bound, step: number): readonly [number, number] {
  const slack = Math.max(step * 0.51, Math.abs(value) * 1e-9);
  const [low, high] = [value - slack, value + slack];
  if (bound === 'exact' || value <= 0) return [low, high];
  const grain = Math.max(grainOf(value), step);
  switch (bound) {
    case 'over':
      return [low, Math.max(high, Math.min(value + grain * 0.999, value * 1.5))];
    case 'nearly':
      return [Math.min(low, Math.max(value - grain * 0.999, value * 0.85)), high];
    case 'about': {
      const around = Math.min(grain / 2, value * 0.07);
      return [Math.min(low, value - around), Math.max(high, value + around)];
    }
  }
}

/** The value of the last digit that isn't 0: 1,000 for 76,000; 50 for 650. */
function grainOf(value: number): number {
  const digits = value.toPrecision(6).replace(/e.*$/, '').replace('.', '').replace(/^0+/, '');
  const told = digits.replace(/0+$/, '');
  const grain = 10 ** (Math.floor(Math.log10(value)) - (told.length - 1));
  return told.length > 1 && told.endsWith('5') ? grain * 5 : grain;
}

/** From here on counts are rounded in headings. */
const LEAST_ROUNDED = 1_000;

/** A figure of a heading, where 905,000 may be given as 900,000, and 兩成一 as 兩成. Round figures get a wider range. */
export function asInHeading(figure: Figure): Figure {
  const { value, dimension, inWords, low, high } = figure;
  const isRound =
    dimension === 'percent' ? inWords && value % 10 === 0 : dimension === 'count' && value >= LEAST_ROUNDED;
  if (!isRound) return figure;
  const [least, most] = rangeOf(value, 'about', 0);
  return { ...figure, low: Math.min(low, least), high: Math.max(high, most) };
}

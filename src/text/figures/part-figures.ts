/** Figures that are read as a whole: parts ("two-thirds", 四成六), and eight-digit codes. */
import { boundOf, rangeOf } from './bounds.ts';
import type { Figure } from './figure.ts';
import type { Place } from './places.ts';
import type { Part } from './shares.ts';

/** How many characters around a part may affect it. */
const BEFORE = 24;

/** A share or multiple in words ("a third", 三成, "twice") as a figure with the range that such words allow. */
export function partFigure(part: Part, text: string): Figure {
  const { start, end, value, dimension, step, loose } = part;
  const bound = boundOf(text.slice(Math.max(0, start - BEFORE), start), text.slice(end, end + 8));
  const [low, high] = rangeOf(value, bound, dimension === 'percent' ? step : 0);
  // "Nearly a third" may be 31%.
  const loosely = /^(?:nearly|over)$/.test(bound) && dimension === 'percent' ? value * ROUND_SHARE : 0;
  const unit = dimension === 'percent' ? '%' : dimension === 'ratio' ? 'x' : dimension;
  return {
    text: text.slice(start, end),
    start,
    end,
    value,
    low: bound === 'over' ? low : Math.min(low, value - loosely),
    high: bound === 'nearly' ? high : Math.max(high, value + 2 * loosely),
    dimension,
    unit,
    inWords: true,
    loose,
  };
}

/** The tolerance of a rounded share in words. */
const ROUND_SHARE = 0.1;

/** Digits that are a name ("Flight 370") and measure nothing. */
export function codeFigure({ start, end }: Place, text: string): Figure {
  const value = Number(text.slice(start, end).replace(/\D/gu, ''));
  const same = { value, low: value, high: value };
  return {
    text: text.slice(start, end),
    start,
    end,
    ...same,
    dimension: 'code',
    unit: '',
    inWords: false,
    loose: false,
  };
}

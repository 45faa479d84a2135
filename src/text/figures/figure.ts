import type { Dimension } from './units.ts';

/**
 * A figure of a text as one of its readings: a value in a dimension's base unit. A mention that may be read in several
 * ways (呎 is a foot or a square foot) is several figures with the same place.
 */
export interface Figure {
  /** As it stands in the text, unit included. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** In base units: see `units.ts`. */
  readonly value: number;
  /** The number in its own unit, where that is another than `value`: 6 of six weeks. */
  readonly told?: number;
  readonly dimension: Dimension;
  /** A currency, a scale of temperature, what is counted; else the unit. Empty where the text doesn't say. */
  readonly unit: string;
  /** What it may stand for, rounded and bounded as it is told ("over 3,000" is up to 4,000), in base units; both included. */
  readonly low: number;
  readonly high: number;
  /** Written in words (twelve, 十二), not in digits. */
  readonly inWords: boolean;
  /** Said loosely as often as not, and no claim itself: "half of", "doubled". */
  readonly loose: boolean;
}

import type { Dimension } from './units.ts';

/**
 * One reading of a figure: a value in the base unit of a dimension. A mention with several readings (呎 is a foot or a
 * square foot) gives several figures at the same place.
 */
export interface Figure {
  /** As written in the text, unit included. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** In base units: see `units.ts`. */
  readonly value: number;
  /** The number in its own unit, when that differs from `value`: 6 for six weeks. */
  readonly told?: number;
  readonly dimension: Dimension;
  /** A currency, a temperature scale, what is counted, or the unit. Empty when the text doesn't say. */
  readonly unit: string;
  /**
   * The range it may stand for after rounding and bounds ("over 3,000" is up to 4,000), in base units; both included.
   */
  readonly low: number;
  readonly high: number;
  /** Written in words (twelve, 十二), not in digits. */
  readonly inWords: boolean;
  /** Often said loosely, so not a claim by itself: "half of", "doubled". */
  readonly loose: boolean;
}

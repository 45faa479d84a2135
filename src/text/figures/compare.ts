/** Whether a figure of one text is supported by a figure of another, however each is written and rounded. */
import type { Figure } from './figure.ts';
import { sameCurrency } from './units.ts';
import type { Dimension } from './units.ts';

/** A range of values in a dimension that would support the figure. */
export interface Wanted {
  readonly low: number;
  readonly high: number;
  readonly suits: (other: Figure) => boolean;
}

/** Figures in different units match within rounding: 430平方呎, 40 m². */
const CONVERTED = 0.015;
const MEASURED = /^(?:length|area|weight|speed|power|energy|data|volume)$/u;
const COMMON: readonly (readonly Dimension[])[] = [
  // 3.75厘 is 3.75%, and a rise of 0.25厘 is 0.25 percentage points. Per cent and points don't match.
  ['rate', 'percent'],
  ['rate', 'points'],
  // "Lam, 34," is an age; "the 14" of a list is a count.
  ['age', 'count'],
  ['ordinal', 'count'],
];

const LEAST_RANK = 21;

/** What to look for in the other text. */
export function wantedFor(told: Figure): Wanted[] {
  const { value, low, high, dimension } = told;
  const wanted: Wanted[] = [{ low, high, suits: (other) => suits(told, other) }];
  if (MEASURED.test(dimension)) {
    const slack = Math.abs(value) * CONVERTED;
    const converts = (other: Figure) =>
      other.dimension === dimension && other.unit !== told.unit && other.unit !== '' && told.unit !== '';
    wanted.push({ low: low - slack, high: high + slack, suits: converts });
  }
  // An index at 5,618.26 stands at 5,618.
  if (dimension === 'count' && Number.isInteger(value) && value >= 1000)
    wanted.push({
      low: value - 0.5,
      high: value + 0.999,
      suits: (other) => !Number.isInteger(other.value) && suits(told, other),
    });
  // An index that gained 91.54 points gained 92.
  if (dimension === 'count' && told.unit === 'point' && Number.isInteger(value) && value >= 10)
    wanted.push({ low: value - 0.5, high: value + 0.5, suits: (other) => other.unit === 'point' });
  // 26 weeks are half a year.
  if (dimension === 'months' || dimension === 'seconds') {
    const factor = dimension === 'months' ? MONTH_SECONDS : 1 / MONTH_SECONDS;
    const slack = value * factor * 0.02;
    wanted.push({
      low: low * factor - slack,
      high: high * factor + slack,
      suits: (other) => other.dimension !== dimension && isLong(told) && isLong(other),
    });
  }
  // Tripled is up 200%, and 減半 is down 50%.
  if (dimension === 'percent')
    for (const ratio of [1 + value / 100, 1 - value / 100])
      wanted.push({ low: ratio - 0.005, high: ratio + 0.005, suits: (other) => other.dimension === 'ratio' });
  if (dimension === 'ratio') {
    const [from, to] = value >= 1 ? [low - 1, high - 1] : [1 - high, 1 - low];
    const asPercent = (other: Figure) => other.dimension === 'percent';
    wanted.push({ low: from * 100 - 0.5, high: to * 100 + 0.5, suits: asPercent });
  }
  return wanted;
}

const MONTH_SECONDS = 30.44 * 86_400;
/** Days and hours are rarely given as months. */
const LEAST_LONG = 4;

function isLong({ dimension, unit, told, value }: Figure): boolean {
  if (dimension === 'months') return value >= 1;
  return dimension === 'seconds' && (unit === 'week' || unit === 'day') && (told ?? 0) >= LEAST_LONG;
}

function suits(told: Figure, other: Figure): boolean {
  if (told.dimension === other.dimension) return sameUnit(told, other);
  // A bare number in the source doesn't support money or a measure; it does support an age or a rank.
  if (told.dimension === 'count' && told.unit === '')
    return isBareOf(other) || (told.inWords && other.dimension === 'ordinal');
  if (other.dimension === 'count' && other.unit === '' && told.dimension === 'money') return !other.inWords;
  if (told.unit === 'person' && other.dimension === 'age') return false;
  return (
    COMMON.some((pair) => pair.includes(told.dimension) && pair.includes(other.dimension)) &&
    // The world number 142 is ranked 142nd, but "4" is not fourth.
    !(told.dimension === 'count' && other.dimension === 'ordinal' && told.value < LEAST_RANK && !told.inWords)
  );
}

function sameUnit(told: Figure, other: Figure): boolean {
  switch (told.dimension) {
    case 'money':
      return sameCurrency(told.unit, other.unit);
    case 'count':
      return told.unit === '' || other.unit === '' || told.unit === other.unit;
    case 'temperature':
      return told.unit === '' || other.unit === '' || told.unit === other.unit;
    default:
      return true;
  }
}

/** "5 billion" for "HK$5 billion", "32" for "32 years old": the unit may be left out, except per cent. */
function isBareOf({ dimension }: Figure): boolean {
  return !/^(?:percent|points|rate|ratio|ordinal|quarter|half-year|code)$/u.test(dimension);
}

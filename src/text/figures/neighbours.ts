/** What figures take from their neighbours: the ends of a range ("$3-4bn"), and durations in two units (四年三個月). */
import type { Figure } from './figure.ts';
import { tidy } from './numerals.ts';

/** The text between the ends of a range, or of a pair that shares a unit. */
const BETWEEN = /^\s?(?:-|–|—|~|～|to|and|or|by|x|×|至|到|及|和|乘|、|,)\s?$/iu;
const JOINED = /^(?:,?\sand\s|,\s|\s|零|又|)$/iu;
/** Units that don't apply to a neighbour. */
const OWN = /^(?:ordinal|code|quarter|half-year|ratio)$/u;

type Readings = readonly Figure[];

/** Each mention's readings, in order; a bare figure takes scale and unit from the other end of its range. */
export function inRanges(mentions: readonly Readings[], text: string): Readings[] {
  const sorted = mentions.toSorted((a, b) => (a[0]?.start ?? 0) - (b[0]?.start ?? 0));
  return sorted.map((readings, at) => {
    const [next, before] = [sorted[at + 1]?.[0], sorted[at - 1]?.[0]];
    const [first] = readings;
    if (first === undefined) return readings;
    if (next && BETWEEN.test(text.slice(first.end, Math.min(next.start, first.end + 8))))
      return fromNext(first, next, readings);
    if (
      isBare(first) &&
      before &&
      !OWN.test(before.dimension) &&
      BETWEEN.test(text.slice(before.end, Math.min(first.start, before.end + 8)))
    )
      return [{ ...first, dimension: before.dimension, unit: before.unit }, first].slice(
        0,
        before.dimension === 'count' ? 1 : 2,
      );
    return readings;
  });
}

/** "3 to 4 million", "10-12%", 四至五個月: the first end has digits only. */
function fromNext(first: Figure, next: Figure, readings: Readings): Readings {
  const bare = isBare(first);
  if (!bare && !(first.dimension === 'money' && next.dimension === 'money') && next.dimension !== 'count')
    return readings;
  // Up 12% to 41億: no range.
  if (OWN.test(next.dimension) || !(bare || first.dimension === 'money')) return readings;
  const told = numberOf(next.text);
  const raw = numberOf(first.text);
  if (told === undefined || raw === undefined || first.inWords || next.value <= 0) {
    if (!bare || next.dimension === 'count') return readings;
    const factor = factorOf(next);
    return factor === undefined ? readings : [scaled(first, next, factor)];
  }
  const factor = next.value / told;
  const scales = Math.abs(first.value - raw) < 1e-9 && (factor >= 100 ? raw < 1000 : bare);
  return scales || bare ? [scaled(first, next, scales ? factor : 1)] : readings;
}

function scaled(first: Figure, next: Figure, factor: number): Figure {
  const kept = isBare(first) ? { dimension: next.dimension, unit: next.unit } : {};
  const step = factor >= 100 ? factor * 0.5 : 0;
  const value = tidy(first.value * factor);
  return {
    ...first,
    ...kept,
    value,
    low: tidy(first.low * factor) - step,
    high: tidy(first.high * factor) + step,
  };
}

function numberOf(said: string): number | undefined {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(said)?.[0];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/** For numerals in words, those of durations: everything else is told in digits, or as it is. */
function factorOf({ dimension, unit }: Figure): number | undefined {
  const factors: Readonly<Record<string, number>> = {
    day: 86_400,
    week: 604_800,
    hour: 3600,
    minute: 60,
    second: 1,
    month: 1,
    year: 12,
    decade: 120,
  };
  return dimension === 'months' || dimension === 'seconds'
    ? factors[unit]
    : dimension === 'age' || dimension === 'percent'
      ? 1
      : undefined;
}

function isBare({ dimension, unit }: Figure): boolean {
  return dimension === 'count' && unit === '';
}

/** Two years and nine months, 15小時40分鐘: one duration. */
export function withCompounds(mentions: readonly Readings[], text: string): Readings[] {
  const found: Readings[] = [];
  for (const readings of mentions) {
    const before = found.at(-1)?.[0];
    const [own] = readings;
    if (before && own && isPartOf(own, before) && JOINED.test(text.slice(before.end, own.start))) {
      const value = before.value + own.value;
      found[found.length - 1] = [
        {
          ...before,
          end: own.end,
          unit: own.unit,
          text: text.slice(before.start, own.end),
          value,
          low: value,
          high: value,
          loose: false,
        },
      ];
    } else found.push(readings);
  }
  return found;
}

const SMALLER: Readonly<Record<string, readonly string[]>> = {
  decade: ['year'],
  year: ['month'],
  week: ['day'],
  day: ['hour'],
  hour: ['minute'],
  minute: ['second'],
};

/** 1角8仙. */
function isPartOf(own: Figure, before: Figure): boolean {
  if (before.text.endsWith('角')) return /仙$/u.test(own.text);
  return own.dimension === before.dimension && (SMALLER[before.unit]?.includes(own.unit) ?? false);
}

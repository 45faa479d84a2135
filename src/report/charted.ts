import type { Figure } from '../newsroom/views/figures.ts';
import type { ReportWords } from './report-words.ts';

/** A figure with the points that its series are over. */
export interface Charted extends Figure {
  readonly points: readonly string[];
}

/** Whether it tells the median and the largest value, not a sum. */
export function isSpread({ unit }: Pick<Figure, 'unit'>): boolean {
  return unit === 'seconds' || unit === 'minutes';
}

/** A sum of nothing is nothing; who is no second late is on time. */
export function hasSomething(figure: Pick<Figure, 'series' | 'unit'>): boolean {
  const has = isSpread(figure)
    ? (value: number | null) => value !== null
    : (value: number | null) => (value ?? 0) > 0;
  return figure.series.some(({ values }) => values.some(has));
}

/** A name of a series in words; one that a feed or a person gave stays. */
export function nameOf(name: string, { names }: Pick<ReportWords, 'names'>): string {
  if (Object.hasOwn(names, name)) return names[name] ?? name;
  return /^[a-z]+(?:_[a-z]+)+$/.test(name) ? name.replaceAll('_', ' ') : name;
}

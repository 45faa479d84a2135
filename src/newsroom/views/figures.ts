/** Figures in series over days or hours, folded from rows. Pure. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { dateFormat } from '../../time/date-format.ts';

/** One line of a chart: a number for each point, null where there is none. */
const seriesSchema = z.strictObject({ name: z.string(), values: z.array(z.number().nullable()) });
export type Series = Given<z.output<typeof seriesSchema>>;

/** A chart: its series over the points. */
const figureSchema = z.strictObject({
  id: z.string(),
  unit: z.enum(['items', 'stories', 'seconds', 'minutes', 'tokens', 'usd', 'claims']),
  series: z.array(seriesSchema),
});
export type Figure = Given<z.output<typeof figureSchema>>;

export const figuresSchema = z.strictObject({
  /** Days such as 2026-11-26 in the editors' zone, or hours in ISO 8601, the oldest first. */
  points: z.array(z.string()),
  figures: z.array(figureSchema),
});
export type Figures = Given<z.output<typeof figuresSchema>>;

const HALF_DAY_MS = 12 * 3_600_000;

/** Tells the day of a moment in a zone, such as 2026-11-26. */
export function dayIn(zone: string): (ms: number) => string {
  const format = dateFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return (ms) => format.format(ms);
}

/** The last days up to now, the oldest first. A day may be 23 or 25 hours long. */
export function lastDays(count: number, nowMs: number, zone: string): string[] {
  const day = dayIn(zone);
  const days = new Set<string>();
  for (let at = nowMs; days.size < count; at -= HALF_DAY_MS) days.add(day(at));
  return [...days].reverse();
}

interface Row {
  readonly point: string;
  readonly name: string;
  readonly value: number;
}

/** Adds up the rows of each name and point; the largest series come first, and those after `most` are one, `others`. */
export function sumsOf(points: readonly string[], rows: readonly Row[], most = 8): Series[] {
  const places = new Map(points.map((point, n) => [point, n]));
  const sums = new Map<string, number[]>();
  for (const { point, name, value } of rows) {
    const at = places.get(point);
    if (at === undefined) continue;
    const values = sums.get(name) ?? points.map(() => 0);
    values[at]! += value;
    sums.set(name, values);
  }
  const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const all = [...sums]
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => total(b.values) - total(a.values) || (a.name < b.name ? -1 : 1));
  if (all.length <= most) return all;
  const others = all.slice(most - 1);
  const values = points.map((_, at) => others.reduce((sum, one) => sum + one.values[at]!, 0));
  return [...all.slice(0, most - 1), { name: 'others', values }];
}

/** The median and the largest value of each point; null where it has none. */
export function spreadOf(points: readonly string[], rows: readonly Omit<Row, 'name'>[]): Series[] {
  const sorted = points.map((point) =>
    rows
      .filter((row) => row.point === point)
      .map(({ value }) => value)
      .sort((a, b) => a - b),
  );
  return [
    { name: 'median', values: sorted.map((values) => values[Math.floor(values.length / 2)] ?? null) },
    { name: 'worst', values: sorted.map((values) => values.at(-1) ?? null) },
  ];
}

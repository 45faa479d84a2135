/** Positions of an axis's ticks. */

export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** Round steps (1, 2, 2.5, 5 × 10ⁿ) that span all values, about `wanted` of them. */
export function niceScale(values: readonly number[], wanted: number): Scale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // A flat line needs some range around it.
  const span = high - low || Math.abs(high) * 0.02 || 1;
  const step = niceStep(span / wanted);
  const from = Math.floor((low - span * 0.05) / step);
  const to = Math.ceil((high + span * 0.05) / step);
  // Multiply instead of adding steps up, to avoid floating-point noise.
  const ticks = Array.from({ length: to - from + 1 }, (_, n) => Number(((from + n) * step).toPrecision(12)));
  return { from: from * step, to: to * step, ticks };
}

/** Round steps from zero to what is above the largest value; for what is counted, whole ones. */
export function scaleFromZero(most: number, wanted: number, isCounted: boolean): Scale {
  const rough = niceStep((most || 1) / wanted);
  const step = isCounted ? Math.max(1, Math.ceil(rough)) : rough;
  const count = Math.max(1, Math.ceil(Number((most / step).toPrecision(12))));
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
  return { from: 0, to: ticks.at(-1) ?? step, ticks };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough) ?? 10);
}

/** With as many decimals as needed to tell the ticks apart. */
export function tickText(tick: number, { ticks }: Scale): string {
  const digits = Math.max(...ticks.map((one) => (/\.(\d+)$/.exec(String(one))?.[1] ?? '').length));
  return new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(tick);
}

/** `count` evenly spaced indexes among `length` points, including the first and last. */
export function evenly(length: number, count: number): number[] {
  const last = length - 1;
  const n = Math.min(count, length);
  if (n < 2) return length > 0 ? [0] : [];
  return [...new Set(Array.from({ length: n }, (_, at) => Math.round((at * last) / (n - 1))))];
}

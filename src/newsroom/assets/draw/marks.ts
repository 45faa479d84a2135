/** The geometry of bars and lines over points in time: from numbers to places on a sheet. Pure. */

/** Where a plot is on its sheet; y grows downwards. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Numbers over points; null where there is none. */
export interface Marked {
  readonly values: readonly (number | null)[];
}

/** A part of a bar; `series` is the number of the series that it belongs to. */
export interface BarMark {
  readonly series: number;
  readonly point: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LineMark {
  readonly series: number;
  /** `M x y L x y`, over points without a number too. */
  readonly path: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

/** The share of a point's room that its bar takes. */
const BAR = 0.72;

/** The middle of a point's room. */
export function middleOf(point: number, points: number, { left, right }: Box): number {
  return round(left + ((point + 0.5) / points) * (right - left));
}

/** The largest number: of bars the largest sum of a point. Zero where there is none. */
export function mostOf(series: readonly Marked[], points: number, shape: 'bars' | 'lines'): number {
  const sums = Array.from({ length: points }, (_, at) => {
    const values = series.map(({ values: all }) => all[at] ?? 0);
    return shape === 'bars' ? values.reduce((a, b) => a + b, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...sums);
}

/** The numbers of each point on top of each other, the first series at the bottom. What is zero has no mark. */
export function barMarks(series: readonly Marked[], points: number, box: Box, most: number): BarMark[] {
  const room = (box.right - box.left) / points;
  const unit = (box.bottom - box.top) / most;
  return Array.from({ length: points }, (_, point) => point).flatMap((point) => {
    const x = round(box.left + point * room + (room * (1 - BAR)) / 2);
    let y = box.bottom;
    return series.flatMap(({ values }, n) => {
      const height = (values[point] ?? 0) * unit;
      if (height <= 0) return [];
      y -= height;
      return [{ series: n, point, x, y: round(y), width: round(room * BAR), height: round(height) }];
    });
  });
}

/** A line for each series with a dot for each of its numbers. A series without numbers has no mark. */
export function lineMarks(series: readonly Marked[], points: number, box: Box, most: number): LineMark[] {
  return series.flatMap(({ values }, n) => {
    const dots = values.flatMap((value, point) =>
      value === null
        ? []
        : [
            {
              x: middleOf(point, points, box),
              y: round(box.bottom - (value / most) * (box.bottom - box.top)),
            },
          ],
    );
    if (dots.length === 0) return [];
    const path = dots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    return [{ series: n, path, dots }];
  });
}

/**
 * The points whose labels are shown, each with the middle of its label: evenly apart, as many as have room beside each
 * other, the newest that fits among them.
 * @param widths of the labels
 * @param from,to what the labels may not leave
 */
export function labelledPoints(
  widths: readonly number[],
  box: Box,
  { from, to, gap }: { readonly from: number; readonly to: number; readonly gap: number },
): { readonly point: number; readonly x: number }[] {
  const points = widths.length;
  const most = Math.max(1, Math.floor((box.right - box.left) / (Math.max(...widths) + gap)));
  const least = Math.ceil(points / most);
  const every = STEPS.find((step) => step >= least) ?? least;
  const fitting = widths.flatMap((width, point) => {
    const x = middleOf(point, points, box);
    return x - width / 2 >= from && x + width / 2 <= to ? [{ point, x }] : [];
  });
  const last = fitting.at(-1)?.point ?? 0;
  return fitting.filter(({ point }) => (last - point) % every === 0);
}

/** So many points from a label to the next one. */
const STEPS = [1, 2, 3, 4, 6, 12, 24];

/** To a tenth of a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

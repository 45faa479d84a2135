/** Pages of charts: where bars, lines and labels stand, and what is seen of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleFromZero } from '../../../src/newsroom/assets/draw/axis.ts';
import type { FiguresPanel } from '../../../src/newsroom/assets/draw/figures-page.ts';
import { barMarks, labelledPoints, lineMarks, mostOf } from '../../../src/newsroom/assets/draw/marks.ts';
import { PALETTE, seriesColour } from '../../../src/newsroom/assets/draw/palette.ts';
import { makePicture } from '../../../src/newsroom/assets/make-picture.ts';
import { pixelsOf } from './pixels.ts';

const BOX = { left: 100, right: 400, top: 50, bottom: 250 };

describe('marks', () => {
  it('stack the numbers of a point, and leave out what is zero', () => {
    const series = [{ values: [2, 0, 1] }, { values: [2, null, 4] }];
    expect(mostOf(series, 3, 'bars')).toBe(5);
    expect(barMarks(series, 3, BOX, 5)).toEqual([
      { series: 0, point: 0, x: 114, y: 170, width: 72, height: 80 },
      { series: 1, point: 0, x: 114, y: 90, width: 72, height: 80 },
      { series: 0, point: 2, x: 314, y: 210, width: 72, height: 40 },
      { series: 1, point: 2, x: 314, y: 50, width: 72, height: 160 },
    ]);
  });

  it('draw a line through the numbers that there are', () => {
    const series = [{ values: [1, null, 4] }, { values: [null, null, null] }];
    expect(mostOf(series, 3, 'lines')).toBe(4);
    expect(lineMarks(series, 3, BOX, 4)).toEqual([
      {
        ...{ series: 0, path: 'M150 200L350 50' },
        dots: [
          { x: 150, y: 200 },
          { x: 350, y: 50 },
        ],
      },
    ]);
  });

  it('stay inside their plot, whatever is counted', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }).chain((points) =>
          fc.array(
            fc.array(fc.option(fc.float({ min: 0, max: 1e6, noNaN: true })), {
              ...{ minLength: points, maxLength: points },
            }),
            { minLength: 1, maxLength: 8 },
          ),
        ),
        (all) => {
          const series = all.map((values) => ({ values }));
          const points = all[0]!.length;
          const scale = scaleFromZero(mostOf(series, points, 'bars'), 4, false);
          for (const { x, y, width, height } of barMarks(series, points, BOX, scale.to)) {
            expect(x).toBeGreaterThanOrEqual(BOX.left);
            expect(x + width).toBeLessThanOrEqual(BOX.right + 0.1);
            expect(y).toBeGreaterThanOrEqual(BOX.top - 0.1);
            expect(y + height).toBeLessThanOrEqual(BOX.bottom + 0.2);
          }
        },
      ),
    ));

  it('have labels that don’t touch each other and don’t leave the picture', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 160 }), { minLength: 1, maxLength: 60 }), (widths) => {
        const room = { from: 20, to: 430, gap: 12 };
        const shown = labelledPoints(widths, BOX, room).map(({ point, x }) => ({
          left: x - widths[point]! / 2,
          right: x + widths[point]! / 2,
        }));
        expect(shown.length).toBeGreaterThan(0);
        shown.forEach(({ left, right }, n) => {
          expect(left).toBeGreaterThanOrEqual(room.from);
          expect(right).toBeLessThanOrEqual(room.to);
          if (n > 0) expect(left).toBeGreaterThan(shown[n - 1]!.right);
        });
      }),
    ));

  it('are measured from zero in round steps, whole ones for what is counted', () => {
    expect(scaleFromZero(11, 4, true).ticks).toEqual([0, 5, 10, 15]);
    expect(scaleFromZero(2, 4, true).ticks).toEqual([0, 1, 2]);
    expect(scaleFromZero(0.21, 4, false).ticks).toEqual([0, 0.1, 0.2, 0.3]);
    expect(scaleFromZero(0, 4, true).ticks).toEqual([0, 1]);
  });
});

const DAYS = Array.from({ length: 7 }, (_, n) => `${21 + n} Nov`);
const panel: FiguresPanel = {
  ...{ title: 'Stories a day by outcome', unit: 'stories', shape: 'bars', isCounted: true, labels: DAYS },
  series: [
    { name: 'Posted', values: [4, 2, 0, 1, 5, 3, 2] },
    { name: '已略過', values: [1, 0, 0, 2, 0, 0, 1] },
  ],
  none: 'Nothing yet.',
};
const page = { title: 'Stories', line: '21–27 November 2026 · The Harbour Desk' };
const seen = async (...panels: FiguresPanel[]) =>
  pixelsOf((await makePicture({ kind: 'figures', ...page, panels })).bytes);

describe('a page of charts', () => {
  it('shows its bars in the colours of its legend, one above the other', async () => {
    const { width, height, count } = await seen(panel);
    expect(width).toBe(900);
    const plot = { left: 80, top: 290, width: 780, height: height - 290 - 64 };
    const [posted, skipped] = [0, 1].map((n) => count(seriesColour(n), plot));
    expect(posted! / skipped!).toBeCloseTo(17 / 4, 0);
    expect(count(seriesColour(2), plot)).toBe(0);
  });

  it('shows lines with their dots, also where they lie at zero', async () => {
    const lines: FiguresPanel = {
      ...{ ...panel, shape: 'lines', isCounted: false },
      series: [{ name: '中位數', values: [0, null, 0, 0, 0, null, 0] }],
    };
    const { height, count } = await seen(lines);
    const plot = { left: 80, top: 290, width: 780, height: height - 290 - 40 };
    expect(count(seriesColour(0), plot)).toBeGreaterThan(1_000);
  });

  it('says that there is nothing yet in less room', async () => {
    const empty = await seen({ ...panel, series: [] });
    const full = await seen(panel);
    expect(empty.height).toBeLessThan(full.height - 200);
    expect(empty.ink({ left: 40, top: 220, width: 300, height: 40 })).toBeGreaterThan(0);
    expect(empty.count(seriesColour(0))).toBe(0);
  });

  it('leaves a margin around everything, with names that feeds gave', async () => {
    const long = {
      ...panel,
      title: 'A title that is much longer than there is room for beside the unit of its numbers',
      labels: Array.from(
        { length: 48 },
        (_, n) => `${26 + Math.floor(n / 24)}/11 ${String(n % 24).padStart(2, '0')}:00`,
      ),
      series: ['x'.repeat(200), '🎉 飛越 \u0e01\u0e02 news', '\u0e01', ...'abcde'].map((name) => ({
        ...{ name, values: Array.from({ length: 48 }, (_, n) => 40_000 + n) },
      })),
    };
    const { width, height, count } = await seen(long, panel);
    for (const edge of [
      { left: 0, top: 0, width: 16, height },
      { left: width - 16, top: 0, width: 16, height },
      { left: 0, top: 0, width, height: 16 },
      { left: 0, top: height - 12, width, height: 12 },
    ])
      expect(count(PALETTE.paper, edge)).toBe(edge.width * edge.height);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, lastDays, spreadOf, sumsOf } from '../../../src/newsroom/views/figures.ts';

const points = ['2026-11-25', '2026-11-26'];
const row = (name: string, value: number, point = points[1]!) => ({ point, name, value });

it('tells the last days of a zone, each once, over the change of clocks too', () => {
  const now = Date.parse('2026-10-26T00:30:00Z');
  expect(lastDays(3, now, 'Europe/London')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(lastDays(2, now, 'America/New_York')).toEqual(['2026-10-24', '2026-10-25']);
  expect(dayIn('Asia/Hong_Kong')(Date.parse('2026-11-25T16:00:00Z'))).toBe('2026-11-26');
});

it('adds up each name by the point, the largest first, and leaves out other points', () => {
  const rows = [row('a', 1), row('b', 2), row('b', 3, points[0]), row('a', 1), row('c', 9, '2026-01-01')];
  expect(sumsOf(points, rows)).toEqual([
    { name: 'b', values: [3, 2] },
    { name: 'a', values: [0, 2] },
  ]);
});

it('never loses anything of what it puts together', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer({ min: 0, max: 9 }))),
      fc.integer({ min: 2, max: 5 }),
      (given, most) => {
        const series = sumsOf(
          points,
          given.map(([name, value]) => row(name, value)),
          most,
        );
        expect(series.length).toBeLessThanOrEqual(most);
        const sum = series.reduce((all, { values }) => all + (values[1] ?? 0), 0);
        expect(sum).toBe(given.reduce((all, [, value]) => all + value, 0));
      },
    ),
  ));

it('tells the median and the largest of each point, and none where nothing happened', () => {
  expect(
    spreadOf(
      points,
      [9, 1, 4].map((value) => ({ point: points[1]!, value })),
    ),
  ).toEqual([
    { name: 'median', values: [null, 4] },
    { name: 'worst', values: [null, 9] },
  ]);
});

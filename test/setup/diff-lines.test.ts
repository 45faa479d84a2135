import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines } from '../../src/setup/diff-lines.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => `${sign}${text}`);

it('shows changed lines with two lines around them, and a gap between changes that are apart', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `line ${n}`);
  const after = lines.with(1, 'one').with(10, 'ten');
  expect(shown(lines.join('\n'), after.join('\n'))).toEqual([
    ' line 0',
    '-line 1',
    '+one',
    ' line 2',
    ' line 3',
    ' …',
    ' line 8',
    ' line 9',
    '-line 10',
    '+ten',
    ' line 11',
  ]);
});

it('shows nothing where nothing changes, and all of a new file', () => {
  expect(shown('a\nb\n', 'a\nb\n')).toEqual([]);
  expect(shown('', 'a\nb\n')).toEqual(['+a', '+b']);
  expect(shown('a\n', '')).toEqual(['-a']);
});

it('removes exactly the old lines and adds exactly the new ones', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = diffLines(before, after).filter((line) => line.sign !== ' ');
      const count = (lines: string, wanted: string) =>
        lines.split('\n').filter((line) => line === wanted).length;
      for (const line of ['a', 'b', 'c']) {
        const added = diff.filter(({ sign, text }) => sign === '+' && text === line).length;
        const removed = diff.filter(({ sign, text }) => sign === '-' && text === line).length;
        expect(added - removed).toBe(count(after, line) - count(before, line));
      }
    }),
  );
});

import { expect, it } from 'vitest';
import { memoized } from '../../src/text/memoized.ts';

function counted() {
  const read: string[] = [];
  const lettersOf = memoized((text) => {
    read.push(text);
    return [...text];
  });
  return { read, lettersOf };
}

it('reads a text once, and answers with the same', () => {
  const { read, lettersOf } = counted();
  const first = lettersOf('abc');
  expect(first).toEqual(['a', 'b', 'c']);
  expect(lettersOf('abc')).toBe(first);
  expect(read).toEqual(['abc']);
});

it('can not be changed by who asked', () => {
  const { lettersOf } = counted();
  expect(() => (lettersOf('abc') as string[]).sort()).toThrow(TypeError);
});

it('keeps the last 500 texts, and never more than 1,000', () => {
  const { read, lettersOf } = counted();
  for (let n = 0; n < 5_000; n++) lettersOf(`text ${n}`);
  for (let n = 4_999; n >= 4_500; n--) lettersOf(`text ${n}`);
  expect(read).toHaveLength(5_000);
  for (let n = 0; n < 4_000; n++) lettersOf(`text ${n}`);
  expect(read).toHaveLength(9_000);
});

import { expect, it } from 'vitest';
import { withBreaths } from '../../src/async/with-breaths.ts';

/** Occupies the thread for three milliseconds. */
function work(): void {
  const begun = performance.now();
  while (performance.now() - begun < 3);
}

it('gives the same items in their order', async () => {
  const given: number[] = [];
  for await (const item of withBreaths([3, 1, 2])) given.push(item);
  expect(given).toEqual([3, 1, 2]);
});

it('gives others a turn while it goes on, whatever an item takes', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  for await (const _ of withBreaths(Array.from({ length: 20 }))) work();
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});

it('reads no further than its items are taken', async () => {
  let read = 0;
  function* items() {
    for (;;) yield (read += 1);
  }
  for await (const item of withBreaths(items())) if (item === 3) break;
  expect(read).toBe(3);
});

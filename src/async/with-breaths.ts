import { setImmediate as breathe } from 'node:timers/promises';

/** The same items; after each `every` of them others get a turn. */
export async function* withBreaths<T>(items: Iterable<T>, every: number): AsyncGenerator<T> {
  let read = 0;
  for (const item of items) {
    yield item;
    read += 1;
    if (read % every === 0) await breathe();
  }
}

import { performance } from 'node:perf_hooks';
import { setImmediate as breathe } from 'node:timers/promises';

/** Others wait for so long and for the item that is just being worked on, however slow the machine is. */
const AT_ONCE_MS = 10;

/**
 * The same items; others get a turn whenever ten milliseconds have passed. The time is the machine's and not the desk's
 * clock: nothing depends on it but who is next.
 */
export async function* withBreaths<T>(items: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < AT_ONCE_MS) continue;
    await breathe();
    since = performance.now();
  }
}

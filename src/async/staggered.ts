import { pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';

/**
 * Do some work for each item: at most `atOnce` at a time, two starts at least `staggerMs` apart, in order. `work`
 * must not reject. Rejects with the signal's reason when it was stopped, once what had begun has ended.
 */
export async function staggered<T>(
  items: readonly T[],
  terms: {
    readonly atOnce: number;
    readonly staggerMs: number;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const { clock, signal, staggerMs, atOnce } = terms;
  const waiting = [...items];
  let nextStartMs = clock.elapsed();
  const serve = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const startMs = Math.max(nextStartMs, clock.elapsed());
      nextStartMs = startMs + staggerMs;
      signal.throwIfAborted();
      await pass(clock, startMs - clock.elapsed(), signal);
      await work(item);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, serve));
  signal.throwIfAborted();
  for (const end of ends) if (end.status === 'rejected') throw end.reason as Error;
}

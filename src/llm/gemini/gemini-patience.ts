/** Waits for each step of an exchange: not longer than a server may be silent, and no longer than anybody wants it. */
import { pass } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { Silence } from '../patience.ts';

/** A server that was last heard at `sinceMs` (on the clock that nobody sets), and may be silent for `ms`. */
export interface Wait {
  readonly clock: Clock;
  readonly sinceMs: number;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/**
 * @returns what the step comes to.
 * @throws Silence when it takes too long, the signal's reason as soon as it aborts. The step is left behind then.
 */
export async function within<T>({ clock, sinceMs, ms, signal }: Wait, step: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop, { once: true });
  const work = step();
  work.catch(() => undefined); // nobody may be left to hear it
  const silence = pass(clock, sinceMs + ms - clock.elapsed(), over.signal).then(
    () => {
      throw new Silence(ms);
    },
    () => {
      signal.throwIfAborted();
      return work; // which ended before
    },
  );
  try {
    return await Promise.race([work, silence]);
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort();
    silence.catch(() => undefined);
  }
}

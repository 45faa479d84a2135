/** Waits for each step of an exchange, as long as the server may be silent and the caller still waits. */
import { pass } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { Silence } from '../patience.ts';

/** A server that was last heard at `sinceMs` (monotonic) and may be silent for `ms`. */
export interface Wait {
  readonly clock: Clock;
  readonly sinceMs: number;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/**
 * @returns the result of the step
 * @throws Silence when it takes too long, or the signal's reason. The step is then abandoned.
 */
export async function within<T>({ clock, sinceMs, ms, signal }: Wait, step: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop, { once: true });
  const work = step();
  work.catch(() => undefined); // nobody may be left to handle it
  const silence = pass(clock, sinceMs + ms - clock.elapsed(), over.signal).then(
    () => {
      throw new Silence(ms);
    },
    () => {
      signal.throwIfAborted();
      return work; // it ended before
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

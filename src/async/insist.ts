import type { Clock } from '../time/clock.ts';

/** The first wait between two tries; it doubles up to the longest. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * Repeat `write` until it succeeds (the disk may be full, for example). Use it to record something that has already
 * happened and must not be repeated. Rejects with the signal's reason once that aborts.
 */
export async function insist<T>(
  write: () => Promise<T>,
  terms: {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly failed: (error: unknown) => void;
  },
): Promise<T> {
  const { clock, signal, failed } = terms;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await write();
    } catch (error) {
      failed(error);
      await clock.until(clock.now() + waitMs, signal);
    }
  }
}

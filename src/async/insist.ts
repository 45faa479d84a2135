import type { Clock } from '../time/clock.ts';

/** Between two tries to write what has happened. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * Write what happened, again and again while it can't be written (a full disk, say): it happened, and must not
 * happen twice. Gives up when the signal says so, with its reason.
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

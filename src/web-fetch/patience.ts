/** Time limits of one request: a total, and one without progress. */
import { limitOf, pass, type Clock } from '../time/clock.ts';
import { FetchRefused } from './fetcher.ts';

export interface Patience {
  /** Aborts with a `FetchRefused` (`timeout`), or with the outer signal's reason. */
  readonly signal: AbortSignal;
  /** For how many milliseconds the process was suspended or busy; neither limit counts them. */
  readonly awayMs: number;
  /** Something arrived; the idle time starts again. */
  alive(): void;
  /** Stop watching. Call it when the request has ended. */
  clear(): void;
}

interface Limits {
  /** The limit for the whole fetch in milliseconds, for the message. */
  readonly totalMs: number;
  /** How much of that is left. */
  readonly leftMs: number;
  readonly idleMs: number;
}

/**
 * Time is counted in steps of this length. When a step ends late, the process was suspended or busy for the
 * difference, and data that arrived meanwhile has not been read yet.
 */
const STEP_MS = 500;

/** Start watching. */
export function patience(clock: Clock, limits: Limits, outer?: AbortSignal): Patience {
  const late = new FetchRefused('timeout', `took longer than ${limits.totalMs} ms`);
  const silent = new FetchRefused('timeout', `nothing arrived for ${limits.idleMs} ms`);
  const begun = clock.elapsed();
  let awayMs = 0;
  let silentSince = begun;

  const over = async (signal: AbortSignal): Promise<FetchRefused> => {
    for (;;) {
      const lateAt = begun + awayMs + limits.leftMs;
      const silentAt = silentSince + limits.idleMs;
      const due = Math.min(clock.elapsed() + STEP_MS, lateAt, silentAt);
      await pass(clock, due - clock.elapsed(), signal);
      if (due === lateAt) return late;
      const missedMs = clock.elapsed() - due;
      awayMs += missedMs;
      silentSince += missedMs;
      if (clock.elapsed() >= silentSince + limits.idleMs) return silent;
    }
  };

  return {
    ...limitOf(over, outer),
    get awayMs() {
      return awayMs;
    },
    alive: () => (silentSince = clock.elapsed()),
  };
}

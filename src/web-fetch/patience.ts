/** Time limits of one request: a total, and one without progress. */
import { deadline, pass, type Clock } from '../time/clock.ts';
import { FetchRefused } from './fetcher.ts';

export interface Patience {
  /** Aborts with a `FetchRefused` (`timeout`), or with the outer signal's reason. */
  readonly signal: AbortSignal;
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
 * Silence is counted in steps of this length. When a step ends late, the process was suspended or busy for the
 * difference, and data that arrived meanwhile has not been read yet.
 */
const STEP_MS = 500;

/** Start watching. */
export function patience(clock: Clock, limits: Limits, outer?: AbortSignal): Patience {
  const late = new FetchRefused('timeout', `took longer than ${limits.totalMs} ms`);
  const silent = new FetchRefused('timeout', `nothing arrived for ${limits.idleMs} ms`);
  const total = deadline(clock, clock.now() + limits.leftMs, late, outer);
  const idle = new AbortController();
  const watch = new AbortController();
  let lastSign = clock.elapsed();

  const watchIdle = async () => {
    for (;;) {
      const due = Math.min(clock.elapsed() + STEP_MS, lastSign + limits.idleMs);
      await pass(clock, due - clock.elapsed(), watch.signal);
      lastSign += clock.elapsed() - due;
      if (clock.elapsed() >= lastSign + limits.idleMs) return idle.abort(silent);
    }
  };
  watchIdle().catch(() => {}); // cleared

  return {
    signal: AbortSignal.any([total.signal, idle.signal]),
    alive: () => (lastSign = clock.elapsed()),
    clear: () => {
      total.clear();
      watch.abort(new Error('cleared'));
    },
  };
}

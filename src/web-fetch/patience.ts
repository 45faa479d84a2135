/** How long a try may take: in all, and without a sign of life. */
import { deadline, pass, type Clock } from '../time/clock.ts';
import { FetchRefused } from './fetcher.ts';

export interface Patience {
  /** Aborts with a `FetchRefused` (`timeout`), or with the outer signal's reason. */
  readonly signal: AbortSignal;
  /** Something arrived: the idle time begins anew. */
  alive(): void;
  /** Stop watching; call it when the try has ended. */
  clear(): void;
}

interface Limits {
  /** What a whole fetch may take, in milliseconds: for the wording. */
  readonly totalMs: number;
  /** What is left of it now. */
  readonly leftMs: number;
  readonly idleMs: number;
}

/**
 * Silence is counted in steps of this: by how much later one ends, the process was away (a long computation, a suspended
 * machine), and what arrived meanwhile is still unread.
 */
const STEP_MS = 500;

/** Start watching now. */
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

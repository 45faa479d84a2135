/**
 * Politeness: limits the concurrent fetches of a host and keeps a pause between their starts. Others wait in order of
 * arrival. A host is forgotten when it is idle and its pause is over.
 */
import { pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';

interface Queue {
  inside: number;
  readonly waiting: (() => void)[];
  /** When the next fetch may start, in monotonic time. */
  nextAtMs: number;
}

/** With this many hosts remembered, look for those whose pause is over. */
const MANY_HOSTS = 256;

export class HostGate {
  readonly #clock: Clock;
  readonly #atOnce: number;
  readonly #hosts = new Map<string, Queue>();

  constructor(clock: Clock, atOnce: number) {
    this.#clock = clock;
    this.#atOnce = atOnce;
  }

  /**
   * Wait for this host's turn. `pauseMs` is the pause until the host's next fetch may start.
   * @returns how to leave; calling it twice does no harm. Rejects with the signal's reason.
   */
  async enter(
    host: string,
    { pauseMs = 0, signal }: { pauseMs?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#queue(host);
    if (queue.inside >= this.#atOnce) await turn(queue.waiting, signal);
    else queue.inside += 1;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      this.#leave(host, queue);
    };
    try {
      const now = this.#clock.elapsed();
      const from = Math.min(Math.max(now, queue.nextAtMs), now + LONGEST_PAUSE_MS);
      queue.nextAtMs = from + Math.min(pauseMs, LONGEST_PAUSE_MS);
      if (from > now) await pass(this.#clock, from - now, signal);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #queue(host: string): Queue {
    if (this.#hosts.size >= MANY_HOSTS) this.#forgetIdle();
    const queue = this.#hosts.get(host) ?? { inside: 0, waiting: [], nextAtMs: -Infinity };
    this.#hosts.set(host, queue);
    return queue;
  }

  #leave(host: string, queue: Queue): void {
    // Hand the place over without freeing it, so that no newcomer takes it.
    const next = queue.waiting.shift();
    if (next !== undefined) return next();
    queue.inside -= 1;
    if (queue.inside === 0 && queue.nextAtMs <= this.#clock.elapsed()) this.#hosts.delete(host);
  }

  #forgetIdle(): void {
    const now = this.#clock.elapsed();
    for (const [host, queue] of this.#hosts)
      if (queue.inside === 0 && queue.nextAtMs <= now) this.#hosts.delete(host);
  }

  /** How many hosts are being fetched or pause; tests use it to see that nothing leaks. */
  get busyHosts(): number {
    this.#forgetIdle();
    return this.#hosts.size;
  }
}

/** The longest pause before the next fetch, however many wait. */
const LONGEST_PAUSE_MS = 60_000;

function turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal?.reason as Error);
    };
    waiting.push(enter);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

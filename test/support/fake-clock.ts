import type { Clock } from '../../src/time/clock.ts';

/** A clock that moves only when a test moves it, both ways. Waiters wake in the order of their times. */
export class FakeClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ when: number; wake: () => void }>();

  constructor(now = Date.UTC(2026, 0, 5, 6, 0, 0)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  until(when: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (when <= this.#now) return resolve();
      const waiter = { when, wake: () => leave(resolve) };
      const leave = (then: () => void) => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', stop);
        then();
      };
      const stop = () => leave(() => reject(signal?.reason as Error));
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** How many waits are pending: a test can see that nothing leaks. */
  get waiters(): number {
    return this.#waiting.size;
  }

  /** Set the clock, forwards or back, and wake whoever is due. */
  set(now: number): void {
    this.#now = now;
    const due = [...this.#waiting].filter((w) => w.when <= now).sort((a, b) => a.when - b.when);
    for (const waiter of due) waiter.wake();
  }

  /** Move on by `ms`, stopping at each waiter's time, and let everything that wakes run. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = Math.min(...[...this.#waiting].map((w) => w.when));
      if (next > end) break;
      this.set(Math.max(next, this.#now));
      await settle();
    }
    this.set(end);
    await settle();
  }
}

/** Let pending promises and immediate callbacks run, without any time passing. */
export async function settle(rounds = 20): Promise<void> {
  for (let n = 0; n < rounds; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** Let the house work, real files and sockets included, until something is so. No time passes on fake clocks. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  what = look.toString(),
): Promise<Exclude<NonNullable<T>, false>> {
  // Disks and sockets take the time that they take on a busy machine.
  const patience = performance.now() + 300_000;
  for (let round = 1; performance.now() < patience; round++) {
    const found = await look();
    if (found) return found as Exclude<NonNullable<T>, false>;
    await (round % 200 === 0 ? new Promise((resolve) => setTimeout(resolve, 1)) : new Promise(setImmediate));
  }
  throw new Error(`it never came about: ${what}`);
}

import type { Clock } from '../../src/time/clock.ts';

/**
 * A clock that moves only when a test moves it. Waiters wake in the order of their times. Forwards, `set` and `advance`
 * let time pass; `step` only sets the clock, as people and time servers do, and so does `set` backwards.
 */
export class FakeClock implements Clock {
  #now: number;
  #elapsed = 0;
  /** `end`: when enough time has passed, however the clock was set. */
  readonly #waiting = new Set<{ when: number; end: number; wake: () => void }>();

  constructor(now = Date.UTC(2026, 0, 5, 6, 0, 0)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  until(when: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (when <= this.#now) return resolve();
      const waiter = { when, end: this.#elapsed + when - this.#now, wake: () => leave(resolve) };
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

  /** Let time pass up to a moment, or set the clock back, and wake whoever is due. */
  set(now: number): void {
    this.#elapsed += Math.max(0, now - this.#now);
    this.#moved(now);
  }

  /** Set the clock by `ms`, forwards or back, while no time passes. */
  step(ms: number): void {
    this.#moved(this.#now + ms);
  }

  #moved(now: number): void {
    this.#now = now;
    const due = [...this.#waiting].filter(({ when, end }) => when <= now || end <= this.#elapsed);
    for (const waiter of due.sort((a, b) => a.when - b.when)) waiter.wake();
  }

  /** Move on by `ms`, stopping at each waiter's time, until what wakes there is `atRest`: by default its promises alone. */
  async advance(ms: number, atRest: () => Promise<void> = settle): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      const left = [...this.#waiting].map((w) => Math.min(w.when - this.#now, w.end - this.#elapsed));
      const next = Math.max(0, Math.min(...left));
      if (this.#elapsed + next > end) break;
      this.set(this.#now + next);
      await atRest();
    }
    this.set(this.#now + Math.max(0, end - this.#elapsed)); // others may have moved on meanwhile
    await atRest();
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
    // What it waits for may need the processor.
    await new Promise((resolve) => (round % 10 === 0 ? setTimeout(resolve, 1) : setImmediate(resolve)));
  }
  throw new Error(`it never came about: ${what}`);
}

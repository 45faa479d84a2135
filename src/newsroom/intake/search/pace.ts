/** One request after another, with a pause between their beginnings: how a service with a rate is asked. */
import { pass } from '../../../time/clock.ts';
import type { Clock } from '../../../time/clock.ts';

export class Pace {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  #last: Promise<unknown> = Promise.resolve();
  /** On the clock that nobody sets. */
  #nextAtMs = -Infinity;

  constructor(clock: Clock, pauseMs: number) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
  }

  /** Run `ask` when it is its turn; it calls `pause` before each request that it sends. */
  run<T>(ask: (pause: (signal?: AbortSignal) => Promise<void>) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => ask((signal) => this.#pause(signal)));
    this.#last = done.catch(() => {}); // whoever asked is told
    return done;
  }

  async #pause(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const now = this.#clock.elapsed();
    const at = Math.max(now, this.#nextAtMs);
    if (at > now) await pass(this.#clock, at - now, signal);
    this.#nextAtMs = at + this.#pauseMs;
  }
}

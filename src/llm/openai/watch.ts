/**
 * Watches one attempt: its signal aborts when the server has been silent for too long, or when the caller stops it.
 *
 * Any byte counts as a sign of life (some servers send comments while a model thinks). The limit is longer until the
 * model's first word.
 */
import { pass } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { Silence } from '../patience.ts';
import type { Patience } from '../patience.ts';

export class Watch {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #outer: AbortSignal;
  readonly #work = new AbortController();
  #nap = new AbortController();
  #over = false;
  #limitMs: number;
  #lifeAtMs: number;

  constructor(clock: Clock, patience: Patience, outer: AbortSignal) {
    this.#clock = clock;
    this.#patience = patience;
    this.#outer = outer;
    this.#limitMs = patience.firstMs;
    this.#lifeAtMs = clock.elapsed();
    if (outer.aborted) this.#stop();
    else outer.addEventListener('abort', this.#stop, { once: true });
    this.#wait().catch((error: unknown) => this.#work.abort(error));
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  life(): void {
    this.#lifeAtMs = this.#clock.elapsed();
  }

  /** The model has started; the shorter limit applies from now on. */
  word(): void {
    if (this.#limitMs === this.#patience.betweenMs) return;
    this.#limitMs = this.#patience.betweenMs;
    // Recompute how long to wait.
    this.#nap.abort();
  }

  /** End the watch, and abort whatever is left of the attempt. */
  end(): void {
    this.#outer.removeEventListener('abort', this.#stop);
    this.#over = true;
    this.#nap.abort();
    this.#work.abort();
  }

  readonly #stop = () => {
    this.#over = true;
    this.#nap.abort();
    this.#work.abort(this.#outer.reason);
  };

  async #wait(): Promise<void> {
    while (!this.#over) {
      const left = this.#lifeAtMs + this.#limitMs - this.#clock.elapsed();
      if (left <= 0) return this.#work.abort(new Silence(this.#limitMs));
      if (this.#nap.signal.aborted) this.#nap = new AbortController();
      // Rejects only when the wait was ended.
      await pass(this.#clock, left, this.#nap.signal).catch(() => undefined);
    }
  }
}

/**
 * Who gets a connection next: the urgent first, then in order. A wait behind other work is no fault of the server, however
 * long it takes; only when none of those that have a connection is done for long, the server counts as one that doesn't
 * answer.
 */
import { CannotWrite } from '../../sessions/cannot-write.ts';
import { pass, systemClock } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';

/** Milliseconds without anybody being done. */
const PATIENCE_MS = 10_000;

interface Waiting {
  go(): void;
  refuse(reason: Error): void;
}

export class ConnectionQueue {
  readonly #clock: Clock;
  readonly #urgent: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #free: number;
  /** When somebody was done last, or the first began to wait; monotonic ms. */
  #movedMs = 0;
  #watch: AbortController | undefined;

  /** @param connections how many may be used at once */
  constructor(connections: number, clock: Clock = systemClock) {
    this.#free = connections;
    this.#clock = clock;
  }

  /** @throws CannotWrite when the server doesn't answer; `work` was not begun. */
  async run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(isUrgent);
    try {
      return await work();
    } finally {
      this.#movedMs = this.#clock.elapsed();
      const next = this.#urgent.shift() ?? this.#others.shift();
      if (next) next.go();
      else this.#free += 1;
      if (this.#isEmpty) this.#watch?.abort(new Error('nobody waits'));
    }
  }

  get #isEmpty(): boolean {
    return this.#urgent.length + this.#others.length === 0;
  }

  #turn(isUrgent: boolean): Promise<void> {
    if (this.#isEmpty) void this.#refuseWhenStuck();
    return new Promise((go, refuse) => (isUrgent ? this.#urgent : this.#others).push({ go, refuse }));
  }

  async #refuseWhenStuck(): Promise<void> {
    this.#movedMs = this.#clock.elapsed();
    const watch = (this.#watch = new AbortController());
    for (let left = PATIENCE_MS; left > 0; left = this.#movedMs + PATIENCE_MS - this.#clock.elapsed()) {
      await pass(this.#clock, left, watch.signal).catch(() => {}); // nobody waits
      if (watch.signal.aborted) return;
    }
    const reason = new CannotWrite(`PostgreSQL has answered nothing for ${PATIENCE_MS / 1_000} s`);
    for (const { refuse } of [...this.#urgent.splice(0), ...this.#others.splice(0)]) refuse(reason);
  }
}

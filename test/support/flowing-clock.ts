import { FakeClock } from './fake-clock.ts';

/** A pause of the whole process is none of the clock's: who was held up is not late. */
const MOST_A_TICK_MS = 20;

/**
 * A clock that also goes by itself, `speed` times as fast as the wall's, and slower on a busy machine: for tests in which
 * real HTTP takes its time.
 */
export class FlowingClock extends FakeClock {
  readonly #ticking: NodeJS.Timeout;

  constructor(now: number, speed = 1) {
    super(now);
    let last = performance.now();
    this.#ticking = setInterval(() => {
      const now = performance.now();
      this.set(this.now() + Math.round(Math.min(now - last, MOST_A_TICK_MS) * speed));
      last = now;
    }, 5);
  }

  stop(): void {
    clearInterval(this.#ticking);
  }
}

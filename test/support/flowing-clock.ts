import { FakeClock } from './fake-clock.ts';

/** A clock that also goes by itself, `speed` times as fast as the wall's: for tests in which real HTTP takes its time. */
export class FlowingClock extends FakeClock {
  readonly #ticking: NodeJS.Timeout;

  constructor(now: number, speed = 1) {
    super(now);
    let last = performance.now();
    this.#ticking = setInterval(() => {
      const now = performance.now();
      this.set(this.now() + Math.round((now - last) * speed));
      last = now;
    }, 5);
  }

  stop(): void {
    clearInterval(this.#ticking);
  }
}

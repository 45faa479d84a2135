import type { Clock } from '../time/clock.ts';

const HOUR_MS = 3_600_000;

/** Something that is done at start and then every hour, until `close`. A failure is told, and the next hour comes. */
export class Hourly {
  readonly #closing = new AbortController();
  readonly #work: Promise<void>;

  constructor(clock: Clock, work: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#work = this.#repeat(clock, work, failed);
  }

  /** Resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    await this.#work;
  }

  async #repeat(clock: Clock, work: () => Promise<unknown>, failed: (error: unknown) => void): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await work().catch(failed);
      await clock.until(clock.now() + HOUR_MS, this.#closing.signal).catch(() => {});
    }
  }
}

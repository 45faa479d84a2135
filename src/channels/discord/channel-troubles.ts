import type { Clock } from '../../time/clock.ts';

/** This many failures in a row mean that the channel is in trouble. */
const IN_A_ROW = 5;
const FIRST_WAIT_MS = 4_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Channels where Discord fails (500 and the like). The failed op is retried by its dispatcher. Other ops of the
 * channel wait; the waits double, and end with the first success.
 */
export class ChannelTroubles {
  readonly #clock: Clock;
  readonly #troubles = new Map<
    string,
    { readonly op: string; readonly inARow: number; readonly endMs: number }
  >();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  failed(channel: string, op: string): void {
    const inARow = (this.#troubles.get(channel)?.inARow ?? 0) + 1;
    const waitMs =
      inARow < IN_A_ROW
        ? 0
        : Math.min(FIRST_WAIT_MS * 2 ** (Math.min(inARow, 10) - IN_A_ROW), LONGEST_WAIT_MS);
    this.#troubles.set(channel, { op, inARow, endMs: this.#clock.elapsed() + waitMs });
  }

  worked(channel: string): void {
    this.#troubles.delete(channel);
  }

  /** How long another op has to wait there. */
  waitMs(channel: string, op: string): number {
    const trouble = this.#troubles.get(channel);
    return trouble && trouble.op !== op ? Math.max(0, trouble.endMs - this.#clock.elapsed()) : 0;
  }
}

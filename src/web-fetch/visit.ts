/** The record of a running fetch, and how much of its time is left. */
import type { Clock } from '../time/clock.ts';
import type { FetchFailure, FetchRecord } from './fetcher.ts';

export class Visit {
  readonly #clock: Clock;
  readonly #url: string;
  readonly #startedAtMs: number;
  /** In monotonic time. */
  readonly #begunMs: number;
  readonly #totalMs: number;
  /** Time spent waiting for the host's turn or its robots.txt, which doesn't count. */
  #forTurnMs = 0;
  #forRetryMs = 0;
  /** For how long the process was suspended or busy meanwhile, which doesn't count. */
  awayMs = 0;
  attempts = 0;
  bytes = 0;
  status: number | undefined;
  headers: Readonly<Record<string, string>> = {};
  readonly redirects: string[] = [];
  readonly retried: FetchFailure[] = [];

  constructor(clock: Clock, url: string, totalMs: number) {
    this.#clock = clock;
    this.#url = url;
    this.#startedAtMs = clock.now();
    this.#begunMs = clock.elapsed();
    this.#totalMs = totalMs;
  }

  /** How much time is left, not counting waits for a turn or when the process was away. */
  get leftMs(): number {
    return this.#begunMs + this.#forTurnMs + this.awayMs + this.#totalMs - this.#clock.elapsed();
  }

  /** The waits are functions, so that each is measured from before it begins. */
  async turn<T>(wait: () => Promise<T>): Promise<T> {
    const from = this.#clock.elapsed();
    try {
      return await wait();
    } finally {
      this.#forTurnMs += this.#clock.elapsed() - from;
    }
  }

  async retry(wait: () => Promise<void>): Promise<void> {
    const from = this.#clock.elapsed();
    await wait();
    this.#forRetryMs += this.#clock.elapsed() - from;
  }

  record(): FetchRecord {
    return {
      url: this.#url,
      startedAtMs: this.#startedAtMs,
      ms: Math.round(this.#clock.elapsed() - this.#begunMs),
      waitedMs: Math.round(this.#forTurnMs + this.#forRetryMs),
      attempts: this.attempts,
      bytes: this.bytes,
      ...(this.status === undefined ? {} : { status: this.status }),
      redirects: [...this.redirects],
      retried: [...this.retried],
      headers: this.headers,
    };
  }
}

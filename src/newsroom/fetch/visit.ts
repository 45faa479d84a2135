/** The record of a fetch while it goes on, and what is left of its time. */
import type { Clock } from '../../time/clock.ts';
import type { FetchFailure, FetchRecord } from './fetcher.ts';

export class Visit {
  readonly #clock: Clock;
  readonly #url: string;
  readonly #startedAtMs: number;
  readonly #totalMs: number;
  /** Waiting that is not the host's slowness: for its turn, for its robots.txt. */
  #forTurnMs = 0;
  #forRetryMs = 0;
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
    this.#totalMs = totalMs;
  }

  /** When the time is up; later by all that was waited for a turn. */
  get endsAtMs(): number {
    return this.#startedAtMs + this.#forTurnMs + this.#totalMs;
  }

  async turn<T>(wait: Promise<T>): Promise<T> {
    const from = this.#clock.now();
    try {
      return await wait;
    } finally {
      this.#forTurnMs += this.#clock.now() - from;
    }
  }

  async retry(wait: Promise<void>): Promise<void> {
    const from = this.#clock.now();
    await wait;
    this.#forRetryMs += this.#clock.now() - from;
  }

  record(): FetchRecord {
    return {
      url: this.#url,
      startedAtMs: this.#startedAtMs,
      ms: this.#clock.now() - this.#startedAtMs,
      waitedMs: this.#forTurnMs + this.#forRetryMs,
      attempts: this.attempts,
      bytes: this.bytes,
      ...(this.status === undefined ? {} : { status: this.status }),
      redirects: [...this.redirects],
      retried: [...this.retried],
      headers: this.headers,
    };
  }
}

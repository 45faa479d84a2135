/**
 * A provider's circuit breaker: a provider that doesn't work is skipped for a while, then tried with a single
 * attempt.
 *
 * - Several `unavailable` in a row open it. The time doubles with each failed probe.
 * - `misconfigured` opens it at once and for long, because it lasts until somebody fixes the settings.
 * - A rate limit is not a failure: the provider rests until the time it gave, and then works normally.
 * - Any other answer shows that the provider works, and closes the breaker.
 */
import type { Clock } from '../time/clock.ts';
import type { ModelErrorCode } from './chat-model.ts';

/** For people. `half-open`: the next attempt decides. */
export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open' | 'resting';
  readonly untilMs?: number;
  readonly because?: string;
}

export type Admission =
  | { readonly admitted: true }
  | {
      readonly admitted: false;
      readonly code: ModelErrorCode;
      readonly because: string;
      readonly untilMs: number;
    };

interface Shut {
  readonly code: ModelErrorCode;
  readonly because: string;
  /** In monotonic time. */
  readonly endMs: number;
}

const FAILURES = 3;
const OPEN_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
const MISCONFIGURED_MS = 10 * 60_000;
/** The longest rest for a limit, whatever the provider said. */
const LONGEST_REST_MS = 60 * 60_000;

export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  /** How often it opened since the provider last answered. */
  #opened = 0;
  #shut: Shut | undefined;
  #rest: Shut | undefined;
  #probing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the provider may be asked now. The caller must report the result afterwards. */
  admit(): Admission {
    if (this.#rest && this.#leftOf(this.#rest) > 0) return this.#refused(this.#rest);
    this.#rest = undefined;
    if (!this.#shut) return { admitted: true };
    if (this.#leftOf(this.#shut) > 0 || this.#probing) return this.#refused(this.#shut);
    this.#probing = true;
    return { admitted: true };
  }

  /** The provider answered or refused properly. */
  answered(): void {
    this.#failures = 0;
    this.#opened = 0;
    this.#shut = undefined;
    this.#probing = false;
  }

  /**
   * The provider was unreachable or out of order.
   * @returns whether the breaker is open now.
   */
  unavailable(because: string): boolean {
    this.#failures += 1;
    const again = this.#probing;
    this.#probing = false;
    if (!again && this.#failures < FAILURES) return false;
    const openMs = Math.min(OPEN_MS * 2 ** this.#opened, LONGEST_MS);
    this.#opened += 1;
    this.#shut = { code: 'unavailable', because, endMs: this.#clock.elapsed() + openMs };
    return true;
  }

  /** A key, a model's name or an address is wrong. */
  misconfigured(because: string): void {
    this.#probing = false;
    this.#shut = { code: 'misconfigured', because, endMs: this.#clock.elapsed() + MISCONFIGURED_MS };
  }

  /** A limit was reached: rest until the given time. */
  rest(code: 'rate_limited' | 'quota', because: string, untilMs: number): void {
    this.answered();
    const restMs = Math.min(untilMs - this.#clock.now(), LONGEST_REST_MS);
    this.#rest = { code, because, endMs: this.#clock.elapsed() + restMs };
  }

  /** The attempt was cancelled before its result was known. */
  abandoned(): void {
    this.#probing = false;
  }

  get state(): BreakerState {
    if (this.#rest && this.#leftOf(this.#rest) > 0) return this.#shown('resting', this.#rest);
    if (!this.#shut) return { state: 'closed' };
    return this.#shown(this.#leftOf(this.#shut) > 0 ? 'open' : 'half-open', this.#shut);
  }

  #leftOf({ endMs }: Shut): number {
    return endMs - this.#clock.elapsed();
  }

  /** When it ends, in wall-clock time. */
  #untilMs(shut: Shut): number {
    return this.#clock.now() + this.#leftOf(shut);
  }

  #refused(shut: Shut): Admission {
    return { admitted: false, code: shut.code, because: shut.because, untilMs: this.#untilMs(shut) };
  }

  #shown(state: BreakerState['state'], shut: Shut): BreakerState {
    return { state, untilMs: this.#untilMs(shut), because: shut.because };
  }
}

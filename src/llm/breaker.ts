/**
 * A provider's circuit breaker: who is out of order is left alone for a while, then tried by one attempt.
 *
 * - Several `unavailable` in a row open it, for a time that doubles with each probe that fails.
 * - `misconfigured` opens it at once and for long: it stays wrong until somebody mends it.
 * - A limit is no failure: the provider rests until it said that it may be asked again, and is whole after that.
 * - Whatever else it answers shows that it is there, and closes the breaker.
 */
import type { Clock } from '../time/clock.ts';
import type { ModelErrorCode } from './chat-model.ts';

/** As people are shown it. `half-open`: the next attempt decides. */
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
  /** On the clock that nobody sets. */
  readonly endMs: number;
}

const FAILURES = 3;
const OPEN_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
const MISCONFIGURED_MS = 10 * 60_000;
/** However long a limit is said to last, the provider is asked again after this. */
const LONGEST_REST_MS = 60 * 60_000;

export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  /** How often it was opened since it last served. */
  #opened = 0;
  #shut: Shut | undefined;
  #rest: Shut | undefined;
  #probing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** May it be asked now? Whoever is admitted tells afterwards how it went. */
  admit(): Admission {
    if (this.#rest && this.#leftOf(this.#rest) > 0) return this.#refused(this.#rest);
    this.#rest = undefined;
    if (!this.#shut) return { admitted: true };
    if (this.#leftOf(this.#shut) > 0 || this.#probing) return this.#refused(this.#shut);
    this.#probing = true;
    return { admitted: true };
  }

  /** It is there: it served, or refused as one who is there does. */
  answered(): void {
    this.#failures = 0;
    this.#opened = 0;
    this.#shut = undefined;
    this.#probing = false;
  }

  /** It was out of reach or out of order. @returns whether the breaker is open now. */
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

  /** A limit was reached: rest until then. */
  rest(code: 'rate_limited' | 'quota', because: string, untilMs: number): void {
    this.answered();
    const restMs = Math.min(untilMs - this.#clock.now(), LONGEST_REST_MS);
    this.#rest = { code, because, endMs: this.#clock.elapsed() + restMs };
  }

  /** The attempt was given up before anything was known. */
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

  /** When it is over, by the clock as it is set now. */
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

/** Discord's ids: they increase, and each carries the time when it was made. */
const EPOCH = 1_420_070_400_000n;

/** Makes ids from a given clock; two in the same millisecond, or after the clock went back, still increase. */
export class Snowflakes {
  readonly #now: () => number;
  #last = 0n;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const fromClock = (BigInt(this.#now()) - EPOCH) << 22n;
    this.#last = fromClock > this.#last ? fromClock : this.#last + 1n;
    return String(this.#last);
  }
}

/** When an id was made, in milliseconds. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH);
}

/** The order of ids without parsing them: a longer one is later. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

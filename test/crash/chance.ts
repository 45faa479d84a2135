/** Chance from a seed: the same seed draws the same numbers. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in `share` of all cases. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  one<T>(of: readonly T[]): T {
    return of[this.between(0, of.length - 1)]!;
  }

  /** A further source, so that draws of one part don't shift those of another. */
  branch(): Chance {
    return new Chance(Math.floor(this.next() * 2 ** 32));
  }
}

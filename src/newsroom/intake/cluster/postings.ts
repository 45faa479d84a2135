/**
 * The inverted index: word → the events that have it.
 *
 * Lists are bounded: a word of more events than `CAP` keeps the newest of them, as such a word tells little, and an
 * event is found by its rarer words anyway. Reading is rarest first within a budget, so that the work of a search
 * doesn't grow with the number of events.
 */
import { GRAM_BUCKETS } from './grams.ts';

const CAP = 512;

export class Postings {
  /** From the first number of a word on. */
  readonly #lists: (number[] | undefined)[] = [];

  add(word: number, slot: number): void {
    const list = this.#lists[word - GRAM_BUCKETS];
    if (list === undefined) this.#lists[word - GRAM_BUCKETS] = [slot];
    else {
      // The oldest half goes at once: shifting one by one would cost each insertion the whole list.
      if (list.length >= CAP) list.splice(0, CAP / 2);
      list.push(slot);
    }
  }

  remove(word: number, slot: number): void {
    const list = this.#lists[word - GRAM_BUCKETS];
    const at = list?.indexOf(slot) ?? -1;
    if (list === undefined || at < 0) return;
    if (list.length === 1) this.#lists[word - GRAM_BUCKETS] = undefined;
    else list.splice(at, 1);
  }

  of(word: number): readonly number[] {
    return this.#lists[word - GRAM_BUCKETS] ?? NONE;
  }
}

const NONE: readonly number[] = [];

/**
 * Terms as numbers, and how common each is among the links that are remembered.
 *
 * Words have a number each, given back when no remembered link has them; those of n-grams are below (`grams.ts`).
 */
import { isCjkWord } from '../../../text/cjk.ts';
import { GRAM_BUCKETS } from './grams.ts';
import type { SparseVector } from './sparse-vector.ts';

/** Enough for every common word of a language; what is first seen later is rare. */
const MOST_WRITTEN = 50_000;

export class Vocabulary {
  readonly #words = new Map<string, number>();
  readonly #spelling: (string | undefined)[] = [];
  readonly #free: number[] = [];
  #frequency = new Int32Array(GRAM_BUCKETS * 2);
  /** Unstemmed. */
  readonly #written = new Set<string>();
  #links = 0;
  /** Of these, how many are written in Chinese, Japanese or Korean; and which words are. */
  #cjkLinks = 0;
  #isCjk = new Uint8Array(GRAM_BUCKETS * 2);

  /** Links counted and not forgotten. */
  get links(): number {
    return this.#links;
  }

  /** One more than the largest number given. */
  get size(): number {
    return GRAM_BUCKETS + this.#spelling.length;
  }

  /** The number of a word, given now if it has none. */
  word(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const id = this.#free.pop() ?? this.size;
    this.#spelling[id - GRAM_BUCKETS] = word;
    this.#words.set(word, id);
    if (id >= this.#frequency.length) {
      const wider = new Int32Array(this.#frequency.length * 2);
      wider.set(this.#frequency);
      this.#frequency = wider;
      const marks = new Uint8Array(wider.length);
      marks.set(this.#isCjk);
      this.#isCjk = marks;
    }
    this.#isCjk[id] = isCjkWord(word) ? 1 : 0;
    return id;
  }

  /** The number of a word; undefined if it has none. */
  numberOf(word: string): number | undefined {
    return this.#words.get(word);
  }

  /** The word of a number. */
  spelling(id: number): string {
    return this.#spelling[id - GRAM_BUCKETS] ?? '';
  }

  isCjk(id: number): boolean {
    return this.#isCjk[id] === 1;
  }

  /** The word was seen in lower case: at the head of a sentence it is no name. */
  write(word: string): void {
    if (this.#written.size < MOST_WRITTEN) this.#written.add(word);
  }

  /** Whether the word was ever seen in lower case. */
  isWritten(word: string): boolean {
    return this.#written.has(word);
  }

  /** Count a link that has these terms, each once. */
  observe({ terms, start, end }: SparseVector, inCjk: boolean): void {
    this.#links += 1;
    if (inCjk) this.#cjkLinks += 1;
    for (let at = start; at < end; at++) this.#frequency[terms[at]!]! += 1;
  }

  /** The link is no longer remembered. */
  forget({ terms, start, end }: SparseVector, inCjk: boolean): void {
    this.#links -= 1;
    if (inCjk) this.#cjkLinks -= 1;
    for (let at = start; at < end; at++) {
      const id = terms[at]!;
      const left = (this.#frequency[id] ?? 0) - 1;
      this.#frequency[id] = left;
      if (left > 0 || id < GRAM_BUCKETS) continue;
      const word = this.#spelling[id - GRAM_BUCKETS];
      if (word === undefined) continue;
      this.#words.delete(word);
      this.#spelling[id - GRAM_BUCKETS] = undefined;
      this.#free.push(id);
    }
  }

  frequency(id: number): number {
    return this.#frequency[id] ?? 0;
  }

  /** Inverse document frequency among the links of the word's script: ln(1 + (N + 1) / (df + ½)). */
  rarity(id: number): number {
    const links = this.#isCjk[id] === 1 ? this.#cjkLinks : this.#links;
    return Math.log(1 + (links + 1) / ((this.#frequency[id] ?? 0) + 0.5));
  }
}

/** Sparse vectors over the terms of the vocabulary: sorted term numbers beside their values. */
import { GRAM_BUCKETS } from './grams.ts';

/** From `start` to `end`, exclusive, of arrays that many vectors share. */
export interface SparseVector {
  /** Ascending, each once: n-grams first, then words from `firstWord` on. */
  readonly terms: Int32Array;
  readonly values: Float32Array;
  readonly start: number;
  readonly firstWord: number;
  readonly end: number;
}

const BLOCK = 1 << 14;

/**
 * By its last bits whether a term may be in a set: small enough to stay in a processor's nearest cache, where a table of
 * all terms does not.
 */
export class TermMarks {
  readonly #marks = new Uint8Array(1 << 13);

  add({ terms, start, end }: SparseVector): void {
    for (let at = start; at < end; at++) this.#marks[terms[at]! & LAST_BITS] = 1;
  }

  mayHave(term: number): boolean {
    return this.#marks[term & LAST_BITS] === 1;
  }

  clear(): void {
    this.#marks.fill(0);
  }
}
const LAST_BITS = (1 << 13) - 1;

/** Room for vectors, one behind the other. A block of them is freed with the last of its vectors. */
export class VectorBlocks {
  #terms = new Int32Array(BLOCK);
  #values = new Float32Array(BLOCK);
  #used = 0;

  /** A vector of these terms; its values are those of `valueOf`. */
  add(terms: readonly number[], valueOf: Float64Array): SparseVector {
    if (this.#used + terms.length > BLOCK) {
      this.#terms = new Int32Array(Math.max(BLOCK, terms.length));
      this.#values = new Float32Array(this.#terms.length);
      this.#used = 0;
    }
    const start = this.#used;
    const end = start + terms.length;
    this.#used = end;
    const own = this.#terms.subarray(start, end);
    own.set(terms);
    own.sort();
    let firstWord = start;
    for (let at = start; at < end; at++) {
      const term = this.#terms[at]!;
      this.#values[at] = valueOf[term]!;
      if (term < GRAM_BUCKETS) firstWord = at + 1;
    }
    return { terms: this.#terms, values: this.#values, start, firstWord, end };
  }
}

/** One vector laid out flat, so that it is quickly compared with many others. */
export class LaidVector {
  #values = new Float32Array(0);
  readonly #marks = new TermMarks();
  #vector: SparseVector = { terms: new Int32Array(0), values: this.#values, start: 0, firstWord: 0, end: 0 };
  /** Of each word of it how rare it is, and the last search that found it. */
  #rarities = new Float64Array(0);
  #found = new Int32Array(0);
  #search = 0;

  /** Lay out `vector` in place of what was there; its terms, and those of others that exist, are below `size`. */
  lay(vector: SparseVector, size: number): void {
    if (vector === this.#vector && this.#values.length >= size) return;
    const before = this.#vector;
    for (let at = before.start; at < before.end; at++) this.#values[before.terms[at]!] = 0;
    this.#marks.clear();
    if (this.#values.length < size) {
      this.#values = new Float32Array(size * 2);
      this.#rarities = new Float64Array(size * 2);
      this.#found = new Int32Array(size * 2);
    }
    const { terms, values, start, end } = vector;
    for (let at = start; at < end; at++) this.#values[terms[at]!] = values[at]!;
    this.#marks.add(vector);
    this.#vector = vector;
  }

  /** Remember how rare one of its words is. */
  setRarity(word: number, rarity: number): void {
    this.#rarities[word] = rarity;
  }

  rarityOf(word: number): number {
    return this.#rarities[word]!;
  }

  /** The dot product with another vector. */
  dot({ terms, values, start, end }: SparseVector): number {
    const laid = this.#values;
    const marks = this.#marks;
    let sum = 0;
    for (let at = start; at < end; at++) {
      const term = terms[at]!;
      if (marks.mayHave(term)) sum += laid[term]! * values[at]!;
    }
    return sum;
  }

  /** How rare the words are together that any of these vectors has too. */
  sharedRarity(others: readonly SparseVector[]): number {
    const search = ++this.#search;
    let sum = 0;
    for (const { terms, firstWord, end } of others)
      for (let at = firstWord; at < end; at++) {
        const word = terms[at]!;
        if (!this.#marks.mayHave(word) || this.#values[word] === 0 || this.#found[word] === search) continue;
        this.#found[word] = search;
        sum += this.#rarities[word]!;
      }
    return sum;
  }
}

/** Whether a vector has this term. */
export function hasTerm({ terms, start, firstWord, end }: SparseVector, term: number): boolean {
  let low = term < GRAM_BUCKETS ? start : firstWord;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle]!;
    if (found === term) return true;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Squared length. */
export function squareOf({ values, start, end }: SparseVector): number {
  let square = 0;
  for (let at = start; at < end; at++) square += values[at]! * values[at]!;
  return square;
}

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

/** The sum of many vectors; of its arrays the first `size` places are in use. */
export interface VectorSum {
  /** Ascending, each once. */
  readonly terms: Int32Array;
  readonly sums: Float64Array;
  /** In how many of the vectors a term stands. */
  readonly counts: Int32Array;
  readonly size: number;
}

const BLOCK = 1 << 14;
/** A power of two. */
const MARKS = 1 << 13;

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
  /** By the last bits of a term whether the vector may have it: small enough to stay in a processor's nearest cache. */
  readonly #marks = new Uint8Array(MARKS);
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
    this.#marks.fill(0);
    if (this.#values.length < size) {
      this.#values = new Float32Array(size * 2);
      this.#rarities = new Float64Array(size * 2);
      this.#found = new Int32Array(size * 2);
    }
    const { terms, values, start, end } = vector;
    for (let at = start; at < end; at++) {
      const term = terms[at]!;
      this.#values[term] = values[at]!;
      this.#marks[term & (MARKS - 1)] = 1;
    }
    this.#vector = vector;
  }

  /** Remember how rare one of its words is. */
  setRarity(word: number, rarity: number): void {
    this.#rarities[word] = rarity;
  }

  /** The dot product with another vector. */
  dot({ terms, values, start, end }: SparseVector): number {
    const laid = this.#values;
    const marks = this.#marks;
    let sum = 0;
    for (let at = start; at < end; at++) {
      const term = terms[at]!;
      if (marks[term & (MARKS - 1)] === 1) sum += laid[term]! * values[at]!;
    }
    return sum;
  }

  /** The dot product with a sum of vectors. */
  dotSum({ terms, sums, size }: VectorSum): number {
    const laid = this.#values;
    const marks = this.#marks;
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const term = terms[at]!;
      if (marks[term & (MARKS - 1)] === 1) sum += laid[term]! * sums[at]!;
    }
    return sum;
  }

  /** How rare the words are together that at least so many of the vectors of a sum have. */
  rarityIn({ terms, counts, size }: VectorSum, least: number): number {
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const word = terms[at]!;
      if (word < GRAM_BUCKETS || this.#marks[word & (MARKS - 1)] === 0) continue;
      if (this.#values[word] !== 0 && counts[at]! >= least) sum += this.#rarities[word]!;
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
        if (this.#marks[word & (MARKS - 1)] === 0 || this.#values[word] === 0 || this.#found[word] === search)
          continue;
        this.#found[word] = search;
        sum += this.#rarities[word]!;
      }
    return sum;
  }
}

/** Whether a vector has this term. */
export function hasTerm({ terms, start, firstWord, end }: SparseVector, term: number): boolean {
  return standsIn(terms, term, term < GRAM_BUCKETS ? start : firstWord, end);
}

/** Whether a term is among sorted ones, from `start` to `end`, exclusive. */
export function standsIn(terms: Int32Array, term: number, start: number, end: number): boolean {
  let low = start;
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

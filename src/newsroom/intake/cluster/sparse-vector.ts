/** Sparse vectors over the terms of the vocabulary: sorted term numbers beside their values. */

export interface SparseVector {
  /** Ascending, each once. */
  readonly terms: Int32Array;
  readonly values: Float32Array;
}

/** One vector laid out flat, so that its products with many others are quick. */
export class LaidVector {
  #values = new Float32Array(0);
  #terms: Int32Array = new Int32Array(0);

  /** Lay out `vector` in place of what was there; its terms are below `size`. */
  lay({ terms, values }: SparseVector, size: number): void {
    for (const term of this.#terms) this.#values[term] = 0;
    if (this.#values.length < size) this.#values = new Float32Array(size * 2);
    for (let at = 0; at < terms.length; at++) this.#values[terms[at]!] = values[at]!;
    this.#terms = terms;
  }

  /** The dot product with another vector. */
  dot({ terms, values }: SparseVector): number {
    const laid = this.#values;
    let sum = 0;
    for (let at = 0; at < terms.length; at++) sum += laid[terms[at]!]! * values[at]!;
    return sum;
  }
}

/** Whether sorted terms have this one. */
export function hasTerm(terms: Int32Array, term: number): boolean {
  let low = 0;
  let high = terms.length - 1;
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
export function squareOf({ values }: SparseVector): number {
  let square = 0;
  for (const value of values) square += value * value;
  return square;
}

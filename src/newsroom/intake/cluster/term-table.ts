/** The sum of many vectors, to which others are added, and from which they are taken again. */
import { standsIn, type SparseVector, type VectorSum } from './sparse-vector.ts';

/** What is left of a sum when all that made it was taken away again. */
export const NOTHING = 1e-6;

export class TermTable implements VectorSum {
  terms = new Int32Array(0);
  sums = new Float64Array(0);
  counts = new Int32Array(0);
  size = 0;

  /** Add a vector, or take it away again. */
  add({ terms: more, values, start, end }: SparseVector, times: 1 | -1): void {
    const { terms, sums, counts, size } = this;
    const room = size + end - start;
    this.terms = new Int32Array(room);
    this.sums = new Float64Array(room);
    this.counts = new Int32Array(room);
    this.size = 0;
    let at = 0;
    for (let next = start; next < end; next++) {
      const term = more[next]!;
      for (; at < size && terms[at]! < term; at++) this.#keep(terms[at]!, sums[at]!, counts[at]!);
      const isKnown = at < size && terms[at] === term;
      const sum = (isKnown ? sums[at]! : 0) + times * values[next]!;
      this.#keep(term, sum, (isKnown ? counts[at]! : 0) + times);
      if (isKnown) at++;
    }
    for (; at < size; at++) this.#keep(terms[at]!, sums[at]!, counts[at]!);
  }

  has(term: number): boolean {
    return standsIn(this.terms, term, 0, this.size);
  }

  #keep(term: number, sum: number, count: number): void {
    if (count <= 0) return;
    this.terms[this.size] = term;
    this.sums[this.size] = sum < NOTHING ? 0 : sum;
    this.counts[this.size] = count;
    this.size += 1;
  }
}

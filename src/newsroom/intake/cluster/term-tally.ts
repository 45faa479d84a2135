/** Adds up the weights of one link's terms in flat tables, which the next link uses again. */
import { VectorBlocks, type SparseVector } from './sparse-vector.ts';

export class TermTally {
  readonly #blocks = new VectorBlocks();
  #weights = new Float64Array(1 << 16);
  /** In which text a term was last counted. */
  #counted = new Int32Array(1 << 16);
  #text = 1;
  #terms: number[] = [];

  /** The terms so far, in the order of their first count. */
  get terms(): readonly number[] {
    return this.#terms;
  }

  has(term: number): boolean {
    return (this.#weights[term] ?? 0) > 0;
  }

  /** From here on each term is counted once more. */
  nextText(): void {
    this.#text += 1;
  }

  /** Add the weight, unless this text has counted the term already. */
  countOnce(term: number, weight: number): void {
    if (this.#counted[term] === this.#text) return;
    this.add(term, weight);
    this.#counted[term] = this.#text;
  }

  add(term: number, weight: number): void {
    if (term >= this.#weights.length) this.#widen(term * 2);
    if (this.#weights[term] === 0) this.#terms.push(term);
    this.#weights[term]! += weight;
  }

  /** The terms with their weights; the tally is empty then. */
  take(): SparseVector {
    const taken = this.#blocks.add(this.#terms, this.#weights);
    for (const term of this.#terms) this.#weights[term] = 0;
    this.#terms = [];
    this.nextText();
    return taken;
  }

  #widen(size: number): void {
    const weights = new Float64Array(size);
    weights.set(this.#weights);
    this.#weights = weights;
    const counted = new Int32Array(size);
    counted.set(this.#counted);
    this.#counted = counted;
  }
}

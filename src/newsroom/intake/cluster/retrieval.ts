/** The events that a link could belong to, found by its words: rarest first, within a budget. */
import type { Cluster } from './cluster.ts';
import type { Postings } from './postings.ts';

/** Postings that are read for one link. */
const BUDGET = 1_000;

export interface SoughtWord {
  readonly id: number;
  readonly rarity: number;
  /** What an event gains that has it, too. */
  readonly worth: number;
}

export class Retrieval {
  #weights = new Float64Array(1_024);
  readonly #touched = new Int32Array(BUDGET);

  /** At most `limit` events that `allowed` lets through, those with the most shared weight first. */
  find(
    words: SoughtWord[],
    postings: Postings,
    slots: readonly (Cluster | undefined)[],
    limit: number,
    allowed: (cluster: Cluster) => boolean,
  ): Cluster[] {
    if (this.#weights.length < slots.length) this.#weights = new Float64Array(slots.length * 2);
    const weights = this.#weights;
    const touched = this.#touched;
    let found = 0;
    let budget = BUDGET;
    for (const { id, worth } of words.sort(isRarer)) {
      const list = postings.of(id);
      budget -= list.length;
      if (budget < 0) break;
      for (let at = 0; at < list.length; at++) {
        const slot = list[at]!;
        if (weights[slot] === 0) touched[found++] = slot;
        weights[slot]! += worth;
      }
    }
    const best = new Best(limit);
    for (let at = 0; at < found; at++) {
      const slot = touched[at]!;
      const weight = weights[slot]!;
      weights[slot] = 0;
      if (!best.takes(weight)) continue;
      const cluster = slots[slot];
      if (cluster !== undefined && allowed(cluster)) best.add(cluster, weight);
    }
    return best.clusters;
  }
}

function isRarer(a: SoughtWord, b: SoughtWord): number {
  return b.rarity - a.rarity || a.id - b.id;
}

/** The heaviest so far, in order; of equals the older event. */
class Best {
  readonly #limit: number;
  readonly #found: { readonly cluster: Cluster; readonly weight: number }[] = [];
  #least = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get clusters(): Cluster[] {
    return this.#found.map(({ cluster }) => cluster);
  }

  /** Whether something of this weight has a chance. */
  takes(weight: number): boolean {
    return this.#found.length < this.#limit || weight >= this.#least;
  }

  add(cluster: Cluster, weight: number): void {
    const found = this.#found;
    let at = found.length < this.#limit ? found.length : this.#limit - 1;
    if (found.length === this.#limit && !isBehind(found[at]!, cluster, weight)) return;
    for (; at > 0 && isBehind(found[at - 1]!, cluster, weight); at--) found[at] = found[at - 1]!;
    found[at] = { cluster, weight };
    this.#least = found.at(-1)!.weight;
  }
}

function isBehind(other: { cluster: Cluster; weight: number }, cluster: Cluster, weight: number): boolean {
  return other.weight < weight || (other.weight === weight && other.cluster.id > cluster.id);
}

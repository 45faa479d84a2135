/** The events that a link could belong to, found by its words: rarest first, within a budget. */
import type { Cluster } from './cluster.ts';
import type { Postings } from './postings.ts';

/** Postings that are read for one link. */
const BUDGET = 1_000;

export class Retrieval {
  #weights = new Float64Array(1_024);

  /** At most `limit` events that `allowed` lets through, those with the most shared weight first. */
  find(
    words: readonly { readonly id: number; readonly weight: number; readonly rarity: number }[],
    postings: Postings,
    slots: readonly (Cluster | undefined)[],
    limit: number,
    allowed: (cluster: Cluster) => boolean,
  ): Cluster[] {
    if (this.#weights.length < slots.length) this.#weights = new Float64Array(slots.length * 2);
    const weights = this.#weights;
    const touched: number[] = [];
    let budget = BUDGET;
    for (const { id, weight, rarity } of words.toSorted((a, b) => b.rarity - a.rarity || a.id - b.id)) {
      const list = postings.of(id);
      budget -= list.length;
      if (budget < 0) break;
      for (const slot of list) {
        if (weights[slot] === 0) touched.push(slot);
        weights[slot] = weights[slot]! + weight * rarity;
      }
    }
    const best = new Best(limit);
    for (const slot of touched) {
      const weight = weights[slot]!;
      weights[slot] = 0;
      const cluster = slots[slot];
      if (cluster !== undefined && best.takes(weight) && allowed(cluster)) best.add(cluster, weight);
    }
    return best.clusters;
  }
}

/** The heaviest so far, in order; of equals the older event. */
class Best {
  readonly #limit: number;
  readonly #found: { readonly cluster: Cluster; readonly weight: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get clusters(): Cluster[] {
    return this.#found.map(({ cluster }) => cluster);
  }

  /** Whether something of this weight has a chance. */
  takes(weight: number): boolean {
    return this.#found.length < this.#limit || weight >= this.#found.at(-1)!.weight;
  }

  add(cluster: Cluster, weight: number): void {
    let at = this.#found.length;
    while (at > 0 && isBehind(this.#found[at - 1]!, cluster, weight)) at -= 1;
    this.#found.splice(at, 0, { cluster, weight });
    if (this.#found.length > this.#limit) this.#found.pop();
  }
}

function isBehind(other: { cluster: Cluster; weight: number }, cluster: Cluster, weight: number): boolean {
  return other.weight < weight || (other.weight === weight && other.cluster.id > cluster.id);
}

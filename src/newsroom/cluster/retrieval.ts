/** The events that a link could belong to, found by its words: rarest first, within a budget. */
import type { Cluster } from './cluster.ts';
import type { Postings } from './postings.ts';

/** Postings that are read for one link. */
const BUDGET = 4_000;

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
    const found: { readonly cluster: Cluster; readonly weight: number }[] = [];
    for (const slot of touched) {
      const cluster = slots[slot];
      if (cluster !== undefined && allowed(cluster)) found.push({ cluster, weight: weights[slot]! });
      weights[slot] = 0;
    }
    found.sort((a, b) => b.weight - a.weight || a.cluster.id - b.cluster.id);
    return found.slice(0, limit).map(({ cluster }) => cluster);
  }
}

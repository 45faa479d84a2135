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
      const cluster = slots[slot];
      if (cluster !== undefined && best.takes(weight) && allowed(cluster)) best.add(cluster, weight);
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

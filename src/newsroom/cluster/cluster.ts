/** One event as clustering sees it: the centroid of its links, their anchors and numbers, and its place in time. */
import type { Features } from './features.ts';
import type { FeatureVector } from './vocabulary.ts';

export class Cluster {
  readonly id: number;
  readonly parentId: number | null;
  /** Null while it was not posted. */
  readonly postedAtMs: number | null;
  readonly anchors = new Map<string, number>();
  readonly numbers = new Set<string>();
  readonly words = new Set<string>();
  readonly #sum = new Map<number, number>();
  #square = 0;
  #newestAtMs = -Infinity;
  #links = 0;

  constructor(id: number, parentId: number | null, postedAtMs: number | null) {
    this.id = id;
    this.parentId = parentId;
    this.postedAtMs = postedAtMs;
  }

  add(vector: FeatureVector, features: Features, atMs: number): void {
    for (const [id, value] of vector) {
      const before = this.#sum.get(id) ?? 0;
      this.#sum.set(id, before + value);
      this.#square += value * (2 * before + value);
    }
    for (const anchor of features.anchors) this.anchors.set(anchor, (this.anchors.get(anchor) ?? 0) + 1);
    for (const number of features.numbers) this.numbers.add(number);
    for (const word of features.words) this.words.add(word);
    this.#newestAtMs = Math.max(this.#newestAtMs, atMs);
    this.#links += 1;
  }

  /** Cosine of a link's vector and the centroid, 0 to 1. */
  likeness(vector: FeatureVector): number {
    let dot = 0;
    for (const [id, value] of vector) dot += value * (this.#sum.get(id) ?? 0);
    return this.#square <= 0 ? 0 : dot / Math.sqrt(this.#square);
  }

  get newestAtMs(): number {
    return this.#newestAtMs;
  }

  get links(): number {
    return this.#links;
  }
}

/** How common each feature is among the links seen so far: common ones weigh little, whatever they are. */
import type { Features } from './features.ts';

export type FeatureVector = ReadonlyMap<number, number>;

export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #frequency: number[] = [];
  #links = 0;

  /** Count a link's features. Each link once. */
  observe(features: Features): void {
    this.#links += 1;
    for (const feature of features.weights.keys()) {
      const id = this.#id(feature);
      this.#frequency[id] = (this.#frequency[id] ?? 0) + 1;
    }
  }

  get links(): number {
    return this.#links;
  }

  /** The link's vector, of length 1. */
  vector(features: Features): FeatureVector {
    const vector = new Map<number, number>();
    let square = 0;
    for (const [feature, weight] of features.weights) {
      const id = this.#id(feature);
      const value = weight * this.rarity(id);
      vector.set(id, value);
      square += value * value;
    }
    const length = Math.sqrt(square) || 1;
    for (const [id, value] of vector) vector.set(id, value / length);
    return vector;
  }

  /** Inverse document frequency. */
  rarity(id: number): number {
    return Math.log(1 + (this.#links + 1) / ((this.#frequency[id] ?? 0) + 0.5));
  }

  frequencyOf(id: number): number {
    return this.#frequency[id] ?? 0;
  }

  /** The number of a word, if it was ever seen. */
  wordId(word: string): number | undefined {
    return this.#ids.get(`w${word}`);
  }

  #id(feature: string): number {
    const known = this.#ids.get(feature);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(feature, id);
    this.#frequency.push(0);
    return id;
  }
}

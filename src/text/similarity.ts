/** Similarity of token collections: Jaccard and containment for sets, cosine for TF-IDF vectors. */

export type Vector = ReadonlyMap<string, number>;

interface TfIdf {
  /** One unit vector per document, in order; empty for an empty document. */
  readonly vectors: readonly Vector[];
  /** Weigh other tokens by the same collection. */
  of(tokens: readonly string[]): Vector;
}

/** Shared tokens over all tokens, 0 to 1; 0 for two empty sets. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = sharedCount(a, b);
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Shared tokens over those of the smaller set, 0 to 1; 1 when one set contains the other. */
export function containment(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : sharedCount(a, b) / smaller;
}

/** The cosine of two unit vectors, 0 to 1. */
export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [token, weight] of small) sum += weight * (large.get(token) ?? 0);
  return sum;
}

/** TF-IDF over a small collection: (1 + ln tf) · ln(1 + N / df), each vector scaled to length 1. */
export function tfIdf(documents: readonly (readonly string[])[]): TfIdf {
  const frequency = new Map<string, number>();
  for (const document of documents) {
    for (const token of new Set(document)) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  }
  const of = (tokens: readonly string[]): Vector => {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    const weights = [...counts].map(([token, count]): [string, number] => [
      token,
      (1 + Math.log(count)) * Math.log(1 + documents.length / (frequency.get(token) ?? 1)),
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return new Map(length === 0 ? [] : weights.map(([token, weight]) => [token, weight / length]));
  };
  return { vectors: documents.map(of), of };
}

function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const token of small) if (large.has(token)) shared++;
  return shared;
}

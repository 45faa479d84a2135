/**
 * How much each sentence of a small collection matters to the whole: TextRank over TF-IDF cosine. A sentence scores
 * high when many others, above all in other documents, resemble it; early sentences get a bonus, because news starts
 * with the main point.
 */
import { cosine, tfIdf } from './similarity.ts';
import type { Vector } from './similarity.ts';
import { tokens } from './tokens.ts';

export interface Placed {
  readonly text: string;
  /** Which document, zero-based. */
  readonly document: number;
  /** Its index within the document, zero-based. */
  readonly place: number;
}

interface Salient {
  /** 0 to 1; the most salient sentence has 1. */
  readonly score: number;
  readonly vector: Vector;
}

const DAMPING = 0.85;
const ROUNDS = 30;
/** Less similar sentences don't count for each other. */
const LEAST_LIKENESS = 0.08;
/** How fast the bonus falls: the tenth sentence weighs half of the first. */
const HALF_PLACE = 9;

/** One result per sentence, in the given order. O(n²): meant for a few hundred sentences. */
export function salience(placed: readonly Placed[]): Salient[] {
  const { vectors } = tfIdf(placed.map(({ text }) => tokens(text)));
  const prior = placed.map(({ place }) => HALF_PLACE / (HALF_PLACE + place));
  const priorSum = prior.reduce((sum, weight) => sum + weight, 0) || 1;
  const links = vectors.map((vector, at) =>
    vectors.map((other, to) => {
      const likeness = at === to ? 0 : cosine(vector, other);
      if (likeness < LEAST_LIKENESS) return 0;
      return placed[at]?.document === placed[to]?.document ? likeness * 0.6 : likeness;
    }),
  );
  const outgoing = links.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let rank = prior.map((weight) => weight / priorSum);
  for (let round = 0; round < ROUNDS; round++) {
    const before = rank;
    rank = prior.map((weight, to) => {
      const received = links.reduce((sum, row, from) => {
        const out = outgoing[from] ?? 0;
        return out === 0 ? sum : sum + ((row[to] ?? 0) / out) * (before[from] ?? 0);
      }, 0);
      return (1 - DAMPING) * (weight / priorSum) + DAMPING * received;
    });
  }
  const raw = rank.map((weight, at) => weight * (0.4 + 0.6 * (prior[at] ?? 0)));
  const most = Math.max(...raw, Number.EPSILON);
  return raw.map((weight, at) => ({ score: weight / most, vector: vectors[at] ?? new Map() }));
}

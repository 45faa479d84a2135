/**
 * A tournament of articles by the Swiss system: in each round those meet that stand next to each other and haven't met.
 *
 * - At most eight rounds, and no more comparisons than allowed; it stops when the ranks settle or nobody is left to meet.
 * - The result depends on the answers only: pairs are made from the ranking, equals in the order they were given.
 */
import { strengths } from './bradley-terry.ts';
import type { Comparison } from './bradley-terry.ts';

/** Two that are to be compared, by their places in the list. */
export type Pair = readonly [a: number, b: number];

/** Which of each pair is preferred, in their order. */
export type Compare = (pairs: readonly Pair[]) => Promise<readonly Comparison['preferred'][]>;

export interface Tournament {
  /** The logarithm of each one's strength. */
  readonly strengths: readonly number[];
  readonly comparisons: readonly Comparison[];
  readonly rounds: number;
}

const MOST_ROUNDS = 8;
/** Fewer say too little for the ranks to be called settled. */
const LEAST_ROUNDS = 3;
/** Settled: on average nobody moved by more than this share of the list. */
const SETTLED = 0.01;

/** @param entrants how many there are; the order of the list is the first ranking, best first. */
export async function tournament(
  entrants: number,
  mostComparisons: number,
  compare: Compare,
): Promise<Tournament> {
  const comparisons: Comparison[] = [];
  let ranking = Array.from({ length: entrants }, (_, at) => at);
  let fitted = strengths(entrants, []);
  let rounds = 0;
  while (rounds < MOST_ROUNDS) {
    const pairs = swissPairs(ranking, comparisons).slice(0, mostComparisons - comparisons.length);
    if (pairs.length === 0) break;
    const answers = await compare(pairs);
    comparisons.push(...pairs.map(([a, b], at) => ({ a, b, preferred: answers[at] ?? 'tie' })));
    rounds += 1;
    fitted = strengths(entrants, comparisons, fitted);
    await othersFirst();
    const next = rankingBy(fitted);
    const settled = rounds >= LEAST_ROUNDS && meanMove(ranking, next) <= SETTLED * entrants;
    ranking = next;
    if (settled) break;
  }
  return { strengths: fitted, comparisons, rounds };
}

/** A round takes its time: whatever else waits in the process goes before the next one. */
function othersFirst(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Each with the next in the ranking whom it hasn't met; who finds nobody sits the round out. */
export function swissPairs(ranking: readonly number[], met: readonly Comparison[]): Pair[] {
  const known = new Set(met.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  const waiting = [...ranking];
  const pairs: Pair[] = [];
  for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
    const at = waiting.findIndex((other) => !known.has(`${first} ${other}`));
    if (at >= 0) pairs.push([first, waiting.splice(at, 1)[0]!]);
  }
  return pairs;
}

function rankingBy(fitted: readonly number[]): number[] {
  return fitted.map((_, at) => at).sort((a, b) => fitted[b]! - fitted[a]! || a - b);
}

function meanMove(before: readonly number[], after: readonly number[]): number {
  const places = new Map(before.map((article, place) => [article, place]));
  const moves = after.map((article, place) => Math.abs(place - places.get(article)!));
  return moves.reduce((sum, move) => sum + move, 0) / Math.max(1, moves.length);
}

/** Articles against each other, as z-scores: the best by the other parts meet most, by a model or by rule. */
import { zScores } from './bradley-terry.ts';
import type { Comparison } from './bradley-terry.ts';
import { compareByModel } from './ask-model.ts';
import type { BatchAsker } from './batch-asker.ts';
import type { Entrant } from './entrant.ts';
import { preferredByRule, weightByRule } from './rule-judgement.ts';
import { tournament } from './tournament.ts';
import type { Pair } from './tournament.ts';

type Parts = Readonly<Record<string, number>>;

interface CompareWork {
  readonly entrants: readonly Entrant[];
  /** How many sources tell of each one's event. */
  readonly sources: readonly number[];
  /** What each scores before it is compared. */
  readonly parts: readonly Parts[];
  readonly nowMs: number;
  readonly asker: BatchAsker;
}

export interface Compared {
  /** For each entrant. */
  readonly scores: readonly number[];
  readonly comparisons: number;
  /** How many of these a language model decided. */
  readonly byModel: number;
  readonly rounds: number;
}

/** A model is asked about so many pairs at most. */
const MOST_BY_MODEL = 240;
/** In a tournament that a model decides; more of them would meet too seldom. */
const MOST_ENTRANTS = 80;
const MOST_BY_RULE = 4_000;

/** Score articles by comparing pairs of them; a model is asked about the best of them only, within a bound. */
export async function compareArticles(work: CompareWork): Promise<Compared> {
  const { entrants, asker } = work;
  const withModel = asker.asks;
  const order = bestFirst(work).slice(0, withModel ? MOST_ENTRANTS : undefined);
  const weights = entrants.map((entrant, at) => weightByRule(entrant, work.sources[at]!, work.nowMs));
  let byModel = 0;
  const compare = async (pairs: readonly Pair[]): Promise<Comparison['preferred'][]> => {
    const met = pairs.map(([a, b]) => [order[a]!, order[b]!] as const);
    const heard = asker.asks
      ? await compareByModel(
          met.map(([a, b]) => [entrants[a]!, entrants[b]!]),
          asker,
        )
      : [];
    byModel += heard.filter((one) => one !== undefined).length;
    return met.map(([a, b], at) => heard[at] ?? preferredByRule(weights[a]!, weights[b]!));
  };
  const { strengths, comparisons, rounds } = await tournament(
    order.length,
    withModel ? MOST_BY_MODEL : MOST_BY_RULE,
    compare,
  );
  const scored = zScores(strengths);
  // Who wasn't compared is no better than the last of those that were.
  const scores = new Array<number>(entrants.length).fill(Math.min(0, ...scored));
  for (const [at, entrant] of order.entries()) scores[entrant] = scored[at]!;
  return { scores: held(scores, work), comparisons: comparisons.length, byModel, rounds };
}

/** By what they score before; of equals the one with a date, then as given. */
function bestFirst({ entrants, parts }: CompareWork): number[] {
  const before = parts.map((one) => Object.values(one).reduce((sum, part) => sum + part, 0));
  const isDated = (at: number) => Number(entrants[at]!.article.publishedAtMs !== undefined);
  return entrants
    .map((_, at) => at)
    .sort((a, b) => before[b]! - before[a]! || isDated(b) - isDated(a) || a - b);
}

/** An undated article does no better in comparisons than a dated one that equals it in all else. */
function held(scores: readonly number[], { entrants, parts }: CompareWork): number[] {
  const lowest = new Map<string, number>();
  const keyOf = ({ recency: _, undated: __, ...others }: Parts) => JSON.stringify(others);
  const isDated = (at: number) => entrants[at]!.article.publishedAtMs !== undefined;
  for (const [at, score] of scores.entries()) {
    const key = keyOf(parts[at]!);
    if (isDated(at)) lowest.set(key, Math.min(score, lowest.get(key) ?? Infinity));
  }
  return scores.map((score, at) =>
    isDated(at) ? score : Math.min(score, lowest.get(keyOf(parts[at]!)) ?? Infinity),
  );
}

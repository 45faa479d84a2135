/**
 * What the desk model says of articles: it counts and measures, and concludes nothing. How many sources tell of the same
 * event stands for importance, words of the topics for being on topic, and length and shouting for quality.
 */
import { readsAsCjk } from '../../text/cjk.ts';
import { cosine, tfIdf } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import { shareIn } from '../../newsroom/model/events-like.ts';
import type { Comparison } from './bradley-terry.ts';
import type { Entrant } from './entrant.ts';
import { lengthScore, recency, reputation, undated } from './scores.ts';

/** Probabilities, 0 to 1. */
export interface Judgement {
  readonly onTopic: number;
  readonly important: number;
  readonly lowQuality: number;
}

/** Titles and lines this alike tell of one event. */
const SAME_EVENT = 0.4;
/** Fewer characters are a note, in English and in Chinese. */
const NOTE = { en: 400, cjk: 200 };
/** Every article that is rated has passed the filter of topics before. */
const PASSED_FILTER = 0.5;

/** For each, how many sources tell of its event, its own included. */
export function sourcesPerEvent(entrants: readonly Entrant[]): number[] {
  const { vectors } = tfIdf(entrants.map(({ article, line }) => tokens(`${article.title}\n${line}`)));
  return entrants.map((own, at) => {
    const sources = new Set([own.article.source]);
    for (const [other, { article }] of entrants.entries())
      if (!sources.has(article.source) && cosine(vectors[at]!, vectors[other]!) >= SAME_EVENT)
        sources.add(article.source);
    return sources.size;
  });
}

/**
 * A judgement without a model: each value from 0 to 1.
 * @param sources how many sources report it, at least 1.
 */
export function judgeByRule(
  { article, line }: Entrant,
  sources: number,
  topics: readonly string[],
): Judgement {
  const shares = topics.map((topic) => shareIn(topic, [article.title, line]));
  return {
    onTopic: topics.length === 0 ? 1 : PASSED_FILTER + (1 - PASSED_FILTER) * Math.max(...shares),
    important: 1 - 1 / sources,
    lowQuality: (isNote(article.text) ? 0.5 : 0) + (shouts(article.title) ? 0.3 : 0),
  };
}

/** How much speaks for an article when two are compared. */
export function weightByRule({ article }: Entrant, sources: number, nowMs: number): number {
  const news = recency(article.publishedAtMs, nowMs) + undated(article);
  return Math.log2(sources) + reputation(article.tier) + 0.5 * news + 0.25 * lengthScore(article.text);
}

/** The heavier one; a tie if the weights are equal. */
export function preferredByRule(weightA: number, weightB: number): Comparison['preferred'] {
  if (weightA === weightB) return 'tie';
  return weightA > weightB ? 'a' : 'b';
}

function isNote(text: string): boolean {
  return text.length < (readsAsCjk(text.slice(0, 1_000)) ? NOTE.cjk : NOTE.en);
}

function shouts(title: string): boolean {
  const letters = title.match(/\p{L}/gu) ?? [];
  const capitals = title.match(/\p{Lu}/gu)?.length ?? 0;
  return /[!?！？]{2,}/u.test(title) || (letters.length >= 12 && capitals / letters.length > 0.8);
}

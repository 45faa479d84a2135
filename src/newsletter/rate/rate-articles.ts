/**
 * Step `rate_articles`: every downloaded article with a score, best first.
 *
 * Call `rateArticles({ download_articles, extract_summaries }, deps, signal)` with the outputs of those steps. With
 * `deps.desk` and a language model behind it, articles are judged and compared by the model, in batches; what it leaves
 * open, and everything without it, is decided by rule. It rejects only with the signal's reason.
 *
 * score = source + length + on_topic + important − low_quality + recency + undated + comparisons (`parts` has each with
 * its sign, so that a score is the sum of its parts). Equal inputs have equal outputs, in whatever order the articles come.
 */
import type { Clock } from '../../time/clock.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { ModelDesk } from '../../llm/ask-about.ts';
import type { ArticleRating, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { stepWords } from '../steps/words.ts';
import { BatchAsker } from './batch-asker.ts';
import { compareArticles } from './compare-articles.ts';
import type { Entrant } from './entrant.ts';
import { judgeByModel } from './ask-model.ts';
import { judgeByRule, sourcesPerEvent } from './rule-judgement.ts';
import { lengthScore, recency, reputation, undated } from './scores.ts';

export type RateInputs = Pick<StepOutputs, 'download_articles' | 'extract_summaries'>;

export interface RateDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly language: WrittenLanguage;
  /** What the newsletter is about, a phrase each; none: everything. */
  readonly topics: readonly string[];
  /** Who is asked; without it rules decide. */
  readonly desk?: ModelDesk;
  /** How often models are asked at most, retries included. */
  readonly mostPrompts?: number;
}

const MOST_PROMPTS = 120;
/** More of it says nothing. */
const LINE_OF_TEXT = 400;

/** The step `rate_articles`: a rating for each article, by a model in batches or by rules. */
export async function rateArticles(
  inputs: RateInputs,
  deps: RateDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['rate_articles']>> {
  signal.throwIfAborted();
  const nowMs = deps.clock.now();
  const entrants = entrantsOf(inputs);
  const sources = sourcesPerEvent(entrants);
  const asker = new BatchAsker(deps.desk, deps.mostPrompts ?? MOST_PROMPTS, signal);
  const judged = await judgeByModel(entrants, deps.topics, asker);
  const before = entrants.map((entrant, at) => {
    const { article } = entrant;
    const { onTopic, important, lowQuality } = judged[at] ?? judgeByRule(entrant, sources[at]!, deps.topics);
    return {
      source: reputation(article.tier),
      length: rounded(lengthScore(article.text)),
      on_topic: rounded(onTopic),
      important: rounded(important),
      low_quality: rounded(-lowQuality),
      recency: rounded(recency(article.publishedAtMs, nowMs)),
      undated: undated(article),
    };
  });
  const compared = await compareArticles({ entrants, sources, parts: before, nowMs, asker });
  const ratings = entrants.map(({ article }, at): ArticleRating => {
    const parts = { ...before[at]!, comparisons: rounded(compared.scores[at]!) };
    return { url: article.url, score: rounded(sum(parts)), parts };
  });
  return {
    output: { ratings: ratings.sort(bestFirst) },
    message: stepWords(deps.language).rate.rated(ratings.length, compared.comparisons, compared.byModel),
    counts: {
      articles: ratings.length,
      judged_by_model: judged.filter((one) => one !== undefined).length,
      comparisons: compared.comparisons,
      compared_by_model: compared.byModel,
      rounds: compared.rounds,
      prompts: asker.prompts,
    },
  };
}

/** Each article once, in the order of their addresses: the order that they came in means nothing. */
function entrantsOf({ download_articles, extract_summaries }: RateInputs): Entrant[] {
  const lines = new Map(extract_summaries.summaries.map(({ url, line }) => [url, line]));
  const byUrl = new Map(download_articles.articles.map((article) => [article.url, article]));
  return [...byUrl.values()]
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map((article) => ({
      article,
      line: lines.get(article.url) ?? article.description ?? article.text.slice(0, LINE_OF_TEXT),
    }));
}

/** Of equals the one with a date, then by address. */
function bestFirst(a: ArticleRating, b: ArticleRating): number {
  return b.score - a.score || b.parts['undated']! - a.parts['undated']! || (a.url < b.url ? -1 : 1);
}

function sum(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}

/** To four places, so that a person can read it. Never -0. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0;
}

/**
 * Step 7: which stories the newsletter has, in which sections. Wants `LetterModel` where a language model is configured.
 *
 * - A language model proposes sections for the topics; the edition's categories do where it fails, for what it leaves out,
 *   and without one. `arrange-sections.ts` makes sections of the proposals.
 * - A section's articles stand story by story, the best story first, as the topics have them.
 */
import { z } from 'zod';
import type { DownloadedArticle, StepOutputs, Topic } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { arrangeSections, type Proposal, type Rated } from './arrange-sections.ts';
import { StepFailed, type LetterModel, type StepDeps } from './deps.ts';
import { scores } from './rated.ts';
import { itemNumber, lineOf, listIn } from './read-items.ts';
import { stepWords } from './words.ts';

export type SectionInputs = Pick<
  StepOutputs,
  'download_articles' | 'extract_summaries' | 'rate_articles' | 'cluster_topics'
>;

export interface SectionStepDeps extends StepDeps {
  readonly model: LetterModel;
}

/** The best so many topics are arranged: what 15 sections of 7 could hold. */
const MOST_TOPICS = 105;
const proposed = z.object({
  name: lineOf,
  topics: z.array(z.unknown()).transform((all) => all.flatMap((one) => itemNumber.safeParse(one).data ?? [])),
});
const answer = z.object({ sections: z.array(z.object({ name: z.string(), topics: z.array(z.int()) })) });

/** The step `select_sections`: which topics become sections, in which order. */
export async function selectSections(
  inputs: SectionInputs,
  deps: SectionStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['select_sections']>> {
  const { edition } = deps;
  const words = stepWords(edition.language).section;
  const articles = new Map(inputs.download_articles.articles.map((article) => [article.url, article]));
  const topics = known(inputs.cluster_topics.topics, articles);
  if (topics.length === 0) throw new StepFailed(words.noStories);
  const stories = storiesOf(topics, inputs);
  const byModel = await proposedBy(topics, inputs, deps, signal);
  const proposals = [...byModel, ...byCategory(topics, articles, deps, byModel)];
  const sections = arrangeSections(proposals, stories, words);
  const count = sections.reduce((sum, section) => sum + section.stories.length, 0);
  const leftOut = topics.length - count;
  return {
    output: {
      sections: sections.map(({ name, stories: its }): Topic => {
        const urls = its.flatMap((at) => topics[at]!.urls);
        return { name, urls: [...new Set(urls)] };
      }),
    },
    message: words.selected(count, sections.length, leftOut),
    counts: { sections: sections.length, stories: count, left_out: leftOut, proposed: byModel.length },
  };
}

/** Only articles that there are: an output may have been edited by hand. */
function known(topics: readonly Topic[], articles: ReadonlyMap<string, DownloadedArticle>): Topic[] {
  return topics
    .map(({ name, urls }) => ({ name, urls: urls.filter((url) => articles.has(url)) }))
    .filter(({ urls }) => urls.length > 0);
}

function storiesOf(topics: readonly Topic[], { rate_articles: { ratings } }: SectionInputs): Rated[] {
  const scoreOf = scores(ratings);
  return topics.map(({ urls }) => ({ urls, score: Math.max(...urls.map(scoreOf)) }));
}

async function proposedBy(
  topics: readonly Topic[],
  { extract_summaries: { summaries } }: SectionInputs,
  { model, edition }: SectionStepDeps,
  signal: AbortSignal,
): Promise<Proposal[]> {
  if (!model.serves()) return [];
  const lines = new Map(summaries.map(({ url, line }) => [url, line]));
  const shown = topics.slice(0, MOST_TOPICS).map(({ name, urls }, at) => ({
    ...{ i: at + 1, name, line: lines.get(urls[0]!) ?? '' },
  }));
  const reply = await model.ask({
    profile: 'newsletter_sections',
    input: { categories: edition.categories, topics: shown },
    answer,
    signal,
  });
  if (reply.kind === 'failed') return [];
  return listIn(reply.value).flatMap((one) => {
    const section = proposed.safeParse(one).data;
    if (section === undefined) return [];
    const stories = section.topics.map((i) => i - 1).filter((at) => at >= 0 && at < shown.length);
    return [{ name: section.name, stories }];
  });
}

/** By what the articles of each topic are called; topics that a model has put somewhere are left to it. */
function byCategory(
  topics: readonly Topic[],
  articles: ReadonlyMap<string, DownloadedArticle>,
  { edition }: SectionStepDeps,
  before: readonly Proposal[],
): Proposal[] {
  const taken = new Set(before.flatMap(({ stories }) => stories));
  const found = topics.map(({ urls }) => {
    const its = urls.map((url) => articles.get(url)!);
    const texts = its.flatMap(({ title, description = '' }) => [title, description]);
    return edition.categoryOf(texts, its[0]!.category);
  });
  return edition.categories.map((name) => ({
    name,
    kin: edition.kinOf?.(name),
    stories: found.flatMap((category, at) => (category === name && !taken.has(at) ? [at] : [])),
  }));
}

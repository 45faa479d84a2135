/**
 * Step 8: the sections written, best first. Wants `LetterChecks`, and `LetterModel` where a language model is configured.
 *
 * - One prompt a section; then a critique, and while it says less than 7 of 10, or a sentence is doubted, the section is
 *   written again with the remarks: at most twice.
 * - A story that the model leaves out, and every story without one, quotes the summaries of its articles.
 * - Every story is held to the texts of its articles. What is doubted stays, and is marked in `doubts`.
 * - Citations are numbered over the whole newsletter, in the order in which they are read.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { WrittenLanguage } from '../../time/locale.ts';
import type {
  DownloadedArticle,
  NewsletterSection,
  NewsletterSource,
  StepOutputs,
} from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { citesOf, renumbered } from '../model/cited-text.ts';
import { critiqueOf } from './critique.ts';
import { StepFailed, type LetterChecks, type LetterModel, type StepDeps } from './deps.ts';
import { articlesOf, heldToSources, quotedStory, type StoryDraft, type StoryInput } from './draft-story.ts';
import { inParallel } from '../../async/in-parallel.ts';
import { byRating } from './rated.ts';
import { lineOf, readItems, textOf } from './read-items.ts';
import { checkSource, numberedSource, publisherOf } from './sources.ts';
import { stepWords } from './words.ts';

export type DraftInputs = Pick<
  StepOutputs,
  'download_articles' | 'extract_summaries' | 'rate_articles' | 'cluster_topics' | 'select_sections'
>;

export interface DraftStepDeps extends StepDeps {
  readonly model: LetterModel;
  readonly checks: LetterChecks;
}

interface SectionInput {
  readonly heading: string;
  readonly stories: readonly StoryInput[];
}

interface SectionDraft {
  readonly heading: string;
  readonly stories: readonly { readonly input: StoryInput; readonly draft: StoryDraft }[];
  readonly quoted: number;
  readonly rounds: number;
  readonly model?: string;
}

const GOOD_ENOUGH = 7;
const MOST_CRITIQUES = 2;
const AT_ONCE = 2;
const MOST_ARTICLES = 4;
const SHOWN_CHARACTERS = 1_800;
const written = z.object({ headline: lineOf, text: textOf });
const answer = z.object({
  stories: z.array(z.object({ i: z.int(), headline: z.string(), text: z.string() })),
});

/** @throws StepFailed when no section has a story. */
export async function draftSections(
  inputs: DraftInputs,
  deps: DraftStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['draft_sections']>> {
  const words = stepWords(deps.edition.language).draft;
  const sections = sectionsOf(inputs, deps.edition.language);
  if (sections.length === 0) throw new StepFailed(words.nothingToDraft);
  let done = 0;
  const drafts = await inParallel(sections, AT_ONCE, signal, async (section) => {
    const draft = await drafted(section, deps, signal);
    deps.progress?.((done += 1), sections.length);
    return draft;
  });
  const { sections: numbered, sources } = numberedThrough(drafts);
  const stories = drafts.flatMap((section) => section.stories);
  const doubts = stories.reduce((sum, { draft }) => sum + draft.doubts.length, 0);
  const model = drafts.find((draft) => draft.model !== undefined)?.model;
  return {
    output: { sections: numbered, sources, ...(model !== undefined && { model }) },
    message: words.drafted(stories.length, drafts.length, doubts),
    counts: {
      sections: drafts.length,
      stories: stories.length,
      sources: sources.length,
      doubts,
      quoted: drafts.reduce((sum, { quoted }) => sum + quoted, 0),
      critiques: drafts.reduce((sum, { rounds }) => sum + rounds, 0),
      headlines_replaced: stories.filter(({ draft }) => draft.headlineReplaced).length,
    },
  };
}

/** The stories of each section: its articles, by topic; best first. What the sections name and nobody has is left out. */
function sectionsOf(inputs: DraftInputs, language: WrittenLanguage): SectionInput[] {
  const articles = new Map(inputs.download_articles.articles.map((article) => [article.url, article]));
  const summaries = new Map(inputs.extract_summaries.summaries.map((summary) => [summary.url, summary]));
  const best = byRating(inputs.rate_articles.ratings);
  const topicOf = new Map<string, number>();
  for (const [at, { urls }] of inputs.cluster_topics.topics.entries())
    for (const url of urls) if (!topicOf.has(url)) topicOf.set(url, at);
  const seen = new Set<string>();
  return inputs.select_sections.sections.flatMap(({ name, urls }): SectionInput[] => {
    const byTopic = new Map<number | string, DownloadedArticle[]>();
    for (const url of urls) {
      const article = articles.get(url);
      if (article === undefined || seen.has(url)) continue;
      seen.add(url);
      const topic = topicOf.get(url) ?? url;
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), article]);
    }
    const stories = [...byTopic.values()]
      .map((group) => group.toSorted(best))
      .sort(([a], [b]) => best(a!, b!))
      .map((group) => ({
        articles: group.slice(0, MOST_ARTICLES),
        beyond: group.slice(MOST_ARTICLES),
        summaries,
        language,
      }));
    return stories.length === 0 ? [] : [{ heading: name, stories }];
  });
}

async function drafted(
  { heading, stories }: SectionInput,
  { model, checks }: DraftStepDeps,
  signal: AbortSignal,
): Promise<SectionDraft> {
  const sources = stories.map(({ articles }) => articles.map(checkSource));
  const held = async (text: { headline: string; text: string }, at: number) => {
    await breathe();
    signal.throwIfAborted();
    return heldToSources(text, stories[at]!, checks, sources[at]);
  };
  const asSection = (drafts: readonly StoryDraft[], told: Omit<SectionDraft, 'heading' | 'stories'>) => ({
    ...{ heading, stories: drafts.map((draft, at) => ({ input: stories[at]!, draft })) },
    ...told,
  });
  const quoted = async () => inParallel(stories, 1, signal, (story, at) => held(quotedStory(story), at));
  if (!model.serves()) return asSection(await quoted(), { quoted: stories.length, rounds: 0 });

  const shown = stories.map(shownStory);
  let remarks: readonly string[] = [];
  let drafts: readonly StoryDraft[] = [];
  let by: string | undefined;
  const byModel = new Set<number>();
  for (let rounds = 0; ; rounds++) {
    const before = drafts.map(({ headline, text }, at) => ({ i: at + 1, headline, text }));
    const reply = await model.ask({
      profile: 'newsletter_draft',
      input: { heading, stories: shown, ...(rounds > 0 && { before, remarks }) },
      answer,
      signal,
    });
    const said = readItems(reply.kind === 'answered' ? reply.value : [], stories.length, written);
    if (reply.kind === 'answered' && said.size > 0) by = reply.model;
    drafts = await inParallel(stories, 1, signal, async (story, at): Promise<StoryDraft> => {
      const text = said.get(at + 1);
      if (text !== undefined) byModel.add(at);
      return text === undefined ? (drafts[at] ?? held(quotedStory(story), at)) : held(text, at);
    });
    const ended = (critiques: number) =>
      asSection(drafts, {
        ...{ quoted: stories.length - byModel.size, rounds: critiques },
        ...(by !== undefined && { model: by }),
      });
    if (rounds === MOST_CRITIQUES || said.size === 0) return ended(rounds);
    const critique = await critiqueOf(model, 'a section', criticised(heading, shown, drafts), signal);
    const doubted = drafts.flatMap(({ doubts }, at) =>
      doubts.map(({ sentence, why }) => `story ${at + 1}: "${sentence}": ${why.join('; ')}`),
    );
    const isGood = critique === undefined || critique.score >= GOOD_ENOUGH;
    if (isGood && doubted.length === 0) return ended(rounds + 1);
    remarks = [...doubted, ...(isGood ? [] : critique.problems)];
  }
}

function shownStory({ articles, summaries }: StoryInput, at: number) {
  return {
    i: at + 1,
    articles: articles.map((article, n) => ({
      ...{ n: n + 1, title: article.title, publisher: publisherOf(article) },
      summary: summaries.get(article.url)?.bullets ?? [],
      text: article.text.slice(0, SHOWN_CHARACTERS),
    })),
  };
}

function criticised(heading: string, shown: readonly object[], drafts: readonly StoryDraft[]) {
  return {
    heading,
    sources: shown,
    draft: drafts.map(({ headline, text }, at) => ({ i: at + 1, headline, text })),
  };
}

/** Citations numbered through, and the sources that they name. */
export function numberedThrough(drafts: readonly Pick<SectionDraft, 'heading' | 'stories'>[]): {
  readonly sections: NewsletterSection[];
  readonly sources: NewsletterSource[];
} {
  const numbers = new Map<string, number>();
  const sources: NewsletterSource[] = [];
  const numberOf = (article: DownloadedArticle | undefined): number | undefined => {
    if (article === undefined) return undefined;
    const known = numbers.get(article.url);
    if (known !== undefined) return known;
    sources.push(numberedSource(article, sources.length + 1));
    numbers.set(article.url, sources.length);
    return sources.length;
  };
  const sections = drafts.map(({ heading, stories }) => ({
    heading,
    stories: stories.map(({ input, draft }) => {
      for (const n of citesOf(draft.text)) numberOf(input.articles[n - 1]);
      const anew = (text: string) => renumbered(text, (n) => numberOf(input.articles[n - 1]));
      const doubts = draft.doubts.map(({ sentence }) => anew(sentence));
      return {
        headline: draft.headline,
        text: anew(draft.text),
        urls: articlesOf(draft, input),
        ...(doubts.length > 0 && { doubts }),
      };
    }),
  }));
  return { sections, sources };
}

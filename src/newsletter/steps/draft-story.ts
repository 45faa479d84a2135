/**
 * One story of a newsletter while it is drafted: its articles numbered from 1, a headline, two or three cited sentences.
 * What is written is held to the articles; what is doubted stays, and is marked.
 */
import { inHongKongScript } from '../../text/chinese/hong-kong.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { withoutSections } from '../../text/headline.ts';
import { shortLine } from '../../text/shorten.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { ArticleSummary, DownloadedArticle } from '../model/outputs.ts';
import { citesOf, eachCited } from '../model/cited-text.ts';
import type { Doubt, LetterChecks } from './deps.ts';
import { inOwnLanguage } from './own-language.ts';
import { bestQuotes, saysSame } from './quotes.ts';
import { checkSource } from './sources.ts';

/** What a story is written from. */
export interface StoryInput {
  /** The best rated first; `[n]` is `articles[n - 1]`. */
  readonly articles: readonly DownloadedArticle[];
  /** Further articles that tell of it: it doesn't stand on them, and no later issue has them again. */
  readonly beyond: readonly DownloadedArticle[];
  /** By address, as far as there are any. */
  readonly summaries: ReadonlyMap<string, ArticleSummary>;
  /** What only quotes keeps to the edition's language, where an article is in it. */
  readonly language: WrittenLanguage;
}

export interface StoryDraft {
  readonly headline: string;
  readonly text: string;
  readonly doubts: readonly Doubt[];
  /** Whether its headline was doubted, and that of its best article stands in its place. */
  readonly headlineReplaced: boolean;
}

const SENTENCES = { least: 2, most: 3 };
const HEADLINE_CHARACTERS = 120;
const QUOTES = 3;

/**
 * Held to its articles. A text of one sentence gets another, quoted.
 * @param sources the articles as sources; the same list for each draft of a story, so that it is read once.
 */
export async function heldToSources(
  written: { readonly headline: string; readonly text: string },
  input: StoryInput,
  checks: LetterChecks,
  sources = input.articles.map(checkSource),
): Promise<StoryDraft> {
  const cited = withoutRepeats(eachCited(written.text, sources, SENTENCES.most));
  const long = sentencesIn(cited) < SENTENCES.least ? lengthened(cited, input) : cited;
  const body = await inScript(long, input);
  const title = await inScript(written.headline, input);
  const checked = await checks.check({ title, body }, sources);
  const headlineReplaced = checked.title.length > 0;
  return {
    headline: headlineReplaced
      ? await inScript(ownHeadline(input), input)
      : shortLine(title, HEADLINE_CHARACTERS),
    text: checked.body,
    doubts: checked.doubts,
    headlineReplaced,
  };
}

/** Of sentences that say the same, with no figure of their own, the first; it cites what all of them cite. */
function withoutRepeats(cited: string): string {
  const kept: { readonly text: string; readonly cites: Set<number> }[] = [];
  for (const { text, cites } of citedSentences(cited)) {
    const same = kept.find((one) => saysSame(one.text, text) && hasFigures(one.text, text));
    if (same) for (const n of cites) same.cites.add(n);
    else kept.push({ text, cites: new Set(cites) });
  }
  return kept.map(({ text, cites }) => `${text} ${[...cites].map((n) => `[${n}]`).join('')}`).join(' ');
}

/** Whether one sentence has every figure of the other: "12 injured" and "14 injured" are not the same. */
function hasFigures(one: string, other: string): boolean {
  const known = new Set(figuresIn(one).map(({ value }) => value));
  return figuresIn(other).every(({ value }) => known.has(value));
}

/** Whatever its articles write: their words, in the script of the edition. */
async function inScript(text: string, { language }: StoryInput): Promise<string> {
  return language === 'en' ? text : inHongKongScript(text, { wording: false });
}

/** What the articles' summaries say, under the headline of the best: nothing of it is the writer's. */
export function quotedStory(input: StoryInput): { readonly headline: string; readonly text: string } {
  const chosen: { readonly text: string; readonly n: number }[] = [];
  for (const one of inTurn(input)) {
    if (chosen.length === SENTENCES.most) break;
    if (!chosen.some(({ text }) => saysSame(text, one.text))) chosen.push(one);
  }
  const text = chosen
    .toSorted((a, b) => a.n - b.n)
    .map(({ text: sentence, n }) => `${sentence} [${n}]`)
    .join(' ');
  return { headline: ownHeadline(input), text: eachCited(text, input.articles, SENTENCES.most) };
}

/** What each article says: the first of each, then the second of each. A single article has them in its own order. */
function inTurn(input: StoryInput): { readonly text: string; readonly n: number }[] {
  const own = inOwnLanguage(input);
  const lists = input.articles.map((article, at) =>
    own.includes(article) ? saidBy(article, input).map((text) => ({ text, n: at + 1 })) : [],
  );
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

function saidBy(article: DownloadedArticle, { summaries }: StoryInput): readonly string[] {
  return summaries.get(article.url)?.bullets ?? bestQuotes(article.text, QUOTES).map(({ text }) => text);
}

function lengthened(text: string, input: StoryInput): string {
  const more = inTurn(input).find((one) => !saysSame(one.text, text));
  const added = more && eachCited(`${more.text} [${more.n}]`, input.articles, 1);
  return added === undefined ? text : `${text} ${added}`;
}

function sentencesIn(cited: string): number {
  return cited.match(/(?:\[\d{1,2}\])+/gu)?.length ?? 0;
}

function ownHeadline(input: StoryInput): string {
  return shortLine(withoutSections(inOwnLanguage(input)[0]!.title), HEADLINE_CHARACTERS);
}

/** The addresses of all that tell of it, those that it cites first. */
export function articlesOf({ text }: Pick<StoryDraft, 'text'>, { articles, beyond }: StoryInput): string[] {
  const cited = citesOf(text).flatMap((n) => articles[n - 1]?.url ?? []);
  const all = [...articles, ...beyond];
  return [...new Set([...cited, ...all.map(({ url }) => url), ...all.flatMap(({ also = [] }) => also)])];
}

/**
 * Step 6: articles about one happening are one topic. Wants nothing but, for names, `LetterModel` where a language model is
 * configured.
 *
 * - The newsroom's clustering, over the window of the newsletter; each article is in one topic, the best rated first.
 * - A topic has a name: one call names them all. What it leaves out, and everything without a model, has the headline of
 *   its best article.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { Clusterer } from '../../newsroom/intake/cluster/clusterer.ts';
import type { ClusterItem } from '../../newsroom/intake/cluster/features.ts';
import { domainOf } from '../../newsroom/model/url-key.ts';
import { withoutSections } from '../../text/headline.ts';
import { shortLine } from '../../text/shorten.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { DownloadedArticle, StepOutputs, Topic } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import type { LetterModel, StepDeps } from './deps.ts';
import { inOwnLanguage } from './own-language.ts';
import { byRating } from './rated.ts';
import { lineOf, readItems } from './read-items.ts';
import { stepWords } from './words.ts';

export type TopicInputs = Pick<StepOutputs, 'download_articles' | 'extract_summaries' | 'rate_articles'>;

export interface TopicStepDeps extends StepDeps {
  readonly model: LetterModel;
}

const WINDOW_MS = 7 * 24 * 3_600_000;
const LEDE_CHARACTERS = 600;
/** Articles that are placed before others get a turn. */
const A_BREATH = 40;
/** The best so many are named by a model: as many as one reply holds. */
const MOST_NAMED = 120;
const NAME_CHARACTERS = 90;
const named = z.object({ name: lineOf });
const answer = z.object({ topics: z.array(z.object({ i: z.int(), name: z.string() })) });

/** The step `cluster_topics`: articles on the same subject under one name. */
export async function clusterTopics(
  {
    download_articles: { articles },
    extract_summaries: { summaries },
    rate_articles: { ratings },
  }: TopicInputs,
  { model, edition, progress }: TopicStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['cluster_topics']>> {
  const lines = new Map(summaries.map(({ url, line }) => [url, line]));
  const best = byRating(ratings);
  const groups = (await clustered(articles, lines, signal, progress))
    .map((group) => group.toSorted(best))
    .sort(([a], [b]) => best(a!, b!));
  const names = await namesBy(groups, lines, model, signal);
  const topics = groups.map((group, at): Topic => ({
    name: names.get(at + 1)?.name ?? headlineOf(group, edition.language),
    urls: group.map(({ url }) => url),
  }));
  const shared = topics.filter(({ urls }) => urls.length > 1).length;
  return {
    output: { topics },
    message: stepWords(edition.language).topic.clustered(articles.length, topics.length),
    counts: { articles: articles.length, topics: topics.length, with_several: shared, named: names.size },
  };
}

/** In the order of time, so that the same articles come to the same topics in whatever order they are given. */
async function clustered(
  articles: readonly DownloadedArticle[],
  lines: ReadonlyMap<string, string>,
  signal: AbortSignal,
  progress: StepDeps['progress'],
): Promise<DownloadedArticle[][]> {
  const clusterer = new Clusterer({ windowMs: WINDOW_MS });
  const oldest = Math.min(...articles.flatMap(({ publishedAtMs }) => publishedAtMs ?? []), Infinity);
  const items = articles
    .map((article) => ({ article, item: itemOf(article, lines, Number.isFinite(oldest) ? oldest : 0) }))
    .sort((a, b) => a.item.atMs - b.item.atMs || (a.article.url < b.article.url ? -1 : 1));
  for (const { item } of items) clusterer.observe(item);
  const groups = new Map<number, DownloadedArticle[]>();
  for (const [at, { article, item }] of items.entries()) {
    if (at % A_BREATH === A_BREATH - 1) await breathe();
    signal.throwIfAborted();
    const decision = clusterer.decide(item);
    const event = decision.action === 'join' ? decision.eventId : at;
    if (decision.action !== 'join') clusterer.begin(event);
    clusterer.place(item, event);
    groups.set(event, [...(groups.get(event) ?? []), article]);
    progress?.(at + 1, items.length);
  }
  return [...groups.values()];
}

function itemOf(
  article: DownloadedArticle,
  lines: ReadonlyMap<string, string>,
  undatedMs: number,
): ClusterItem {
  return {
    title: article.title,
    outlet: domainOf(article.url),
    lede: article.description ?? lines.get(article.url) ?? article.text.slice(0, LEDE_CHARACTERS),
    atMs: article.publishedAtMs ?? undatedMs,
  };
}

async function namesBy(
  groups: readonly (readonly DownloadedArticle[])[],
  lines: ReadonlyMap<string, string>,
  model: LetterModel,
  signal: AbortSignal,
) {
  if (!model.serves() || groups.length === 0) return new Map<number, { readonly name: string }>();
  const shown = groups.slice(0, MOST_NAMED).map(([first, ...others], at) => ({
    i: at + 1,
    headlines: [first!, ...others.slice(0, 2)].map(({ title }) => title),
    line: lines.get(first!.url) ?? '',
  }));
  const reply = await model.ask({ profile: 'newsletter_topics', input: { topics: shown }, answer, signal });
  return readItems(reply.kind === 'answered' ? reply.value : [], shown.length, named);
}

function headlineOf(articles: readonly DownloadedArticle[], language: WrittenLanguage): string {
  const [best] = inOwnLanguage({ articles, language });
  return shortLine(withoutSections(best!.title), NAME_CHARACTERS);
}

/**
 * The searcher: exactly one search, by code. With a key it is one request to Brave, over the last 30 days; without one the
 * pool is searched, which the feeds fill.
 */
import { createHash } from 'node:crypto';
import { mostSimilar } from './near-topic.ts';
import type { CachedArticle, Pool } from '../newsroom/intake/pool/pool.ts';
import type { SearchAnswer } from '../newsroom/intake/search/news-search.ts';
import type { FoundLink } from '../newsroom/model/event.ts';
import { languageOf } from '../newsroom/model/language.ts';
import type { Source, SourcePack } from '../newsroom/model/source-pack.ts';
import { domainOf, urlKey } from '../newsroom/model/url-key.ts';
import { shortLine } from '../text/shorten.ts';
import { RECENT_MS } from './judge-draft.ts';
import type { Article, SearchResults } from './state.ts';
import { topicShare } from './topic-share.ts';
import { FALLBACK } from './wording.ts';
import type { Locale } from '../time/locale.ts';

export interface NewsSources {
  /** One question to the open web, by one request; absent where there is no key for it. */
  readonly search?: ((text: string, signal: AbortSignal) => Promise<SearchAnswer>) | undefined;
  readonly pool: Pick<Pool, 'openEvents' | 'postedEvents' | 'article' | 'status'>;
  /** What people call the outlet of a link whose page doesn't name its own; undefined where nobody has named it. */
  readonly outletOf: (link: FoundLink) => string | undefined;
  /** Read the feeds, or wait for whoever reads them, and cluster: a pool that never was filled, or is being filled, knows little. */
  readonly fill: (signal: AbortSignal) => Promise<unknown>;
}

/** What was found, and the texts behind it, which the state doesn't keep. */
export interface Found {
  readonly results: SearchResults;
  readonly pack: SourcePack;
}

const MOST_ARTICLES = 8;
const MOST_SUMMARY = 1_000;
/** What a writer is shown of an article that was read, and what it is verified against. */
const MOST_TEXT = 3_000;
const MOST_TITLE = 300;

/** Articles about a topic: from a search provider if there is one, else from the pool. */
export async function findArticles(
  topic: string,
  terms: {
    readonly sources: NewsSources;
    readonly locale: Locale;
    readonly nowMs: number;
    readonly signal: AbortSignal;
  },
): Promise<Found> {
  const { sources, locale, nowMs, signal } = terms;
  const searched = sources.search ? 'brave' : 'pool';
  const found = sources.search
    ? await searchedFor(topic, sources.search, signal)
    : { links: await inPool(topic, sources, nowMs, signal) };
  const taken: FoundLink[] = [];
  const read: (CachedArticle | undefined)[] = [];
  for (const link of distinct('links' in found ? found.links : [])) {
    if (taken.length === MOST_ARTICLES) break;
    if (!isRecent(link, nowMs)) continue;
    const page = await sources.pool.article(link.url);
    // What no feed dates, its page may.
    if (!isRecent({ ...page, ...link }, nowMs)) continue;
    taken.push(link);
    read.push(page);
  }
  const articles = taken.map((link, index) =>
    articleOf(link, { index, topic, read: read[index], among: taken, outlet: sources.outletOf(link) }),
  );
  const results: SearchResults = {
    articles,
    searched,
    ...(articles.length === 0 && { message: FALLBACK[locale] }),
    ...('error' in found && { error: found.error }),
  };
  return { results, pack: packOf(articles, read, nowMs) };
}

/** What an earlier start of the same brief found, with the texts behind it: nothing is searched. */
export async function foundBefore(
  results: SearchResults,
  { pool }: Pick<NewsSources, 'pool'>,
  nowMs: number,
): Promise<Found> {
  const { articles } = results;
  const read = await Promise.all(articles.map(({ url }) => pool.article(url)));
  return { results, pack: packOf(articles, read, nowMs) };
}

function packOf(
  articles: readonly Article[],
  read: readonly (CachedArticle | undefined)[],
  nowMs: number,
): SourcePack {
  const sources = articles.map((article, at) => sourceOf(article, textOf(article, read[at])));
  return { builtAtMs: nowMs, sources };
}

async function searchedFor(
  topic: string,
  search: NonNullable<NewsSources['search']>,
  signal: AbortSignal,
): Promise<{ readonly links: readonly FoundLink[] } | { readonly error: string }> {
  const answer = await search(topic, signal);
  return answer.kind === 'ok' ? { links: answer.links } : { error: answer.detail };
}

async function inPool(
  topic: string,
  { pool, fill }: NewsSources,
  nowMs: number,
  signal: AbortSignal,
): Promise<readonly FoundLink[]> {
  const { newestLinkAtMs, pending } = await pool.status(nowMs);
  // A link that is not clustered yet is in no event: others are filling the pool, or died while they did.
  if (newestLinkAtMs === null || pending > 0) await fill(signal);
  const events = [...(await pool.openEvents(nowMs)), ...(await pool.postedEvents(nowMs - RECENT_MS))];
  return mostSimilar(topic, events);
}

/** Of a page that several feeds have, the first. */
function distinct(links: readonly FoundLink[]): FoundLink[] {
  const seen = new Set<string>();
  return links.filter(({ url }) => {
    const key = urlKey(url);
    return key !== undefined && !seen.has(key) && seen.add(key);
  });
}

/** What nobody dates was found among what is recent. */
function isRecent({ publishedAtMs }: Pick<FoundLink, 'publishedAtMs'>, nowMs: number): boolean {
  return publishedAtMs === undefined || nowMs - publishedAtMs <= RECENT_MS;
}

interface About {
  readonly index: number;
  readonly topic: string;
  readonly read: CachedArticle | undefined;
  readonly among: readonly FoundLink[];
  readonly outlet: string | undefined;
}

function articleOf(link: FoundLink, { index, topic, read, among, outlet }: About): Article {
  const { url, title, description, publishedAtMs = read?.publishedAtMs } = link;
  const near = topicShare(topic, [title, description, read?.text.slice(0, MOST_TEXT) ?? '']);
  const domain = domainOf(url);
  const others = new Set(among.map((other) => domainOf(other.url)).filter((other) => other !== domain)).size;
  return {
    index,
    title: shortLine(title, MOST_TITLE),
    url,
    outlet: read?.outlet ?? outlet ?? domain,
    published_at: publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString(),
    summary: shortLine(description || (read?.text ?? ''), MOST_SUMMARY),
    ...confidenceIn({ near, others, isDated: publishedAtMs !== undefined, isRead: read !== undefined }),
  };
}

function confidenceIn(facts: {
  readonly near: number;
  readonly others: number;
  readonly isDated: boolean;
  readonly isRead: boolean;
}): Pick<Article, 'confidence' | 'confidence_note'> {
  const { near, others, isDated, isRead } = facts;
  const signs = [near >= 0.99, isDated, others > 0 || isRead].filter(Boolean).length;
  const confidence = signs === 3 ? 'high' : signs === 2 && near >= 0.5 ? 'medium' : 'low';
  const notes = [
    near >= 0.99 ? 'has all words of the topic' : `has ${Math.round(near * 100)}% of the words of the topic`,
    isDated ? 'dated' : 'undated',
    isRead ? 'its text was read' : 'only its summary is known',
    others === 0
      ? 'no other outlet was found'
      : `${others} other ${others === 1 ? 'outlet' : 'outlets'} found`,
  ];
  return { confidence, confidence_note: `${confidence}: ${notes.join('; ')}` };
}

function textOf({ summary }: Article, read: CachedArticle | undefined): string {
  return [summary, read?.text.slice(0, MOST_TEXT) ?? ''].filter((part) => part !== '').join('\n');
}

function sourceOf({ index, title, url, outlet, published_at }: Article, text: string): Source {
  return {
    n: index + 1,
    url,
    domain: domainOf(url),
    outlet,
    title,
    ...(published_at !== null && { publishedAtMs: Date.parse(published_at) }),
    language: languageOf(`${title}\n${text}`),
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    usable: true,
  };
}

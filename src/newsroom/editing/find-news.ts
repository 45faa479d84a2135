/**
 * Turns an editor's request into an orderable story: a page, or what the pool has about a topic, else the results
 * of one search. Without sources nothing is written.
 */
import { sentences } from '../../text/sentences.ts';
import type { Candidate } from '../model/candidate.ts';
import { categoryOf } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { sayUnusable } from '../edition/say-unusable.ts';
import { StoryRefusal } from '../model/story-service.ts';
import type { FoundLink, NewsEvent } from '../model/event.ts';
import { mostLike } from '../model/events-like.ts';
import { Headlines } from '../../text/headline.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { domainOf, urlKey } from '../model/url-key.ts';
import type { Page } from '../sources/read-page.ts';
import type { SearchAnswer } from '../intake/search/news-search.ts';
import { offerOf } from '../intake/select/offer.ts';
import { toCandidate } from '../intake/select/to-candidate.ts';
import { shorten, shortenAtWord } from '../../text/shorten.ts';

export interface NewsDeps {
  readonly edition: Edition;
  readonly pool: Pick<Pool, 'openEvents' | 'postedEvents' | 'eventOf'>;
  /** Called before a topic is searched. @throws StoryRefusal where a story about it exists. */
  readonly unlessCovered?: ((topic: string) => Promise<void>) | undefined;
  /** Reads a page in the same way as a story's sources. */
  readonly read: (url: string) => Promise<Pick<Page, 'title' | 'text' | 'error' | 'detail'>>;
  /** One call of a search. */
  readonly search: (text: string) => Promise<SearchAnswer>;
}

/** The similarity from which a posted story is reported instead of ordering; high, because it must be certain. */
const TOLD_LIKE = 0.8;
const POSTED_MS = 48 * 3_600_000;
/** Characters of the request that a sentence repeats. */
const MOST_SAID = 120;
const MOST_SUPPORTING = 2;
const MOST_TITLE = 200;
const MOST_ANCHOR = 300;
const MOST_TEXT = 2_000;
/** "https://one.example/a and https://other.example/b" */
const BETWEEN_PAGES = />?(?:\s*[,，、]\s*|\s+)(?:(?:and|&|同|和|及|與)\s*)?<?(?=https?:\/\/)/iu;

/** @throws StoryRefusal when there is nothing to write about. */
export async function findNews(what: string, nowMs: number, deps: NewsDeps): Promise<ChosenStory> {
  const wanted = what
    .trim()
    .replace(/^<(.*)>$/su, '$1')
    .trim();
  if (wanted === '')
    throw new StoryRefusal('bad_request', { en: 'Name a page or a topic.', zh: '請給一個網址或題目。' });
  // An address of another scheme is not a topic, so that a local file's path is never sent to a search.
  if (/^(?!https?:)[a-z][a-z0-9+.-]*:\/\//iu.test(wanted)) throw noPage(wanted);
  if (!/^https?:\/\//iu.test(wanted)) return aboutTopic(wanted, nowMs, deps);
  const [page = wanted, ...named] = wanted.split(BETWEEN_PAGES);
  const wrong = named.find((one) => urlKey(one) === undefined);
  if (wrong !== undefined) throw noPage(wrong);
  if (named.length > MOST_SUPPORTING) throw tooManyPages(named.length + 1);
  return aboutPage(page, named, nowMs, deps);
}

const noPage = (url: string) =>
  new StoryRefusal('bad_request', {
    en: `This is no http or https address of a page: ${url}`,
    zh: `這不是網頁的 http 或 https 網址：${url}`,
  });

const tooManyPages = (given: number) =>
  new StoryRefusal('bad_request', {
    en: `A story is written from at most ${MOST_SUPPORTING + 1} pages; ${given} are named.`,
    zh: `一篇報道最多由 ${MOST_SUPPORTING + 1} 個網頁寫成，現在有 ${given} 個。`,
  });

/** @param named further pages that the editor gave. */
async function aboutPage(
  url: string,
  named: readonly string[],
  nowMs: number,
  deps: NewsDeps,
): Promise<ChosenStory> {
  const key = urlKey(url);
  if (key === undefined) throw noPage(url);
  const own = await deps.pool.eventOf(url);
  const known = own && ofEvent(own, nowMs, deps.edition);
  const page = await deps.read(url);
  if (page.error !== undefined && !known) {
    const detail = page.detail === undefined ? '' : `: ${page.detail}`;
    throw new StoryRefusal('nothing_found', {
      en: `The page can't be used (${sayUnusable(page.error, 'en')}${detail}): ${url}`,
      zh: `這個網頁不能用（${sayUnusable(page.error, 'zh-Hant-HK')}${detail}）：${url}`,
    });
  }
  const title = page.title || known?.candidate.title || url;
  const events = known ? [] : await deps.pool.openEvents(nowMs);
  const like = known ?? ofEvent(mostLike(title, events), nowMs, deps.edition);
  const pages = like ? [like.candidate.primary_url, ...like.candidate.supporting_urls] : [];
  const others = [...named, ...pages].filter((other) => urlKey(other) !== key);
  const found =
    others.length > 0 ? others : await searched(title, deps).then((links) => links.map((it) => it.url));
  const category =
    like?.candidate.suggested_category ?? categoryOf(deps.edition, [title, page.text.slice(0, MOST_TEXT)]);
  const candidate = aCandidate({
    title,
    description: sentences(page.text)[0]?.text ?? '',
    url,
    others: found,
    category,
    ...(own && { eventId: own.id }),
  });
  return chosen(candidate, anchorOf(page.text, title));
}

async function aboutTopic(topic: string, nowMs: number, deps: NewsDeps): Promise<ChosenStory> {
  const known = ofEvent(await eventLike(topic, nowMs, deps), nowMs, deps.edition);
  if (known) return known;
  await deps.unlessCovered?.(topic);
  const links = await searched(topic, deps, true);
  const [first, ...rest] = links;
  if (!first)
    throw new StoryRefusal('nothing_found', {
      en: `Neither the feeds nor a search know of “${shorten(topic, MOST_SAID)}”.`,
      zh: `各消息來源和搜尋都沒有「${shorten(topic, MOST_SAID)}」的內容。`,
    });
  const candidate = aCandidate({
    title: first.title,
    description: first.description,
    url: first.url,
    others: rest.map(({ url }) => url),
    category: categoryOf(
      deps.edition,
      links.flatMap(({ title, description }) => [title, description]),
    ),
  });
  return chosen(candidate, anchorOf(first.description, first.title));
}

/** One call. `must`: a failure is an error, as for a topic; for a page a search is optional. */
async function searched(text: string, deps: NewsDeps, must = false): Promise<readonly FoundLink[]> {
  const answer = await deps.search(text);
  if (answer.kind === 'ok') return answer.links;
  if (!must) return [];
  const why =
    answer.reason === 'no_key'
      ? { en: 'no search is configured', zh: '沒有設定搜尋' }
      : { en: `the search failed: ${answer.detail}`, zh: `搜尋失敗：${answer.detail}` };
  throw new StoryRefusal('nothing_found', {
    en: `The feeds know nothing of “${shorten(text, MOST_SAID)}”, and ${why.en}.`,
    zh: `各消息來源都沒有「${shorten(text, MOST_SAID)}」的內容，而且${why.zh}。`,
  });
}

/** An open event, unless a posted one matches more words. */
async function eventLike(topic: string, nowMs: number, { pool }: NewsDeps): Promise<NewsEvent | undefined> {
  const open = mostLike(topic, await pool.openEvents(nowMs));
  const posted = mostLike(topic, await pool.postedEvents(nowMs - POSTED_MS), TOLD_LIKE);
  return posted && open
    ? (mostLike(topic, [open, { ...posted, updatedAtMs: -Infinity }]) ?? open)
    : (open ?? posted);
}

function ofEvent(event: NewsEvent | undefined, nowMs: number, edition: Edition): ChosenStory | undefined {
  const offer = event && offerOf(event, edition, nowMs);
  if (!offer) return undefined;
  const headlines = Headlines.among(event.links);
  const taken = {
    i: 1,
    rank: 1,
    among: 1,
    slot: undefined,
    kind: 'hourly',
    headlines,
    edition,
    nowMs,
  } as const;
  const candidate = toCandidate(offer, taken);
  return chosen(candidate, anchorOf(candidate.description, candidate.title));
}

function chosen(candidate: Candidate, anchor: string): ChosenStory {
  const { title, suggested_category: category, suggest_flags: flags } = candidate;
  const pick = { i: 1, title, category, concrete_anchor: anchor, flags: [...flags], why: '' };
  return { candidate, pick, supportingUrls: otherOutlets(candidate) };
}

/** One or two of other outlets if possible, else of the same. */
function otherOutlets({ primary_url, supporting_urls }: Candidate): string[] {
  const seen = new Set([domainOf(primary_url)]);
  const others = supporting_urls.filter((url) => !seen.has(domainOf(url)) && seen.add(domainOf(url)));
  return others.slice(0, MOST_SUPPORTING);
}

/** The first sentence with a number, else the first: something that can be checked. */
function anchorOf(text: string, title: string): string {
  const told = sentences(text.slice(0, MOST_TEXT)).map((one) => one.text);
  const anchor = told.find((one) => /\d/u.test(one)) ?? told[0] ?? title;
  return shortenAtWord(anchor, MOST_ANCHOR);
}

function aCandidate(known: {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly others: readonly string[];
  readonly category: string;
  readonly eventId?: number;
}): Candidate & { readonly event_id: number } {
  const { title, description, url, others, category, eventId = NO_EVENT } = known;
  const key = `page:${urlKey(url) ?? url}`;
  const same = urlKey(url);
  return {
    i: 1,
    id: eventId,
    event_id: eventId,
    title: shortenAtWord(title, MOST_TITLE),
    description,
    suggested_category: category,
    primary_url: url,
    supporting_urls: others.filter((other) => urlKey(other) !== same).slice(0, 4),
    age_minutes: null,
    link_count: 1 + others.length,
    domains: [...new Set([url, ...others].map(domainOf))],
    parent_event_id: null,
    event_key: key,
    semantic_event_key: key,
    suggest_flags: [],
    rank: 1,
    score: { total: 0, outlets: 0, links: 0, recency: 0 },
    picked_because: 'an editor ordered it',
  };
}

/** The event number of a page without an event in the pool. */
export const NO_EVENT = 0;

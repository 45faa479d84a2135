/**
 * Builds a story's source pack: pages are fetched, extracted and checked to be on topic, with usable ones first. If
 * there are too few, other links of the event are added, then the results of a search. A page never makes it fail; an
 * unusable source says why.
 */
import { createHash } from 'node:crypto';
import type { Edition } from '../edition/edition.ts';
import type { FoundLink, NewsEvent } from '../model/event.ts';
import { mostLike } from '../model/events-like.ts';
import { languageOf } from '../model/language.ts';
import type { Log } from '../model/log.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { domainOf, urlKey } from '../model/url-key.ts';
import { isPast } from '../model/source-pack.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { choosePassages } from './choose-passages.ts';
import { lackOf } from './gate.ts';
import { isOnTopic, storyTerms, type StoryTerms } from './on-topic.ts';
import { readPage, type Page, type Reading } from './read-page.ts';

export interface PackStory {
  readonly title: string;
  readonly description?: string | undefined;
  readonly concrete_anchor?: string | undefined;
  readonly primary_url: string;
  readonly supporting_urls: readonly string[];
  /** The event, if known; its other links fill up the pack. */
  readonly event_id?: number | undefined;
  /** Whether an editor ordered the story. */
  readonly ordered?: boolean | undefined;
}

interface PackWork extends Reading {
  readonly story: PackStory;
  readonly edition: Pick<Edition, 'noBackfill' | 'tiers'>;
  readonly pool: Pick<
    Pool,
    'article' | 'keepArticle' | 'freshUrl' | 'event' | 'eventOf' | 'openEvents' | 'postedEvents'
  >;
  readonly log: Log;
  /** Searches once; absent when no search is configured. */
  readonly search?: ((text: string) => Promise<readonly FoundLink[]>) | undefined;
}

const ENOUGH_USABLE = 2;
const ENOUGH_URLS = 3;
const MOST_BACKFILL = 5;
/** Older search results are about something else. */
const MOST_AGE_MS = 48 * 3_600_000;
const USABLE_CHARACTERS = 400;
const USABLE_CJK_CHARACTERS = 150;

/** Rejects only with the signal's reason. */
export async function buildSourcePack(work: PackWork): Promise<SourcePack> {
  const { story, clock, log, edition } = work;
  const terms = storyTerms([story.title, story.description ?? '', story.concrete_anchor ?? '']);
  const wanted = distinct([story.primary_url, ...story.supporting_urls]);
  const read = (urls: readonly string[]) => Promise.all(urls.map((url) => sourceOf(url, terms, work)));
  const sources = await read(wanted);
  if (usable(sources).length < ENOUGH_USABLE || wanted.length < ENOUGH_URLS)
    sources.push(...(await backfill(wanted, terms, work)));
  const lacks = lackOf({ sources }, { tiers: edition.tiers, ordered: story.ordered === true });
  if (lacks !== undefined && work.search) {
    const found = await searchedUrls(
      sources.map(({ url }) => url),
      wanted,
      work,
    );
    // Nobody has confirmed that these are about the story; those that aren't are dropped.
    const pages = await Promise.all(found.map((url) => sourceOf(url, terms, work, { vouchedFor: false })));
    sources.push(...usable(pages));
  }
  const sorted = eachPageOnce([...usable(sources), ...sources.filter((it) => !it.usable)]);
  log.debug(
    {
      title: story.title,
      usable: usable(sorted).length,
      sources: sorted.map(({ url, error }) => ({ url, error })),
    },
    'source pack built',
  );
  return { builtAtMs: clock.now(), sources: sorted.map((source, at) => ({ ...source, n: at + 1 })) };
}

async function sourceOf(
  url: string,
  terms: StoryTerms,
  work: PackWork,
  { vouchedFor } = { vouchedFor: true },
): Promise<Source> {
  const page = await readPage(url, work);
  const error = page.error ?? whyNotUsable(page, terms, vouchedFor);
  const shown = choosePassages(page.text, terms);
  const { publishedAtMs } = page;
  return {
    n: 0, // numbered at the end
    url: page.url,
    domain: domainOf(page.url),
    outlet: page.outlet ?? domainOf(page.url),
    title: page.title,
    language: languageOf(page.text),
    text: page.text,
    sha256: createHash('sha256').update(page.text).digest('hex'),
    usable: error === undefined,
    ...(shown !== undefined && { shown }),
    ...(publishedAtMs !== undefined && isPast(publishedAtMs, work.clock.now()) && { publishedAtMs }),
    ...(page.byline === undefined ? {} : { byline: page.byline }),
    ...(page.image === undefined ? {} : { image: page.image }),
    ...(error === undefined ? {} : { error }),
    ...(page.detail === undefined ? {} : { detail: page.detail }),
  };
}

function whyNotUsable(page: Page, terms: StoryTerms, vouchedFor: boolean): string | undefined {
  const chinese = page.text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const isLong = page.text.length >= USABLE_CHARACTERS || chinese >= USABLE_CJK_CHARACTERS;
  if (!isLong) return 'too_short';
  return isOnTopic(terms, `${page.title}\n${page.text}`, vouchedFor) ? undefined : 'off_topic';
}

/**
 * Other links of the event: other outlets first, none that block robots. If the pool has no event of the story, the
 * event that best matches its words is used, as far as its pages are on topic.
 */
async function backfill(
  have: readonly string[],
  terms: StoryTerms,
  work: PackWork,
): Promise<readonly Source[]> {
  const { story, edition } = work;
  const own = await eventOf(have, work);
  const event = own ?? (await alike(story, work));
  const read = (url: string) => sourceOf(url, terms, work, { vouchedFor: own !== undefined });
  const sources = await Promise.all(further(event?.links ?? [], have, edition).map(read));
  return own ? sources : usable(sources);
}

/** By its number while it has one of the story's pages, otherwise by its pages. */
async function eventOf(have: readonly string[], { story, pool }: PackWork): Promise<NewsEvent | undefined> {
  const keys = new Set(have.map(urlKey));
  const numbered = story.event_id === undefined ? undefined : await pool.event(story.event_id);
  if (numbered?.links.some(({ url }) => keys.has(urlKey(url)))) return numbered;
  for (const url of have) {
    const event = await pool.eventOf(url);
    if (event) return event;
  }
  return undefined;
}

async function alike(
  { title, concrete_anchor = '' }: PackStory,
  { pool, clock }: PackWork,
): Promise<NewsEvent | undefined> {
  const nowMs = clock.now();
  const events = [...(await pool.openEvents(nowMs)), ...(await pool.postedEvents(nowMs - MOST_AGE_MS))];
  return mostLike(title, events) ?? (concrete_anchor === '' ? undefined : mostLike(concrete_anchor, events));
}

/** Search results that were not read yet and are recent, as far as they have dates. */
async function searchedUrls(
  read: readonly string[],
  wanted: readonly string[],
  { story, edition, search, clock }: PackWork,
): Promise<string[]> {
  const found = (await search?.(story.title)) ?? [];
  const oldest = clock.now() - MOST_AGE_MS;
  const fresh = found.filter(({ publishedAtMs }) => publishedAtMs === undefined || publishedAtMs >= oldest);
  return further(fresh, [...read, ...wanted], edition);
}

/** At most five new ones: other outlets first, none that block robots. */
function further(
  links: readonly { readonly url: string }[],
  have: readonly string[],
  { noBackfill }: Pick<Edition, 'noBackfill'>,
): string[] {
  const keys = new Set(have.map(urlKey));
  const domains = new Set(have.map(domainOf));
  const closed = (domain: string) => noBackfill.some((it) => domain === it || domain.endsWith(`.${it}`));
  const urls = distinct(links.map(({ url }) => url));
  const open = urls.filter((url) => !keys.has(urlKey(url)) && !closed(domainOf(url)));
  const others = open.filter((url) => !domains.has(domainOf(url)));
  return [...others, ...open.filter((url) => domains.has(domainOf(url)))].slice(0, MOST_BACKFILL);
}

function distinct(urls: readonly string[]): string[] {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const key = urlKey(url) ?? url;
    return !seen.has(key) && seen.add(key);
  });
}

/** Two URLs may lead to the same page. */
function eachPageOnce(sources: readonly Source[]): Source[] {
  const urls = new Set(distinct(sources.map(({ url }) => url)));
  return sources.filter(({ url }) => urls.delete(url));
}

function usable(sources: readonly Source[]): Source[] {
  return sources.filter((source) => source.usable);
}

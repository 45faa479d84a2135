/**
 * The sources of a story: fetched, extracted, checked to be on topic, usable ones first; filled up from the
 * pool's other links of the event where they are too few. It never fails for a page: a source says why it
 * could not be used.
 */
import { createHash } from 'node:crypto';
import type { Edition } from '../edition.ts';
import { languageOf } from '../language.ts';
import type { Log } from '../log.ts';
import type { Pool } from '../pool/pool.ts';
import { domainOf, urlKey } from '../pool/url-key.ts';
import type { Source, SourcePack } from '../source-pack.ts';
import { isOnTopic, storyTerms, type StoryTerms } from './on-topic.ts';
import { readPage, type Page, type Reading } from './read-page.ts';

export interface PackStory {
  readonly title: string;
  readonly description?: string | undefined;
  readonly concrete_anchor?: string | undefined;
  readonly primary_url: string;
  readonly supporting_urls: readonly string[];
  /** Where the event is known, its other links fill the pack up. */
  readonly event_id?: number | undefined;
}

interface PackWork extends Reading {
  readonly story: PackStory;
  readonly edition: Pick<Edition, 'noBackfill'>;
  readonly pool: Pick<Pool, 'article' | 'keepArticle' | 'freshUrl' | 'event'>;
  readonly log: Log;
}

const ENOUGH_USABLE = 2;
const ENOUGH_URLS = 3;
const MOST_BACKFILL = 5;
const USABLE_CHARACTERS = 400;
const USABLE_CJK_CHARACTERS = 150;

/** Rejects only with the signal's reason. */
export async function buildSourcePack(work: PackWork): Promise<SourcePack> {
  const { story, clock, log } = work;
  const terms = storyTerms([story.title, story.description ?? '', story.concrete_anchor ?? '']);
  const wanted = distinct([story.primary_url, ...story.supporting_urls]);
  const sources = await Promise.all(wanted.map((url) => sourceOf(url, terms, work)));
  if (usable(sources).length < ENOUGH_USABLE || wanted.length < ENOUGH_URLS) {
    const more = await backfillUrls(wanted, work);
    sources.push(...(await Promise.all(more.map((url) => sourceOf(url, terms, work)))));
  }
  const sorted = [...sources.filter((it) => it.usable), ...sources.filter((it) => !it.usable)];
  log.debug(
    {
      title: story.title,
      usable: usable(sources).length,
      sources: sorted.map(({ url, error }) => ({ url, error })),
    },
    'source pack built',
  );
  return { builtAtMs: clock.now(), sources: sorted.map((source, at) => ({ ...source, n: at + 1 })) };
}

/** The gate before writing: two usable sources. */
export function sufficient(pack: SourcePack): boolean {
  return usable(pack.sources).length >= ENOUGH_USABLE;
}

async function sourceOf(url: string, terms: StoryTerms, work: PackWork): Promise<Source> {
  const page = await readPage(url, work);
  const error = page.error ?? whyNotUsable(page, terms);
  return {
    n: 0, // numbered once all are there
    url: page.url,
    domain: domainOf(page.url),
    outlet: page.outlet ?? domainOf(page.url),
    title: page.title,
    language: languageOf(page.text),
    text: page.text,
    sha256: createHash('sha256').update(page.text).digest('hex'),
    usable: error === undefined,
    ...(page.publishedAtMs === undefined ? {} : { publishedAtMs: page.publishedAtMs }),
    ...(page.byline === undefined ? {} : { byline: page.byline }),
    ...(page.image === undefined ? {} : { image: page.image }),
    ...(error === undefined ? {} : { error }),
  };
}

function whyNotUsable(page: Page, terms: StoryTerms): string | undefined {
  const chinese = page.text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const isLong = page.text.length >= USABLE_CHARACTERS || chinese >= USABLE_CJK_CHARACTERS;
  if (!isLong) return 'too_short';
  return isOnTopic(terms, `${page.title}\n${page.text}`) ? undefined : 'off_topic';
}

/** Other links of the event: other outlets first, none that block robots. */
async function backfillUrls(have: readonly string[], { story, edition, pool }: PackWork): Promise<string[]> {
  const event = story.event_id === undefined ? undefined : await pool.event(story.event_id);
  const keys = new Set(have.map(urlKey));
  const domains = new Set(have.map(domainOf));
  const closed = (domain: string) =>
    edition.noBackfill.some((it) => domain === it || domain.endsWith(`.${it}`));
  const links = (event?.links ?? []).filter((link) => !keys.has(link.key) && !closed(link.domain));
  const others = links.filter((link) => !domains.has(link.domain));
  return [...others, ...links.filter((link) => domains.has(link.domain))]
    .slice(0, MOST_BACKFILL)
    .map((it) => it.url);
}

function distinct(urls: readonly string[]): string[] {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const key = urlKey(url) ?? url;
    return !seen.has(key) && seen.add(key);
  });
}

function usable(sources: readonly Source[]): Source[] {
  return sources.filter((source) => source.usable);
}

/**
 * What the edition's feeds and searches told of in a window of days, longer than events are open: from what each feed
 * delivered, and from the links of events, which know searches and descriptions, too. The pool keeps both for as long.
 */
import type { Edition, EditionFeed } from '../edition/edition.ts';
import { outletName } from '../edition/outlet-name.ts';
import { tierOf } from '../edition/tiers.ts';
import { linkTime, type Link, type NewsEvent } from '../model/event.ts';
import { domainOf, urlKey } from '../model/url-key.ts';
import { droppedBy } from './feeds/filter-items.ts';
import type { Delivery, ItemOutcome } from './pool/delivery.ts';
import { MOST_ITEMS, type Pool } from './pool/pool.ts';

export interface WindowLink {
  readonly url: string;
  readonly title: string;
  /** The page's outlet: as its own feed is labelled, else its host; never a feed that only repeats it. */
  readonly source: string;
  /** 1 is the highest; absent for outlets that the edition doesn't know. */
  readonly tier?: number;
  readonly publishedAtMs?: number;
  readonly description?: string;
  /** The category that its feed promises. */
  readonly category?: string;
}

interface WindowDeps {
  readonly pool: Pick<Pool, 'deliveries' | 'openEvents' | 'postedEvents'>;
  readonly edition: Pick<Edition, 'feeds' | 'tiers'>;
}

/** Whatever else became of them, these are articles. */
const ARTICLES: ReadonlySet<ItemOutcome> = new Set(['added', 'known', 'backlog', 'too_old']);
const TIERS = { T1: 1, T2: 2, T3: 3, unknown: undefined } as const;

/** Published, or first seen where nobody says when, since then. One page may come several times. */
export async function windowLinks({ pool, edition }: WindowDeps, sinceMs: number): Promise<WindowLink[]> {
  const events = [...(await pool.openEvents(sinceMs)), ...(await pool.postedEvents(sinceMs))];
  const links = events.flatMap((event: NewsEvent) => event.links);
  const known = new Map(links.map((link) => [link.key, link]));
  const found: WindowLink[] = [];
  for (const feed of edition.feeds) {
    const delivered = await pool.deliveries(feed.key, MOST_ITEMS);
    found.push(
      ...delivered
        .filter((item) => ARTICLES.has(item.outcome) && timeOf(item) >= sinceMs)
        // What is too old for the pool is told as that, whether a filter drops it or not.
        .filter((item) => droppedBy(feed.filters ?? [], item) === undefined)
        .map((item) => ofFeed(item, feed, known.get(urlKey(item.url) ?? ''), edition)),
    );
  }
  const searched = links.filter(({ foundBy }) => !foundBy.startsWith('feed:'));
  found.push(...searched.filter((link) => linkTime(link) >= sinceMs).map((link) => ofSearch(link, edition)));
  return found;
}

function timeOf({ publishedAtMs, firstSeenAtMs }: Delivery): number {
  return publishedAtMs ?? firstSeenAtMs;
}

function ofFeed(
  { url, title, publishedAtMs }: Delivery,
  feed: EditionFeed,
  link: Link | undefined,
  edition: WindowDeps['edition'],
): WindowLink {
  return {
    ...{ url, title, source: sourceOf({ url, foundBy: `feed:${feed.key}` }, edition) },
    ...described(link?.description, url, edition),
    ...(publishedAtMs !== undefined && { publishedAtMs }),
    ...(feed.category !== undefined && { category: feed.category }),
  };
}

function ofSearch(link: Link, edition: WindowDeps['edition']): WindowLink {
  const { url, title, publishedAtMs, description } = link;
  return {
    ...{ url, title, source: sourceOf(link, edition) },
    ...described(description, url, edition),
    ...(publishedAtMs !== undefined && { publishedAtMs }),
  };
}

function sourceOf(link: Pick<Link, 'url' | 'foundBy'>, { feeds }: WindowDeps['edition']): string {
  return outletName(link, feeds) ?? domainOf(link.url);
}

function described(
  description: string | undefined,
  url: string,
  { tiers }: WindowDeps['edition'],
): Pick<WindowLink, 'tier' | 'description'> {
  const tier = TIERS[tierOf(tiers, domainOf(url))];
  return { ...(tier !== undefined && { tier }), ...(description && { description }) };
}

/**
 * The feeds of a site: its address itself where that is a feed, what its page names (`<link rel="alternate">`), and,
 * only where that is nothing, a few places where feeds usually are, one after another.
 */
import { decodeBytes } from '../../../web-fetch/decode-bytes.ts';
import type { Fetched, Fetcher } from '../../../web-fetch/fetcher.ts';
import type { DiscoveredFeed, Discovery } from './discovery.ts';
import { FeedError } from './feed.ts';
import { FEED_BYTES, FEED_TYPES } from './feed-types.ts';
import { decodeReferences } from './html-entities.ts';
import { readFeed } from './parse-feed.ts';
import { parseUrl } from '../../../text/parse-url.ts';

const MOST_NAMED = 10;
const PAGE_AND_FEEDS = `text/html, application/xhtml+xml, ${FEED_TYPES}`;
const USUAL_PLACES = ['/feed', '/rss', '/rss.xml', '/feed.xml', '/atom.xml', '/index.xml', '/feed.json'];

/** Rejects only when `signal` aborts. */
export async function discoverFeeds(
  address: string,
  fetcher: Fetcher,
  signal?: AbortSignal,
): Promise<Discovery> {
  const got = await fetcher.get(address, { accept: PAGE_AND_FEEDS, maxBytes: FEED_BYTES, signal });
  if (got.kind !== 'ok') return failed(got);
  const itself = await readFeed(got);
  if (!(itself instanceof FeedError)) {
    const feed = {
      url: got.url,
      title: itself.title,
      foundBy: 'itself' as const,
      items: itself.items.length,
    };
    return { kind: 'found', feeds: [feed] };
  }
  const named = feedLinks(decodeBytes(got.bytes, got.contentType), got.url).slice(0, MOST_NAMED);
  if (named.length > 0) {
    const feeds: DiscoveredFeed[] = [];
    for (const { url, title } of named) feeds.push(await lookAt(url, title, 'page', fetcher, signal));
    return { kind: 'found', feeds };
  }
  return atUsualPlaces(got.url, fetcher, signal);
}

/** Each is asked for only when those before it were none: seven requests at most, one at a time. */
async function atUsualPlaces(site: string, fetcher: Fetcher, signal?: AbortSignal): Promise<Discovery> {
  const places = USUAL_PLACES.map((path) => new URL(path, site).href);
  for (const url of places) {
    const feed = await lookAt(url, '', 'usual place', fetcher, signal);
    if (feed.error === undefined) return { kind: 'found', feeds: [feed] };
  }
  return { kind: 'none', looked: [site, ...places] };
}

async function lookAt(
  url: string,
  title: string,
  foundBy: DiscoveredFeed['foundBy'],
  fetcher: Fetcher,
  signal: AbortSignal | undefined,
): Promise<DiscoveredFeed> {
  const got = await fetcher.get(url, { accept: FEED_TYPES, maxBytes: FEED_BYTES, signal });
  if (got.kind !== 'ok') {
    const { reason, detail } = failed(got);
    return { url, title, foundBy, error: `${reason}: ${detail}` };
  }
  const feed = await readFeed(got);
  if (feed instanceof FeedError) return { url, title, foundBy, error: `${feed.code}: ${feed.message}` };
  return { url: got.url, title: title || feed.title, foundBy, items: feed.items.length };
}

function failed(got: Exclude<Fetched, { kind: 'ok' }>): Extract<Discovery, { kind: 'failed' }> {
  if (got.kind === 'failed') return { kind: 'failed', reason: got.reason, detail: got.detail };
  return {
    kind: 'failed',
    reason: 'http_304',
    detail: `${got.url} answered 304, though nothing was known of it`,
  };
}

const LINK = /<(?:link|base)\b[^<>]*>/gi;
const ATTRIBUTE = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
const FEED_TYPE = /^(?:application|text)\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|json|xml|rss)\s*(?:;|$)/i;

/** The feeds that a page names in its `<link>`s, in its order, each once. `page` is where the page came from. */
export function feedLinks(html: string, page: string): { readonly url: string; readonly title: string }[] {
  const found = new Map<string, { url: string; title: string }>();
  /** The first one alone counts; thousands, each relative to the one before, would take minutes. */
  let base: string | undefined;
  for (const [tag] of html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').matchAll(LINK)) {
    const { href = '', rel = '', type = '', title = '' } = attributesOf(tag);
    const url = href === '' ? undefined : parseUrl(href, base ?? page);
    if (!url) continue;
    if (/^<base/i.test(tag)) base ??= url.href;
    else if (
      /(?:^|\s)(?:alternate|feed)(?:\s|$)/i.test(rel) &&
      isFeedType(rel, type) &&
      /^https?:$/.test(url.protocol)
    )
      found.set(url.href, { url: url.href, title: title.trim().slice(0, 200) });
  }
  return [...found.values()];
}

/** `application/json` is also the type of other things that pages name: it counts only for a feed by its relation. */
function isFeedType(rel: string, type: string): boolean {
  if (/(?:^|\s)feed(?:\s|$)/i.test(rel)) return true;
  return FEED_TYPE.test(type.trim()) && !/\/json/i.test(type);
}

function attributesOf(tag: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= decodeReferences(double ?? single ?? bare ?? '');
  return attributes;
}

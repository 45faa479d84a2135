/**
 * Bytes to a feed: RSS 0.9x to 2.0, RDF, Atom 0.3 and 1.0, CDF, JSON Feed. Readers are loaded at the first feed.
 *
 * The bytes are a stranger's: whatever they are, this takes time by their number, keeps at most so many items of at
 * most such a length, and throws nothing but a `FeedError`.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { decodeBytes } from '../../../web-fetch/decode-bytes.ts';
import type { Fetched } from '../../../web-fetch/fetcher.ts';
import { shortenAtWord } from '../../../text/shorten.ts';
import {
  absoluteUrl,
  cleanItem,
  dateOf,
  datesOf,
  NAME_CHARACTERS,
  SUMMARY_CHARACTERS,
} from './clean-item.ts';
import { FeedError, type Feed, type FeedItem, type RawFeed, type RawItem } from './feed.ts';
import { readJsonFeed } from './read-json-feed.ts';
import { withInternalEntities } from './internal-entities.ts';
import { plainText } from './plain-text.ts';
import { readXmlFeed } from './read-xml-feed.ts';

export interface FeedSource {
  /** The Content-Type header: its charset counts. */
  readonly contentType?: string | undefined;
  /** Where the bytes came from, after redirects: relative links count from here. May be empty. */
  readonly url: string;
  /** Dates far ahead of this are told as a problem; absent: none is. */
  readonly nowMs?: number;
  /** More items than this are an archive: the newest are read. Default 500. */
  readonly mostItems?: number;
}

const MOST_ITEMS = 500;
/** More than any feed has: it is refused before it is looked at. */
const MOST_BYTES = 50_000_000;
const ITEMS_A_BREATH = 200;

/** Throws a `FeedError` when no feed can be read. */
export async function parseFeed(bytes: Uint8Array, source: FeedSource): Promise<Feed> {
  const { url, contentType, mostItems = MOST_ITEMS } = source;
  if (bytes.length > MOST_BYTES)
    throw new FeedError('too_large', `${named(url)} sent ${bytes.length} bytes, more than ${MOST_BYTES}`);
  const text = withInternalEntities(decodeBytes(bytes, contentType).trim());
  if (text === '') throw new FeedError('empty', `${named(url)} sent nothing`);
  const raw = text.startsWith('{') ? await readJson(text, url) : await readXml(text, url);
  const link = absoluteUrl(raw.link, raw.base || url);
  try {
    const items = newest(raw.items, mostItems);
    return {
      title: shortenAtWord(plainText(raw.title), NAME_CHARACTERS),
      link,
      summary: shortenAtWord(plainText(raw.summary), SUMMARY_CHARACTERS),
      ...datesOf(raw),
      items: await cleaned(items, link || url, source.nowMs),
      leftOut: raw.items.length - items.length + raw.unread,
    };
  } catch (cause) {
    // A parser let something through that is no text.
    throw new FeedError('unreadable', `${named(url)} sent items that can't be read`, { cause });
  }
}

/** Parse a fetched feed. A `FeedError` is returned, not thrown. */
export async function readFeed({
  bytes,
  url,
  contentType,
}: Extract<Fetched, { kind: 'ok' }>): Promise<Feed | FeedError> {
  try {
    return await parseFeed(bytes, { url, contentType });
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
}

async function cleaned(items: readonly RawItem[], base: string, nowMs?: number): Promise<FeedItem[]> {
  const clean: FeedItem[] = [];
  for (const [n, item] of items.entries()) {
    if (n > 0 && n % ITEMS_A_BREATH === 0) await breathe();
    clean.push(cleanItem(item, base, nowMs));
  }
  return clean;
}

/** The newest of too many items, then those without a date from the top; in the feed's order. */
function newest(items: readonly RawItem[], most: number): readonly RawItem[] {
  if (items.length <= most) return items;
  const dated = items.map((item, place) => ({ place, atMs: dateOf(item.published) ?? dateOf(item.updated) }));
  const first = dated
    .sort((a, b) => (b.atMs ?? -Infinity) - (a.atMs ?? -Infinity) || a.place - b.place)
    .slice(0, most);
  return first.sort((a, b) => a.place - b.place).flatMap(({ place }) => items[place] ?? []);
}

async function readJson(text: string, url: string): Promise<RawFeed> {
  try {
    return await readJsonFeed(JSON.parse(text));
  } catch (cause) {
    const said = (cause as Error).message.slice(0, 200);
    throw new FeedError('unreadable', `${named(url)} sent JSON that is no feed: ${said}`, { cause });
  }
}

async function readXml(text: string, url: string): Promise<RawFeed> {
  if (isHtml(text)) throw new FeedError('html', `${named(url)} sent a web page instead of a feed`);
  const raw = await readXmlFeed(text, url);
  if (raw !== undefined) return raw;
  const missing = 'there is no element of RSS, Atom or RDF in it';
  throw new FeedError('unreadable', `${named(url)} sent nothing that reads as a feed: ${missing}`);
}

function isHtml(text: string): boolean {
  const head = text.slice(0, 4_096).replace(/<!--[\s\S]*?-->/g, '');
  if (/<(?:rss|feed|rdf:rdf|channel)[\s>]/i.test(head)) return false;
  return /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i.test(head);
}

function named(url: string): string {
  return url || 'the feed';
}

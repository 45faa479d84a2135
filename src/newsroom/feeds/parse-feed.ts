/**
 * Bytes to a feed: RSS 0.9x to 2.0, RDF, Atom, JSON Feed. Parsers are loaded at the first feed.
 *
 * The bytes are a stranger's: whatever they are, this takes time by their number, keeps at most so many items of at
 * most such a length, and throws nothing but a `FeedError`.
 */
import { decodeBytes } from '../decode-bytes.ts';
import { shortenAtWord } from '../shorten.ts';
import { FeedError, type Feed, type FeedItem, type RawFeed, type RawItem } from './feed.ts';
import { parseFeedDate } from './feed-date.ts';
import { readWithFeedsmith } from './feedsmith-reader.ts';
import { plainText } from './plain-text.ts';
import { repairXml } from './repair-xml.ts';
import { readWithRssParser } from './rss-parser-reader.ts';

interface FeedSource {
  /** The Content-Type header: its charset counts. */
  readonly contentType?: string | undefined;
  /** Where the bytes came from, after redirects: relative links count from here. */
  readonly url: string;
}

/** Longer summaries are cut at a word: an article in full is extraction's work. */
const SUMMARY_CHARACTERS = 1_000;
const TITLE_CHARACTERS = 500;
const NAME_CHARACTERS = 200;
/** Longer addresses, ids and dates are none. */
const URL_CHARACTERS = 4_000;
const DATE_CHARACTERS = 100;
/** More than this is an archive: the newest are read. */
const MOST_ITEMS = 500;

/** Throws a `FeedError` when no feed can be read. */
export async function parseFeed(bytes: Uint8Array, source: FeedSource): Promise<Feed> {
  const text = decodeBytes(bytes, source.contentType).trim();
  if (text === '') throw new FeedError('empty', `${source.url} sent nothing`);
  const raw = text.startsWith('{') ? await readJson(text, source.url) : await readXml(text, source.url);
  const base = absolute(raw.link, source.url) || source.url;
  try {
    const items = newest(raw.items);
    return {
      title: shortenAtWord(plainText(raw.title), NAME_CHARACTERS),
      items: items.map((item) => clean(item, base)),
      leftOut: raw.items.length - items.length,
    };
  } catch (cause) {
    // A parser let something through that is no text.
    throw new FeedError('unreadable', `${source.url} sent items that can't be read`, { cause });
  }
}

/** The newest of too many items, then those without a date from the top; in the feed's order. */
function newest(items: readonly RawItem[]): readonly RawItem[] {
  if (items.length <= MOST_ITEMS) return items;
  const dated = items.map((item, place) => ({ place, atMs: dateOf(item.published) ?? dateOf(item.updated) }));
  const first = dated
    .sort((a, b) => (b.atMs ?? -Infinity) - (a.atMs ?? -Infinity) || a.place - b.place)
    .slice(0, MOST_ITEMS);
  return first.sort((a, b) => a.place - b.place).flatMap(({ place }) => items[place] ?? []);
}

async function readJson(text: string, url: string): Promise<RawFeed> {
  try {
    return await readWithFeedsmith(JSON.parse(text));
  } catch (cause) {
    throw new FeedError('unreadable', `${url} sent JSON that is no feed: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function readXml(text: string, url: string): Promise<RawFeed> {
  if (isHtml(text)) throw new FeedError('html', `${url} sent a web page instead of a feed`);
  const xml = repairXml(text);
  try {
    return await readWithRssParser(xml);
  } catch (first) {
    try {
      return await readWithFeedsmith(xml);
    } catch (cause) {
      const said = (first as Error).message.split('\n')[0];
      throw new FeedError('unreadable', `${url} sent nothing that reads as a feed: ${said}`, { cause });
    }
  }
}

function isHtml(text: string): boolean {
  const head = text.slice(0, 4_096).replace(/<!--[\s\S]*?-->/g, '');
  if (/<(?:rss|feed|rdf:rdf|channel)[\s>]/i.test(head)) return false;
  return /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i.test(head);
}

function clean(item: RawItem, base: string): FeedItem {
  const url = absolute(item.link, base);
  const title = shortenAtWord(plainText(item.title), TITLE_CHARACTERS);
  const published = dateOf(item.published);
  const updated = dateOf(item.updated);
  const outlet = shortenAtWord(plainText(item.outlet), NAME_CHARACTERS);
  const id = item.id.trim();
  return {
    id: (id.length <= URL_CHARACTERS && id) || url || title,
    title,
    url,
    summary: shortenAtWord(plainText(item.summary), SUMMARY_CHARACTERS),
    ...(published === undefined ? {} : { publishedAtMs: published }),
    ...(updated === undefined ? {} : { updatedAtMs: updated }),
    ...(outlet === '' ? {} : { outlet }),
  };
}

function dateOf(written: string): number | undefined {
  return written.length > DATE_CHARACTERS ? undefined : parseFeedDate(written);
}

function absolute(link: string, base: string): string {
  const written = link.length > URL_CHARACTERS ? '' : link.replace(/\s+/g, '');
  if (written === '' || !URL.canParse(written, base)) return '';
  const url = new URL(written, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
}

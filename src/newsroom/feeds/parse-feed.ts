/** Bytes to a feed: RSS 0.9x to 2.0, RDF, Atom, JSON Feed. Parsers are loaded at the first feed. */
import { decodeBytes } from '../decode-bytes.ts';
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

/** Throws a `FeedError` when no feed can be read. */
export async function parseFeed(bytes: Uint8Array, source: FeedSource): Promise<Feed> {
  const text = decodeBytes(bytes, source.contentType).trim();
  if (text === '') throw new FeedError('empty', `${source.url} sent nothing`);
  const raw = text.startsWith('{') ? await readJson(text, source.url) : await readXml(text, source.url);
  const base = absolute(raw.link, source.url) || source.url;
  return {
    title: plainText(raw.title),
    items: raw.items.map((item) => clean(item, base)),
  };
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
  const title = plainText(item.title);
  const published = parseFeedDate(item.published);
  const updated = parseFeedDate(item.updated);
  const outlet = plainText(item.outlet);
  return {
    id: item.id.trim() || url || title,
    title,
    url,
    summary: cut(plainText(item.summary)),
    ...(published === undefined ? {} : { publishedAtMs: published }),
    ...(updated === undefined ? {} : { updatedAtMs: updated }),
    ...(outlet === '' ? {} : { outlet }),
  };
}

function absolute(link: string, base: string): string {
  const written = link.replace(/\s+/g, '');
  if (written === '' || !URL.canParse(written, base)) return '';
  const url = new URL(written, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
}

function cut(text: string): string {
  if (text.length <= SUMMARY_CHARACTERS) return text;
  return `${text.slice(0, SUMMARY_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}

/**
 * XML feeds by rss-parser, hardened: it tells the formats apart and gathers their items, from a tree that is read here,
 * as its own reader stops at the first mistake of a feed. What it would throw over or guess wrong (links, dates, nested
 * titles) reaches us untouched under names of our own.
 */
import type { RawFeed, RawItem } from './feed.ts';
import { KEPT, type Kept } from './feed-names.ts';
import { readFeedTree, type FeedField, type FeedTree } from './feed-tree.ts';

type Given = Partial<Record<Kept, FeedField[]>> & { 'rdf:about'?: string };

/** `url` is where the feed came from. Rejects when the text is no XML feed that rss-parser knows. */
export async function readWithRssParser(text: string, url: string): Promise<RawFeed> {
  const { default: Parser } = await import('rss-parser');
  const parser = new Parser<Given, Given>({
    defaultRSS: 2,
    customFields: {
      feed: KEPT.map((name) => [name, name, { keepArray: true }]) as unknown as Kept[],
      item: KEPT.map((name) => [name, name, { keepArray: true }] as unknown as Kept),
    },
  });
  const tree = await readFeedTree(text, url);
  const inside = parser as unknown as { xmlParser: XmlReader };
  inside.xmlParser = { parseString: (_, done) => done(null, tree) };
  const feed: Given & { items: Given[] } = await parser.parseString('');
  const { link, base } = linkOf(feed['x-link']);
  const { permalink } = idOf(feed);
  return {
    title: first(feed['x-title']),
    link: link || permalink,
    base,
    summary: first(feed['x-summary']),
    ...datesOf(feed),
    items: feed.items.map(toRaw),
    unread: tree.unread,
  };
}

/** What rss-parser keeps of xml2js. */
interface XmlReader {
  parseString(xml: string, done: (error: null, tree: FeedTree) => void): void;
}

function toRaw(item: Given): RawItem {
  const { id, permalink } = idOf(item);
  const { link, base } = linkOf(item['x-link']);
  return {
    id,
    title: first(item['x-title']) || first(item['x-media-title']),
    link: link || permalink,
    base,
    summary: first(item['x-summary']) || first(item['x-content']) || first(item['x-media-summary']),
    ...datesOf(item),
    outlet: first(item['x-source']),
  };
}

/** An id that is an address, unless the feed denies it, stands for a missing link. */
function idOf(given: Given): { id: string; permalink: string } {
  const guid = given['x-guid']?.find(({ text }) => text.trim() !== '');
  const id = guid?.text.trim() || (given['rdf:about'] ?? '').trim();
  const denied = guid?.attributes['ispermalink']?.trim().toLowerCase() === 'false';
  return { id, permalink: !denied && /^https?:\/\//i.test(id) ? id : '' };
}

/** A date that does not say of what counts as both; of several updates, the last. */
function datesOf(given: Given): { published: string; updated: string } {
  const dated = first(given['x-dated']);
  return {
    published: first(given['x-published']) || dated,
    updated: first(given['x-updated']?.toReversed()) || dated,
  };
}

/** The first of several that says something. */
function first(fields: readonly FeedField[] | undefined): string {
  for (const { text } of fields ?? []) {
    const said = text.trim();
    if (said !== '') return said;
  }
  return '';
}

/** Atom's alternate, HTML before other types; RSS's text; never edit, self, enclosure. */
function linkOf(fields: readonly FeedField[] | undefined): { link: string; base: string } {
  let best = { rank: 9, link: '', base: '' };
  for (const { text, base, attributes } of fields ?? []) {
    const { href, rel = 'alternate', type = 'text/html' } = attributes;
    const link = (href ?? text).trim();
    const rank = !/(?:^|\s|\/)alternate(?:\s|$)/i.test(rel) || link === '' ? 9 : /html/i.test(type) ? 0 : 1;
    if (rank < best.rank) best = { rank, link, base };
  }
  return best;
}

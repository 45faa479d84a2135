/**
 * XML feeds by rss-parser, hardened: it reads the XML, and what it would throw at or guess wrong (Atom links
 * and dates, nested titles) reaches us untouched under names of our own.
 */
import type { EventEmitter } from 'node:events';
import { setImmediate as breathe } from 'node:timers/promises';
import type { RawFeed, RawItem } from './feed.ts';

/** Tags that rss-parser would interpret, and would throw over. */
const OURS: Readonly<Record<string, string>> = {
  link: 'x-link',
  published: 'x-published',
  updated: 'x-updated',
  title: 'x-title',
  issued: 'x-published',
  modified: 'x-updated',
  summary: 'x-summary',
  content: 'x-content',
  description: 'x-summary',
  guid: 'x-guid',
  id: 'x-guid',
  pubDate: 'x-published',
  pubdate: 'x-published',
  'dc:date': 'x-published',
  'dcterms:issued': 'x-published',
  'dcterms:created': 'x-published',
  created: 'x-published',
  'dcterms:modified': 'x-updated',
  'dc:title': 'x-title',
  'dc:description': 'x-summary',
  'content:encoded': 'x-content',
  source: 'x-source',
};

const kept = [
  'x-link',
  'x-published',
  'x-updated',
  'x-title',
  'x-summary',
  'x-content',
  'x-guid',
  'x-source',
] as const;
type Kept = (typeof kept)[number];
type Fields = Partial<Record<Kept, unknown[]>> & { 'rdf:about'?: string };

/** So much is read before others get a turn: about 10 ms. */
const CHUNK_CHARACTERS = 50_000;

/** Rejects when the text is no XML feed that rss-parser knows. */
export async function readWithRssParser(xml: string): Promise<RawFeed> {
  const { default: Parser } = await import('rss-parser');
  const rename = (name: string) => {
    const own = name.replace(/^(?:atom|a|rss):/i, '');
    return OURS[own] ?? own;
  };
  const parser = new Parser<Fields, Fields>({
    defaultRSS: 2,
    xml2js: { tagNameProcessors: [rename], explicitCharkey: false },
    customFields: {
      feed: kept.map((name) => [name, name, { keepArray: true }]) as unknown as Kept[],
      item: kept.map((name) => [name, name, { keepArray: true }] as unknown as Kept),
    },
  });
  // Read in parts, then handed to rss-parser as if it had been read at once.
  const inside = parser as unknown as { xmlParser: Pick<XmlReader, 'parseString'> };
  const tree = await treeOf(inside.xmlParser as XmlReader, xml);
  inside.xmlParser = { parseString: (_, done) => done(null, tree) };
  const feed: Fields & { items: Fields[] } = await parser.parseString('');
  return { title: first(feed['x-title']), link: linkOf(feed['x-link'] ?? []), items: feed.items.map(toRaw) };
}

/** What rss-parser keeps of xml2js. */
interface XmlReader extends EventEmitter {
  readonly saxParser: { write(part: string): unknown; close(): unknown };
  parseString(xml: string, done: (error: Error | null, tree: unknown) => void): void;
}

/** xml2js has a way to read in parts, too, but there a feed that ends unexpectedly is waited for without end. */
async function treeOf(reader: XmlReader, xml: string): Promise<unknown> {
  const read: { tree?: unknown; failed?: Error } = {};
  reader.on('end', (tree: unknown) => (read.tree = tree));
  reader.on('error', (error: Error) => (read.failed ??= error));
  for (let at = 0; at < xml.length; at += CHUNK_CHARACTERS) {
    if (at > 0) await breathe();
    reader.saxParser.write(xml.slice(at, at + CHUNK_CHARACTERS));
    if (read.failed) throw read.failed;
  }
  reader.saxParser.close();
  if (read.failed) throw read.failed;
  if (!read.tree) throw new Error('the XML has no content');
  return read.tree;
}

function toRaw(item: Fields): RawItem {
  const guid = item['x-guid']?.[0];
  const id = textOf(guid) || (item['rdf:about'] ?? '');
  const isPermalink = attribute(guid, 'isPermaLink') !== 'false' && /^https?:\/\//i.test(id);
  const source = item['x-source']?.[0];
  return {
    id,
    title: first(item['x-title']),
    link: linkOf(item['x-link'] ?? []) || (isPermalink ? id.trim() : ''),
    summary: first(item['x-summary']) || first(item['x-content']),
    published: first(item['x-published']),
    updated: first(item['x-updated']),
    outlet: textOf(source) || first(child(source, 'x-title')),
  };
}

/** The first of several that says something. */
function first(values: readonly unknown[] | undefined): string {
  for (const value of values ?? []) {
    const text = textOf(value).trim();
    if (text !== '') return text;
  }
  return '';
}

/** Atom's alternate before one without a relation; RSS's text; never edit, self, enclosure. */
function linkOf(links: readonly unknown[]): string {
  const candidates = links.map((link) => {
    const rel = attribute(link, 'rel') ?? 'alternate';
    const type = attribute(link, 'type') ?? 'text/html';
    const rank = rel !== 'alternate' ? 9 : /html/.test(type) ? 0 : 1;
    return { rank, href: (attribute(link, 'href') ?? textOf(link)).trim() };
  });
  const usable = candidates.filter(({ rank, href }) => rank < 9 && href !== '');
  return usable.sort((a, b) => a.rank - b.rank)[0]?.href ?? '';
}

function attribute(node: unknown, name: string): string | undefined {
  const value = child(child(node, '$'), name);
  return typeof value === 'string' ? value : undefined;
}

function child(node: unknown, name: string): unknown[] | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  return Reflect.get(node, name) as unknown[] | undefined;
}

/** All text inside a node of the parsed XML (an Atom title may be XHTML). */
function textOf(node: unknown): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join(' ');
  if (typeof node !== 'object' || node === null) return '';
  return Object.entries(node)
    .filter(([name]) => name !== '$')
    .map(([, inner]) => textOf(inner))
    .join(' ');
}

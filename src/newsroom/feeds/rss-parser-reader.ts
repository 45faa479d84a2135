/**
 * XML feeds by rss-parser, hardened: it reads the XML, and what it would throw at or guess wrong (Atom links
 * and dates, nested titles) reaches us untouched under names of our own.
 */
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
  const feed: Fields & { items: Fields[] } = await parser.parseString(xml);
  return { title: first(feed['x-title']), link: linkOf(feed['x-link'] ?? []), items: feed.items.map(toRaw) };
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

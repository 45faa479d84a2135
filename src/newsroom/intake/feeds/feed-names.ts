/**
 * The names of feeds' elements, whatever prefix they were written with.
 *
 * A name here is in lower case: `title` for RSS and Atom of every version, `dc:title`, `content:encoded` and so on
 * for the modules that feeds use.
 */

/** Namespaces by what they are called here; RSS and Atom are called nothing. */
const FAMILIES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/atom': '',
  'http://purl.org/atom/ns': '',
  'http://example.com/newformat': '',
  'http://purl.org/rss/1.0': '',
  'http://purl.org/net/rss1.1': '',
  'http://my.netscape.com/rdf/simple/0.9': '',
  'http://my.netscape.com/publish/formats/rss-0.91.dtd': '',
  'http://channel.netscape.com/rdf/simple/0.9': '',
  'http://backend.userland.com/rss': '',
  'http://backend.userland.com/rss2': '',
  'http://blogs.law.harvard.edu/tech/rss': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
  'http://purl.org/dc/elements/1.0': 'dc',
  'http://purl.org/dc/elements/1.1': 'dc',
  'http://purl.org/dc/terms': 'dcterms',
  'http://purl.org/rss/1.0/modules/content': 'content',
  'http://www.w3.org/1999/xhtml': 'xhtml',
  'http://search.yahoo.com/mrss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
};

/** Prefixes that mean RSS and Atom even where nobody declared them. */
const PLAIN_PREFIXES = new Set(['atom', 'rss']);

/** The namespaces that an element declared, on top of those around it. */
export interface Scope {
  readonly prefix: string;
  readonly family: string;
  readonly around: Scope | undefined;
  /** How many declarations there are up to this one. */
  readonly count: number;
}

/** More than any feed has; each name is looked up in all of them. */
const MOST_DECLARATIONS = 100;

/** A declaration of `xmlns`. A namespace that is not known here keeps the prefix that its author gave it. */
export function declare(around: Scope | undefined, prefix: string, uri: string): Scope | undefined {
  const count = (around?.count ?? 0) + 1;
  if (count > MOST_DECLARATIONS) return around;
  const family =
    FAMILIES[
      uri
        .trim()
        .toLowerCase()
        .replace(/[/#]+$/, '')
    ] ?? prefix;
  return { prefix, family, around, count };
}

/** `written` is an element's name in lower case. */
export function canonicalName(written: string, scope: Scope | undefined): string {
  const colon = written.indexOf(':');
  const prefix = colon < 0 ? '' : written.slice(0, colon);
  const local = written.slice(colon + 1);
  let declared = scope;
  while (declared !== undefined && declared.prefix !== prefix) declared = declared.around;
  const family = declared?.family ?? (PLAIN_PREFIXES.has(prefix) ? '' : prefix);
  return family === '' ? local : `${family}:${local}`;
}

/** The fields that are kept. A date that doesn't say of what is `dated`. */
export type Kept =
  | 'link'
  | 'published'
  | 'updated'
  | 'dated'
  | 'title'
  | 'summary'
  | 'content'
  | 'guid'
  | 'source'
  | 'media-title'
  | 'media-summary';

/** Which field an element is, by its canonical name. */
export const FIELDS: ReadonlyMap<string, Kept> = new Map<string, Kept>([
  ['title', 'title'],
  ['dc:title', 'title'],
  ['link', 'link'],
  ['guid', 'guid'],
  ['id', 'guid'],
  ['pubdate', 'published'],
  ['published', 'published'],
  ['issued', 'published'],
  ['dcterms:issued', 'published'],
  ['created', 'dated'],
  ['dcterms:created', 'dated'],
  ['dc:date', 'dated'],
  ['updated', 'updated'],
  ['modified', 'updated'],
  ['lastbuilddate', 'updated'],
  ['dcterms:modified', 'updated'],
  ['description', 'summary'],
  ['summary', 'summary'],
  ['subtitle', 'summary'],
  ['tagline', 'summary'],
  ['abstract', 'summary'],
  ['dc:description', 'summary'],
  ['itunes:summary', 'content'],
  ['content', 'content'],
  ['content:encoded', 'content'],
  ['xhtml:body', 'content'],
  ['body', 'content'],
  ['fullitem', 'content'],
  ['source', 'source'],
  ['media:title', 'media-title'],
  ['media:description', 'media-summary'],
]);

/** Fields that may hold elements of their own: markup. In all others a field's start tag ends one left open. */
export const HOLDS_MARKUP: ReadonlySet<Kept> = new Set<Kept>([
  'summary',
  'content',
  'source',
  'media-summary',
]);

/** Elements whose children count as if they stood outside. */
export const TRANSPARENT: ReadonlySet<string> = new Set(['media:group', 'media:content']);

/** Elements without children that nobody reads: one left open ends where the next field begins. */
export const LEAVES: ReadonlySet<string> = new Set([
  'author',
  'category',
  'comments',
  'copyright',
  'dc:creator',
  'dc:subject',
  'docs',
  'enclosure',
  'generator',
  'language',
  'managingeditor',
  'rights',
  'ttl',
  'webmaster',
]);

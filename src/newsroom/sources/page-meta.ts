/** An article's metadata from the page's head, JSON-LD and body. */
import type { Article } from './article.ts';
import { bylineOf } from './byline.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { JsonLdArticle } from './json-ld.ts';
import { hasHan } from '../../text/chinese/has-han.ts';
import { withoutSections } from '../../text/headline.ts';
import { oneLine } from './one-line.ts';
import { isWithin, type PageElements } from './page-elements.ts';
import { pageLanguage } from './page-language.ts';
import { readDate, readDateLine } from './read-date.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { parseUrl } from '../../text/parse-url.ts';

/** `language` is the declared one. */
export interface PageMeta extends Partial<Omit<Article, 'text' | 'extractor' | 'quality' | 'problem'>> {
  /** Open Graph's type, such as `article` or `website`. */
  readonly kind?: string;
}

const TITLE = ['og:title', 'twitter:title', 'dc.title', 'parsely-title', 'sailthru.title'];
const AUTHOR = [
  'author',
  'article:author',
  'article:author_name',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'twitter:creator:name',
  'cxenseparse:author',
];
const PUBLISHED = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'parsely-pub-date',
  'datepublished',
  'pubdate',
  'publishdate',
  'publish-date',
  'publish_date',
  'publication_date',
  'published_time',
  'article.published',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'cxenseparse:recs:publishtime',
  'cxenseparse:publishtime',
  'originalpublicationdate',
  'date',
  'article_date_original',
];
const IMAGE = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'thumbnail',
];
const OUTLET = ['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'dc.publisher', 'cre'];

interface Page {
  readonly document: DomDocument;
  readonly elements: PageElements;
  /** The beginning of its text, on one line. */
  readonly visible: string;
  /** Where it was found. */
  readonly url: string;
}

/** What a page says about its article. Malformed values are ignored. */
export function metaOf(page: Page, ld: JsonLdArticle = {}): PageMeta {
  const { document, elements, url } = page;
  const meta = metaTags(elements);
  const first = (names: readonly string[]): string => names.map((name) => meta.get(name)).find(Boolean) ?? '';
  const link = (rel: string) => elements.named('link').find(says('rel', rel))?.getAttribute('href') ?? '';
  const outlet = withoutLinks((first(OUTLET) || ld.publisher || '').slice(0, 200));
  const title = ld.headline || first(TITLE) || ofOne(elements.named('h1')) || oneLine(document.title ?? '');
  const language =
    document.documentElement?.getAttribute('lang') ||
    document.documentElement?.getAttribute('xml:lang') ||
    first(['content-language', 'og:locale', 'dc.language']) ||
    ld.language ||
    '';
  const isChinese = CHINESE.test(pageLanguage(language, page.visible) ?? '');
  const named = elements.all.filter(says('itemprop', 'name'));
  const dates = [ld.published, ...PUBLISHED.map((name) => meta.get(name))];
  const publishedAtMs = published(elements, url, dates, isChinese);
  return {
    ...said('title', withoutLinks(withoutOutlet(oneLine(title), outlet).slice(0, 500))),
    ...said(
      'byline',
      bylineOf([
        ld.author,
        first(AUTHOR),
        ofOne(named.filter((element) => isWithin(element, says('itemprop', 'author')))),
        ofOne(elements.all.filter(says('rel', 'author'))),
      ]),
    ),
    ...said('language', language),
    ...said('outlet', outlet),
    ...said(
      'image',
      [first(IMAGE), ld.image ?? '', link('image_src')].map((it) => webAddress(it, url)).find(Boolean) ?? '',
    ),
    ...said('canonicalUrl', webAddress(link('canonical'), url) || webAddress(first(['og:url']), url)),
    ...said('kind', first(['og:type']).toLowerCase()),
    ...(publishedAtMs !== undefined && { publishedAtMs }),
  };
}

/** Keyed by lower-case name; the first of each name counts. */
function metaTags(elements: PageElements): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const tag of elements.named('meta')) {
    const name =
      tag.getAttribute('property') ??
      tag.getAttribute('name') ??
      tag.getAttribute('itemprop') ??
      tag.getAttribute('http-equiv');
    const content = oneLine((tag.getAttribute('content') ?? '').slice(0, 4_000));
    const key = name?.trim().toLowerCase() ?? '';
    if (key !== '' && content !== '' && !tags.has(key)) tags.set(key, content);
  }
  return tags;
}

function says(attribute: string, value: string): (element: DomElement) => boolean {
  return (element) => element.getAttribute(attribute) === value;
}

/** The text of the only element; of several, none is known to be the article's. */
function ofOne(found: readonly DomElement[]): string {
  return found.length === 1 ? oneLine((found[0]?.textContent ?? '').slice(0, 1_000)) : '';
}

/** "Bridge closed | UK | The Paper", "橋封了_某某網" without sections and outlet. */
function withoutOutlet(title: string, outlet: string): string {
  const [, head = '', suffix = ''] = SUFFIXED.exec(title) ?? [];
  const [named, own] = [bare(suffix), bare(outlet)];
  const isOutlet = own !== '' && named !== '' && (own.includes(named) || named.includes(own));
  const headline = isOutlet ? head : title;
  return isOutlet || hasHan(title) ? withoutSections(headline) : headline;
}

const SUFFIXED = /^(.{4,}?)(?:\s+[|–—-]\s+|\s*_+\s*|\s*[｜│]\s*)([^|–—_｜│]{2,60})$/u;

function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

const CHINESE = /^(?:zh|yue|cmn|nan|wuu)(?:-|$)/;
/** Dates further down belong to other articles. */
const NEAR_HEADLINE = 5;

/** The first readable date, then that of the page's time element, in its URL, or below its headline. */
function published(
  elements: PageElements,
  url: string,
  said: readonly (string | undefined)[],
  isChinese: boolean,
): number | undefined {
  const times = elements.named('time');
  const dated = times.filter((time) => time.getAttribute('datetime') !== null);
  const marked = [
    elements.all.find(says('itemprop', 'datePublished')),
    times.find((time) => time.getAttribute('pubdate') !== null),
    dated.find((time) => isWithin(time, ({ localName }) => localName === 'article')),
    dated[0],
  ];
  const written = [...said, ...marked.map(timeOf), dayInAddress(url)];
  for (const text of written) {
    const ms = text ? readDate(text, isChinese) : undefined;
    if (ms !== undefined) return ms;
  }
  return underHeadline(elements, isChinese);
}

/** A visible date in one of the elements after the headline that are named for it. */
function underHeadline({ all }: PageElements, isChinese: boolean): number | undefined {
  const named = all.filter(
    (element) =>
      ['h1', 'time'].includes(element.localName) ||
      /date|time|publish/.test(element.getAttribute('class') ?? ''),
  );
  const headline = named.findIndex(({ localName }) => localName === 'h1');
  for (const element of named.slice(headline + 1, headline + 1 + NEAR_HEADLINE)) {
    const ms = readDateLine(element.textContent ?? '', isChinese);
    if (ms !== undefined) return ms;
  }
  return undefined;
}

function timeOf(element: DomElement | undefined): string | undefined {
  return (
    element?.getAttribute('datetime') ?? element?.getAttribute('content') ?? element?.textContent ?? undefined
  );
}

function dayInAddress(url: string): string | undefined {
  const day = /\/((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?=[/-]|$)/.exec(url);
  return day ? `${day[1]}-${day[2]!.padStart(2, '0')}-${day[3]!.padStart(2, '0')}` : undefined;
}

/** An absolute http or https URL; otherwise empty. */
function webAddress(written: string, base: string): string {
  const address = written.trim();
  const url = address === '' ? undefined : parseUrl(address, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : '';
}

function said(name: Exclude<keyof PageMeta, 'publishedAtMs'>, value: string): PageMeta {
  return value.trim() === '' ? {} : { [name]: value.trim() };
}

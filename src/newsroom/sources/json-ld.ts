/**
 * Reads an article's JSON-LD. Real pages nest it in lists, graphs and web pages, write the type as a list or a URL,
 * break lines inside strings, and add comments; all of that is handled. The data is untrusted, so every value is
 * checked and the search is limited.
 */
import { plainText } from './plain-text.ts';

export interface JsonLdArticle {
  readonly headline?: string;
  /** Plain text, one paragraph per line. */
  readonly body?: string;
  readonly author?: string;
  readonly published?: string;
  readonly publisher?: string;
  readonly image?: string;
  readonly language?: string;
  /** False when the article, or its rest, is for subscribers. */
  readonly free?: boolean;
}

export interface JsonLd {
  readonly article?: JsonLdArticle;
  /** The page declares a list and no article. */
  readonly isList: boolean;
}

const ARTICLE = /(?:Article|Posting|^Report|\/Report)$/;
const LIST = /(?:CollectionPage|ItemList|SearchResultsPage)$/;
/** Properties that may contain the article. */
const INSIDE = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart', 'isPartOf', 'about', 'itemReviewed'];
const MOST_NODES = 2_000;
const LONGEST_BODY = 400_000;

/**
 * @param scripts the contents of the page's JSON-LD scripts. Of several articles the one with the longest body is
 * used.
 */
export function readJsonLd(scripts: readonly string[]): JsonLd {
  const found: JsonLdArticle[] = [];
  let isList = false;
  const ahead: unknown[] = scripts.map(parse);
  for (let seen = 0; ahead.length > 0 && seen < MOST_NODES; seen++) {
    const node = ahead.shift();
    if (Array.isArray(node)) ahead.push(...(node as unknown[]).slice(0, MOST_NODES));
    else if (typeof node === 'object' && node !== null) {
      const kinds = listOf(at(node, '@type')).map(string);
      if (kinds.some((kind) => ARTICLE.test(kind))) found.push(toArticle(node));
      isList ||= kinds.some((kind) => LIST.test(kind));
      ahead.push(...INSIDE.map((name) => at(node, name)).filter((it) => it !== undefined));
    }
  }
  const article = found.reduce<JsonLdArticle | undefined>(
    (best, it) => (best === undefined || (it.body?.length ?? 0) > (best.body?.length ?? 0) ? it : best),
    undefined,
  );
  return { isList: isList && article === undefined, ...(article !== undefined && { article }) };
}

function parse(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?)/, '')
    .replace(/(?:-->|(?:\/\/|\/\*)?\s{0,9}\]\]>(?:\s{0,9}\*\/)?)[\s;]*$/, '')
    .replace(/;\s*$/, '');
  for (const attempt of [bare, mended(bare)]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // Ignore JSON that can't be repaired.
    }
  }
  return undefined;
}

/** Fix line breaks and tabs inside strings, and trailing commas. */
function mended(text: string): string {
  return text.replace(/[\u0000-\u001f]/g, ' ').replace(/,(?=\s{0,99}[}\]])/g, '');
}

function toArticle(node: object): JsonLdArticle {
  const author = listOf(at(node, 'author')).slice(0, 10).map(nameOf).filter(Boolean).join(', ');
  const free = at(node, 'isAccessibleForFree');
  const body =
    listOf(at(node, 'articleBody')).slice(0, 500).map(string).join('\n\n') || string(at(node, 'text'));
  return {
    ...said('headline', plainText(string(at(node, 'headline')) || string(at(node, 'name'))).slice(0, 500)),
    ...said('body', plainText(body.slice(0, LONGEST_BODY))),
    ...said('author', author),
    ...said('published', string(at(node, 'datePublished')) || string(at(node, 'dateCreated'))),
    ...said('publisher', nameOf(listOf(at(node, 'publisher'))[0])),
    ...said('image', urlOf(listOf(at(node, 'image'))[0]) || string(at(node, 'thumbnailUrl'))),
    ...said('language', string(at(node, 'inLanguage'))),
    ...(free !== undefined && {
      free: !(free === false || /^(?:https?:\/\/schema\.org\/)?false$/i.test(string(free))),
    }),
  };
}

function at(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (Reflect.get(node, name) as unknown)
    : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function nameOf(node: unknown): string {
  const name = at(node, 'name');
  return plainText(string(node) || string(name) || string(listOf(name)[0])).slice(0, 200);
}

function urlOf(node: unknown): string {
  return string(node) || string(at(node, 'url')) || string(at(node, 'contentUrl')) || string(at(node, '@id'));
}

function string(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function said(name: Exclude<keyof JsonLdArticle, 'free'>, value: string): JsonLdArticle {
  return value === '' ? {} : { [name]: value };
}

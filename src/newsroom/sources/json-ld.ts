/** What a page says of its article in JSON-LD. */
import type { DomDocument } from './dom.ts';

interface JsonLdArticle {
  readonly headline?: string;
  readonly body?: string;
  readonly author?: string;
  readonly published?: string;
  readonly publisher?: string;
  readonly image?: string;
}

/** The first article of the page's JSON-LD; pages nest it in lists and graphs. Empty where there is none. */
export function jsonLdArticle(document: DomDocument): JsonLdArticle {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const article = findArticle(parse(script.textContent ?? ''), 0);
    if (article !== undefined) return article;
  }
  return {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, ''));
  } catch {
    return undefined; // a page's mistake costs the page its hint
  }
}

function findArticle(value: unknown, depth: number): JsonLdArticle | undefined {
  if (depth > 5 || typeof value !== 'object' || value === null) return undefined;
  const nodes = Array.isArray(value)
    ? value
    : [value, ...[at(value, '@graph'), at(value, 'mainEntity')].flat()];
  for (const node of nodes) {
    if ([at(node, '@type')].flat().some((type) => /Article$|^(?:BlogPosting|Report)$/.test(String(type))))
      return toArticle(node);
    if (node !== value) {
      const inner = findArticle(node, depth + 1);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

function toArticle(node: unknown): JsonLdArticle {
  const author = [at(node, 'author')].flat().map(nameOf).filter(Boolean).join(', ');
  return {
    ...said('headline', string(at(node, 'headline'))),
    ...said('body', string(at(node, 'articleBody'))),
    ...said('author', author),
    ...said('published', string(at(node, 'datePublished')) || string(at(node, 'dateCreated'))),
    ...said('publisher', nameOf([at(node, 'publisher')].flat()[0])),
    ...said('image', urlOf([at(node, 'image')].flat()[0])),
  };
}

function at(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
}

function nameOf(node: unknown): string {
  return string(node) || string(at(node, 'name'));
}

function urlOf(node: unknown): string {
  return string(node) || string(at(node, 'url'));
}

function string(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function said<K extends keyof JsonLdArticle>(name: K, value: string): JsonLdArticle {
  return value === '' ? {} : { [name]: value };
}

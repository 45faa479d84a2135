/**
 * A page to an article: readability on linkedom; jsdom where that yields nothing usable or throws; the
 * JSON-LD body as the last resort. Heavy and synchronous at heart: run it in the worker.
 */
import { createRequire } from 'node:module';
import type { Article } from './article.ts';
import { articleText } from './article-text.ts';
import type { DomDocument, DomNode } from './dom.ts';
import { jsonLdArticle } from './json-ld.ts';
import { metaOf, type PageMeta } from './page-meta.ts';

/** Less text than this is a teaser or a consent page: another attempt is worth its time. */
const USABLE_CHARACTERS = 200;
/** jsdom needs some fifty times the page's size in memory. */
const MOST_FOR_JSDOM = 1_500_000;

interface Found {
  readonly title: string;
  readonly text: string;
  readonly byline: string;
}

export async function extractArticle(html: string, url: string): Promise<Article> {
  const document = await byLinkedom(html);
  const meta = document === undefined ? {} : metaOf(document, url);
  const ld = document === undefined ? {} : jsonLdArticle(document);
  const first = document === undefined ? undefined : await readable(document);
  if (first !== undefined && isUsable(first.text)) return toArticle(first, 'readability-linkedom', meta);

  const second = html.length > MOST_FOR_JSDOM ? undefined : await readable(byJsdom(html, url));
  if (second !== undefined && isUsable(second.text)) return toArticle(second, 'readability-jsdom', meta);

  const body = paragraphs(ld.body ?? '');
  const found = [first, second]
    .filter((it) => it !== undefined)
    .sort((a, b) => b.text.length - a.text.length)[0];
  if (body.length > (found?.text.length ?? 0))
    return toArticle({ title: ld.headline ?? '', text: body, byline: ld.author ?? '' }, 'json-ld', meta);
  if (found !== undefined && found.text !== '')
    return toArticle(found, found === first ? 'readability-linkedom' : 'readability-jsdom', meta);
  return toArticle({ title: '', text: '', byline: '' }, 'none', meta);
}

async function byLinkedom(html: string): Promise<DomDocument | undefined> {
  const { parseHTML } = await import('linkedom');
  try {
    // A fragment gets no document element from linkedom, and readability needs one.
    const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`;
    return parseHTML(whole).document as unknown as DomDocument;
  } catch {
    return undefined; // jsdom is asked next
  }
}

function byJsdom(html: string, url: string): DomDocument | undefined {
  // The types of jsdom would bring the compiler's DOM library into the whole house.
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
    JSDOM: new (html: string, options: { url: string }) => { window: { document: DomDocument } };
  };
  try {
    // Without `runScripts` and `resources` it executes and loads nothing.
    return new JSDOM(html.replace(/<style\b[\s\S]*?<\/style\s*>/gi, ''), { url }).window.document;
  } catch {
    return undefined; // nobody can read the page
  }
}

async function readable(document: DomDocument | undefined): Promise<Found | undefined> {
  if (document === undefined) return undefined;
  const { Readability } = await import('@mozilla/readability');
  type Page = ConstructorParameters<typeof Readability>[0];
  try {
    const reader = new Readability<DomNode>(document as unknown as Page, {
      keepClasses: true,
      serializer: (node) => node as unknown as DomNode,
    });
    const parsed = reader.parse();
    if (!parsed?.content) return undefined;
    return { title: parsed.title ?? '', text: articleText(parsed.content), byline: parsed.byline ?? '' };
  } catch {
    return undefined; // another DOM may do better
  }
}

function toArticle(found: Found, extractor: Article['extractor'], meta: PageMeta): Article {
  const { title = '', byline = '', ...rest } = meta;
  const author = (byline || found.byline)
    .replace(/\s+/g, ' ')
    .replace(/^by\s+/i, '')
    .trim()
    .slice(0, 200);
  return {
    title: (title || found.title).replace(/\s+/g, ' ').trim(),
    text: withoutHeadline(found.text, [title, found.title]),
    extractor,
    ...(author === '' ? {} : { byline: author }),
    ...rest,
  };
}

/** Pages without a headline of their own kind keep it as the first line of the text. */
function withoutHeadline(text: string, titles: readonly string[]): string {
  const end = text.indexOf('\n');
  const same = (title: string) => letters(title) !== '' && letters(title) === letters(text.slice(0, end));
  return end > 0 && titles.some(same) ? text.slice(end + 1) : text;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function isUsable(text: string): boolean {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return text.length + chinese >= USABLE_CHARACTERS;
}

function paragraphs(body: string): string {
  const lines = body
    .replace(/<(?:\/p|br)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .split('\n');
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/**
 * Extracts the article from a page: Readability on linkedom; jsdom if that gives nothing usable or throws; the
 * JSON-LD body as the last resort. Heavy and mostly synchronous, so run it in the worker.
 */
import type { Article, PageProblem } from './article.ts';
import { bylineOf } from './byline.ts';
import type { DomDocument } from './dom.ts';
import { readJsonLd, type JsonLd } from './json-ld.ts';
import { pageLanguage } from './page-language.ts';
import { pageElements } from './page-elements.ts';
import { metaOf, type PageMeta } from './page-meta.ts';
import { isPlainlyIndex, problemOf } from './page-problem.ts';
import { signsOf } from './page-signs.ts';
import { byJsdom, byLinkedom } from './parse-page.ts';
import { preparePage, type PreparedPage } from './prepare-page.ts';
import { readDocument, type Reading } from './read-document.ts';
import { weight } from './weight.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { shorten } from '../../text/shorten.ts';

/** Shorter text is a teaser or a consent page, and another attempt is worthwhile. */
const USABLE = 200;
/** jsdom needs about a hundred times the page's size in memory. */
const MOST_FOR_JSDOM = 500_000;
/** Of an article's text, in UTF-16 units: several times a long report. What reads it afterwards runs in the desk's own thread. */
const MOST_TEXT = 100_000;

const WHOLE = 1_200;
const SENTENCE = 60;
const WITH_PROBLEM = 0.3;

interface Attempt {
  readonly meta: PageMeta;
  readonly reading: Reading | undefined;
  readonly problem: PageProblem | undefined;
  readonly extractor: Article['extractor'];
}

/** Rejects only when memory or time runs out. */
export async function extractArticle(html: string, url: string): Promise<Article> {
  const page = preparePage(html);
  if ('problem' in page) return { title: '', text: '', extractor: 'none', quality: 0, problem: page.problem };
  const ld = readJsonLd(page.jsonLd);
  const first = await attempt('readability-linkedom', await byLinkedom(page.html), page, ld, url);
  if (first !== undefined && (isUsable(first) || isExplained(first))) return articleOf(first, ld);
  const second = mayHaveText(page.html)
    ? await attempt('readability-jsdom', byJsdom(page.html, url), page, ld, url)
    : undefined;
  const better = lengthOf(second) > lengthOf(first) ? second : (first ?? second);
  return articleOf(better ?? { meta: {}, reading: undefined, problem: 'no_text', extractor: 'none' }, ld);
}

async function attempt(
  extractor: Article['extractor'],
  document: DomDocument | undefined,
  page: PreparedPage,
  ld: JsonLd,
  url: string,
): Promise<Attempt | undefined> {
  if (document === undefined) return undefined;
  try {
    const elements = pageElements(document);
    const signs = signsOf(document, elements);
    const meta = metaOf({ document, elements, visible: signs.visible, url }, ld.article);
    if (isPlainlyIndex(signs)) return { meta, reading: undefined, problem: 'index', extractor };
    const reading = await readDocument(document, elements, [meta.title ?? '', signs.title]);
    const { text = '', linked = 0, linkedHeadings = 0 } = reading ?? {};
    const problem = problemOf({
      signs,
      text,
      linked,
      linkedHeadings,
      scripted: page.scripted,
      closed: ld.article?.free === false,
      declared: declaredKind(meta, ld, url),
    });
    return { meta, reading, problem, extractor };
  } catch {
    return undefined; // a DOM that its own parser can't traverse
  }
}

/** A site's front page is a list, whatever it declares. */
function declaredKind({ kind }: PageMeta, ld: JsonLd, url: string): 'article' | 'list' | undefined {
  const path = parseUrl(url)?.pathname;
  if (path !== undefined && /^\/(?:index\.\w+)?$/.test(path)) return 'list';
  if (ld.article !== undefined || kind === 'article') return 'article';
  return ld.isList ? 'list' : undefined;
}

/** The JSON-LD body is used when the page shows less than half of it. */
function articleOf({ meta, reading, problem, extractor }: Attempt, ld: JsonLd): Article {
  const body = ld.article?.body ?? '';
  const read = reading?.text ?? '';
  const isWithheld = problem !== undefined || weight(read) < USABLE;
  if (weight(body) >= USABLE && (isWithheld ? weight(body) > weight(read) : weight(body) > 2 * weight(read)))
    return assemble({ text: body, linked: 0, extractor: 'json-ld', meta, byline: ld.article?.author ?? '' });
  const text = problem === undefined || problem === 'paywall' ? read : '';
  return assemble({
    text,
    linked: reading?.linked ?? 0,
    extractor: text === '' ? 'none' : extractor,
    meta: { ...meta, title: meta.title ?? reading?.title ?? '' },
    byline: reading?.byline ?? '',
    problem: problem ?? (text === '' ? 'no_text' : undefined),
  });
}

interface Parts {
  readonly text: string;
  readonly linked: number;
  readonly extractor: Article['extractor'];
  readonly meta: PageMeta;
  readonly byline: string;
  readonly problem?: PageProblem | undefined;
}

function assemble({ text: whole, linked, extractor, meta, byline, problem }: Parts): Article {
  const text = shorten(whole, MOST_TEXT);
  const { kind: _kind, byline: named, language: declared, ...known } = meta;
  const author = bylineOf([named, byline]);
  const language = pageLanguage(declared, text);
  return {
    title: '',
    ...known,
    text,
    extractor,
    quality: qualityOf(text, linked, problem !== undefined),
    ...(author !== '' && { byline: author }),
    ...(language !== undefined && { language }),
    ...(problem !== undefined && { problem }),
  };
}

/**
 * What the page is instead of an article. An empty result doesn't count, because another parser may find something.
 */
function isExplained({ problem }: Attempt): boolean {
  return problem !== undefined && problem !== 'no_text' && problem !== 'script_only';
}

function isUsable(found: Attempt): boolean {
  return lengthOf(found) >= USABLE;
}

function lengthOf(found: Attempt | undefined): number {
  return weight(found?.reading?.text ?? '');
}

/** Whether another parser could find more: there is text between the tags, and the page isn't too large. */
function mayHaveText(html: string): boolean {
  return (
    html.length <= MOST_FOR_JSDOM &&
    weight(html.replace(/<title\b[^<]*|<[^<>]*>/gi, '').replace(/\s+/g, ' ')) >= USABLE
  );
}

/** As `Article.quality`. @param linked the share of the text in links */
function qualityOf(text: string, linked: number, hasProblem: boolean): number {
  const all = weight(text);
  if (all === 0) return 0;
  const enough = Math.min(1, Math.sqrt(all / WHOLE));
  const quality = enough * proseShare(text) * (1 - linked);
  return Math.round(Math.min(hasProblem ? WITH_PROBLEM : 1, quality) * 1_000) / 1_000;
}

/** The share of the text in sentences: lines that are long, or end like one. */
function proseShare(text: string): number {
  let prose = 0;
  let all = 0;
  for (const line of text.split('\n')) {
    const own = weight(line);
    all += own;
    if (own >= SENTENCE || (own >= 20 && /[.!?…。！？」』"”]$/u.test(line))) prose += own;
  }
  return all === 0 ? 0 : prose / all;
}

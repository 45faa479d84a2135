/**
 * Step 3: the texts of what was kept. Wants `LetterPages`.
 *
 * - Some sites at once, and the pages of one site one after the other; the pages' port is polite beside that.
 * - What can't be read is named with its reason, and the rest goes on; when nothing can be read, the step fails.
 * - Two addresses that lead to one page, or to the same text, are one article: the first one.
 * - What leads to a page of an earlier issue is none.
 */
import { domainOf, urlKey } from '../../newsroom/model/url-key.ts';
import { cjkLength } from '../../text/cjk.ts';
import { parseUrl } from '../../text/parse-url.ts';
import type { DownloadedArticle, GatheredUrl, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { StepFailed, type LetterPage, type LetterPages, type StepDeps } from './deps.ts';
import { groupBy } from './group-by.ts';
import { inParallel } from '../../async/in-parallel.ts';
import { leftBecause } from './left-reasons.ts';
import { stepWords } from './words.ts';

export interface DownloadInputs extends Pick<StepOutputs, 'filter_urls'> {
  /** Addresses of earlier issues; none where not given. */
  readonly told?: Iterable<string> | undefined;
}

export interface DownloadStepDeps extends StepDeps {
  readonly pages: LetterPages;
}

const SITES_AT_ONCE = 6;
/** Less is a caption. */
const LEAST = { characters: 120, cjk: 40 };

/**
 * The step `download_articles`: the text of each page that was kept; pages that can't be read are counted with the
 * reason.
 */
export async function downloadArticles(
  { filter_urls: { kept }, told = [] }: DownloadInputs,
  { pages, edition, progress }: DownloadStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['download_articles']>> {
  const words = stepWords(edition.language).download;
  const read = new Map<string, LetterPage>();
  const sites = [...groupBy(kept, ({ url }) => domainOf(url)).values()];
  await inParallel(sites, SITES_AT_ONCE, signal, async (links) => {
    for (const { url } of links) {
      signal.throwIfAborted();
      read.set(url, await pages.read(url, signal));
      progress?.(read.size, kept.length);
    }
  });
  const before = new Set([...told].map((url) => urlKey(url) ?? url));
  // A link of another address may lead to the page of an earlier issue.
  for (const [url, page] of read)
    if (before.has(urlKey(page.url) ?? page.url))
      read.set(url, { ...page, error: leftBecause('told_before') });
  const { articles, failed } = asArticles(kept, read);
  if (articles.length === 0) throw new StepFailed(words.allFailed(failed));
  return {
    output: { articles, failed },
    message: words.downloaded(articles.length, failed.length),
    counts: { articles: articles.length, failed: failed.length, sites: sites.length },
  };
}

interface Outcome {
  readonly articles: DownloadedArticle[];
  readonly failed: StepOutputs['download_articles']['failed'];
}

/** In the order of the links. */
function asArticles(links: readonly GatheredUrl[], pages: ReadonlyMap<string, LetterPage>): Outcome {
  const articles = new Map<string, DownloadedArticle>();
  const failed: Outcome['failed'] = [];
  const firstOf = new Map<string, string>();
  for (const link of links) {
    const page = pages.get(link.url);
    const text = page?.text.trim() ?? '';
    const error = page?.error ?? whyNoArticle(text);
    if (page === undefined || error !== undefined) {
      failed.push({ what: link.url, error: error ?? 'no_text' });
      continue;
    }
    const keys = [urlKey(link.url) ?? link.url, urlKey(page.url) ?? page.url, text];
    const first = keys.flatMap((key) => firstOf.get(key) ?? [])[0];
    for (const key of keys) if (!firstOf.has(key)) firstOf.set(key, first ?? link.url);
    const known = first === undefined ? undefined : articles.get(first);
    if (known === undefined) articles.set(link.url, withAddresses(asArticle(link, page, text), [page.url]));
    else {
      articles.set(known.url, withAddresses(known, [link.url, page.url]));
      failed.push({ what: link.url, error: leftBecause('duplicate', known.url) });
    }
  }
  return { articles: [...articles.values()], failed };
}

/** Where the same was found, too: under none of these is it told again. */
function withAddresses(article: DownloadedArticle, found: readonly string[]): DownloadedArticle {
  const also = [...new Set([...(article.also ?? []), ...found])].filter(
    (url) => urlKey(url) !== urlKey(article.url),
  );
  return also.length === 0 ? article : { ...article, also };
}

function whyNoArticle(text: string): string | undefined {
  if (text === '') return 'no_text';
  return text.length < LEAST.characters && cjkLength(text) < LEAST.cjk ? 'too_short' : undefined;
}

function asArticle(link: GatheredUrl, page: LetterPage, text: string): DownloadedArticle {
  const publishedAtMs = link.publishedAtMs ?? page.publishedAtMs;
  const hasImage = page.image !== undefined && parseUrl(page.image) !== undefined;
  return {
    ...link,
    text,
    ...(publishedAtMs !== undefined && { publishedAtMs: Math.max(0, Math.round(publishedAtMs)) }),
    ...(hasImage && { image: page.image }),
  };
}

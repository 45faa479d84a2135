/** Gets the text of an article from the pool's cache, or by fetching and extracting the page. */
import type { Clock } from '../../time/clock.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import type { CachedArticle, Pool } from '../intake/pool/pool.ts';
import { ExtractionError, type Extractor } from './article.ts';

type Read = 'url' | 'title' | 'text' | 'outlet' | 'byline' | 'publishedAtMs' | 'image';

export interface Page extends Pick<CachedArticle, Read> {
  /** Why there is no text. */
  readonly error?: string;
  /** The same in a sentence, when people can do something about it. */
  readonly detail?: string;
}

const PAGE_BYTES = 1_200_000;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

export interface Reading {
  readonly pool: Pick<Pool, 'article' | 'keepArticle' | 'freshUrl'>;
  readonly fetcher: Fetcher;
  readonly extractor: Extractor;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Failures are not cached. Rejects only with the signal's reason. */
export async function readPage(
  url: string,
  { pool, fetcher, extractor, clock, signal }: Reading,
): Promise<Page> {
  const cached = await pool.article(url);
  if (cached !== undefined) return cached;
  const without = (error: string, at = url): Page => ({ url: at, title: '', text: '', error });

  const got = await fetcher.get(await pool.freshUrl(url), {
    accept: ACCEPT,
    maxBytes: PAGE_BYTES,
    robots: true,
    signal,
  });
  if (got.kind === 'failed')
    return { ...without(got.reason), ...(got.reason === 'private_address' && { detail: got.detail }) };
  if (got.kind === 'unchanged') return without('http_304');
  if (!/html|xml|text\/plain/i.test(got.contentType ?? 'text/html')) return without('not_a_page', got.url);
  try {
    const article = await extractor.extract(got, got.url);
    if (article.problem !== undefined) return without(article.problem, got.url);
    if (article.text === '') return without('no_text', got.url);
    const { problem: _problem, canonicalUrl: _canonicalUrl, ...kept } = article;
    const page = { ...kept, url: got.url };
    await pool.keepArticle(url, { ...page, fetchedAtMs: clock.now() });
    return page;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExtractionError) return without(`extraction_${error.code}`, got.url);
    throw error;
  }
}

/**
 * `nightdesk newsroom extract`: reads a page as the pipeline does, in the same workers. Nothing is stored, and only
 * the page is fetched.
 */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { ExtractionError } from '../sources/article.ts';
import type { Article, Extractor, PageBytes } from '../sources/article.ts';
import type { Clock } from '../../time/clock.ts';
import { base64Text } from '../../text/base64-text.ts';
import { readSource } from './source-argument.ts';

/** Times are ISO 8601 UTC. */
export interface ShownArticle {
  readonly title: string;
  /** One paragraph per line. */
  readonly text: string;
  readonly byline?: string;
  readonly publishedAt?: string;
  readonly image?: string;
  readonly language?: string;
  readonly outlet?: string;
  readonly canonicalUrl?: string;
  readonly extractor: Article['extractor'];
  /** 0 to 1: see `Article.quality`. */
  readonly quality: number;
  /** `code`, or `code: sentence`: why this isn't a story's text. */
  readonly error?: string;
}

export interface PageInspection {
  /**
   * One line of `--jsonl`. A problem with a page is an answer with an `error`; a line of the wrong shape rejects.
   */
  line(asked: Readonly<Record<string, unknown>>): Promise<ShownArticle>;
  /** A page at an address or in a file. @throws SourceError when it can't be read. */
  source(source: string, around: { readonly config: Config; readonly cwd: string }): Promise<ShownArticle>;
  /** How many pages are read at once. */
  readonly width: number;
  close(): Promise<void>;
}

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const MOST_BYTES = 20_000_000;
/** Longer than the desk allows a page, because a person is waiting for the result. */
const PAGE_MS = 20_000;

const given = z.union([
  z.object({ url: z.string().nullish(), html: z.string() }),
  z.object({ url: z.string().nullish(), bodyBase64: base64Text, contentType: z.string().nullish() }),
]);

/** Close it afterwards: its workers run until then. */
// ts-unused-exports:disable-next-line
export async function openPageInspection(clock: Clock): Promise<PageInspection> {
  const { WorkerExtractor } = await import('../sources/worker-extractor.ts');
  const extractor = new WorkerExtractor({ clock, pageMs: PAGE_MS });
  return {
    width: extractor.width,
    line: (asked) => {
      const page = given.safeParse(asked);
      if (!page.success) return Promise.resolve(nothing('bad_line: needs html, or bodyBase64, as text'));
      const url = page.data.url ?? '';
      if ('html' in page.data) return inspect(extractor, page.data.html, url);
      const bytes = page.data.bodyBase64;
      return inspect(extractor, { bytes, contentType: page.data.contentType ?? undefined }, url);
    },
    source: async (source, around) => {
      const request = { accept: ACCEPT, maxBytes: MOST_BYTES, clock };
      const { url, bytes, contentType } = await readSource(source, { ...around, ...request });
      return inspect(extractor, { bytes, contentType }, url);
    },
    close: () => extractor.close(),
  };
}

async function inspect(extractor: Extractor, page: string | PageBytes, url: string): Promise<ShownArticle> {
  try {
    return shown(await extractor.extract(page, url));
  } catch (error) {
    if (error instanceof ExtractionError) return nothing(`${error.code}: ${error.message}`);
    throw error;
  }
}

function shown({ publishedAtMs, problem, ...article }: Article): ShownArticle {
  return {
    ...article,
    ...(publishedAtMs !== undefined && { publishedAt: new Date(publishedAtMs).toISOString() }),
    ...(problem !== undefined && { error: problem }),
  };
}

function nothing(error: string): ShownArticle {
  return { title: '', text: '', extractor: 'none', quality: 0, error };
}

/**
 * An article as extraction found it on a page.
 *
 * A page without a story of its own has a `problem`; its text is then empty, but for `paywall`, which keeps the
 * teaser that anyone may read.
 */
export interface Article {
  readonly title: string;
  /** Plain text, one paragraph a line; empty when the page has no article. */
  readonly text: string;
  readonly byline?: string;
  /** UTC. */
  readonly publishedAtMs?: number;
  /** A BCP 47 tag such as `en-GB`: as the page declares it, unless the script of its text says otherwise. */
  readonly language?: string;
  /** The outlet's name. */
  readonly outlet?: string;
  /** The lead picture, an absolute http(s) address. */
  readonly image?: string;
  /** Where the page says that it lives, an absolute http(s) address. */
  readonly canonicalUrl?: string;
  readonly extractor: 'readability-linkedom' | 'readability-jsdom' | 'json-ld' | 'none';
  /**
   * 0 to 1: how much the text looks like a whole story of its own. It is the product of three shares: enough of it (1 from
   * 1,200 letters), in sentences rather than scraps, and not linked; and it is at most 0.3 where there is a problem.
   * From 0.5 a story can stand on it.
   */
  readonly quality: number;
  readonly problem?: PageProblem;
}

export type PageProblem =
  /** Nothing there, or no text in what is there. */
  | 'empty'
  | 'no_text'
  /** Something else served as a page. */
  | 'binary'
  | 'pdf'
  | 'json'
  | 'feed'
  /** More than is reasonable to read: characters; elements or their nesting. */
  | 'too_large'
  | 'too_complex'
  /** The text is elsewhere: in frames, or made by scripts. */
  | 'frames'
  | 'script_only'
  /** A page before the page. */
  | 'blocked'
  | 'consent'
  | 'login'
  /** A list of stories, not one. */
  | 'index'
  /** A story of which the rest is for subscribers. */
  | 'paywall';

/** A page as it came over the wire; `contentType` is the header as received. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly contentType?: string | undefined;
}

/** The port to extraction: heavy work, done beside the desk. Rejects with an `ExtractionError`. */
export interface Extractor {
  extract(page: string | PageBytes, url: string): Promise<Article>;
}

export class ExtractionError extends Error {
  /**
   * `timeout`: the page took too long. `out_of_memory`: it needed more than a worker may have. `crashed`: the worker died
   * of something else. `failed`: the page could not be read. `closed`: too late.
   */
  readonly code: 'timeout' | 'out_of_memory' | 'crashed' | 'failed' | 'closed';

  constructor(code: ExtractionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExtractionError';
    this.code = code;
  }
}

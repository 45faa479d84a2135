/**
 * An article extracted from a page.
 *
 * A page without a story of its own has a `problem` and no text; only for `paywall` the public teaser is kept.
 */
export interface Article {
  readonly title: string;
  /** Plain text, one paragraph per line; empty when the page has no article. */
  readonly text: string;
  readonly byline?: string;
  /** UTC. */
  readonly publishedAtMs?: number;
  /** A BCP 47 tag such as `en-GB`: declared by the page, unless its text's script says otherwise. */
  readonly language?: string;
  /** The outlet's name. */
  readonly outlet?: string;
  /** The lead picture's absolute http(s) URL. */
  readonly image?: string;
  /** The page's canonical absolute http(s) URL. */
  readonly canonicalUrl?: string;
  readonly extractor: 'readability-linkedom' | 'readability-jsdom' | 'json-ld' | 'none';
  /**
   * How much the text looks like a complete story, 0 to 1. It is the product of three shares: length (1 from 1,200
   * letters), text in sentences rather than fragments, and text outside links; at most 0.3 with a problem. From 0.5
   * it can carry a story.
   */
  readonly quality: number;
  readonly problem?: PageProblem;
}

export type PageProblem =
  /** Nothing there, or no text in it. */
  | 'empty'
  | 'no_text'
  /** Something else served as a page. */
  | 'binary'
  | 'pdf'
  | 'json'
  | 'feed'
  /** Too many characters or elements, or nested too deeply. */
  | 'too_large'
  | 'too_complex'
  /** The text is in frames, or created by scripts. */
  | 'frames'
  | 'script_only'
  /** An interstitial before the page. */
  | 'blocked'
  | 'consent'
  | 'login'
  /** A list of stories. */
  | 'index'
  /** The rest of the story is for subscribers. */
  | 'paywall';

/** A page as received; `contentType` is the header's value. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly contentType?: string | undefined;
}

/** The port to extraction, which is heavy work done outside the desk's thread. Rejects with an `ExtractionError`. */
export interface Extractor {
  extract(page: string | PageBytes, url: string): Promise<Article>;
}

export class ExtractionError extends Error {
  /**
   * `timeout`: the page took too long. `out_of_memory`: it needed more than a worker may use. `crashed`: the worker
   * died otherwise. `failed`: the page could not be read. `closed`: the extractor was closed.
   */
  readonly code: 'timeout' | 'out_of_memory' | 'crashed' | 'failed' | 'closed';

  constructor(code: ExtractionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExtractionError';
    this.code = code;
  }
}

/** An article as extraction found it on a page. */
export interface Article {
  readonly title: string;
  /** Plain text, one paragraph a line; empty when the page has no article. */
  readonly text: string;
  readonly byline?: string;
  /** UTC. */
  readonly publishedAtMs?: number;
  /** As the page declares it, such as `en-GB`. */
  readonly language?: string;
  /** The outlet's name. */
  readonly outlet?: string;
  readonly image?: string;
  readonly extractor: 'readability-linkedom' | 'readability-jsdom' | 'json-ld' | 'none';
}

/** The port to extraction: heavy work, done beside the desk. Rejects with an `ExtractionError`. */
export interface Extractor {
  extract(html: string, url: string): Promise<Article>;
}

export class ExtractionError extends Error {
  /** `timeout`: the page took too long. `crashed`: the worker died, out of memory for one. `closed`: too late. */
  readonly code: 'timeout' | 'crashed' | 'failed' | 'closed';

  constructor(code: ExtractionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExtractionError';
    this.code = code;
  }
}

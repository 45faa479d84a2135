/**
 * The port to the open web: one polite GET with limits.
 *
 * - Failures of the network or the server are outcomes with a named reason, never exceptions.
 * - Rejects only when `signal` aborts, with its reason.
 * - At most `maxBytes` are held in memory, counted on the wire and again after decompression.
 * - Temporary failures (a broken connection, 502, 503, 504, 429 with a time) are retried a little later.
 * - Every outcome has a `record` of what happened.
 */
export interface Fetcher {
  get(url: string, request: FetchRequest): Promise<Fetched>;
}

export interface FetchRequest {
  /** The Accept header. */
  readonly accept: string;
  readonly maxBytes: number;
  /** From the last successful fetch; the outcome may then be `unchanged`. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Check the site's robots.txt at every hop. Used for pages, which are made for readers; not for feeds and APIs. */
  readonly robots?: boolean | undefined;
  /**
   * Further request headers. They may contain secrets: they are never logged or recorded, and never sent to another
   * origin.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Response headers to return in the record, in lower case. */
  readonly returnHeaders?: readonly string[] | undefined;
  /** Also return the start of an error's body, because APIs explain errors there. */
  readonly refusals?: boolean | undefined;
  /** How many retries; two by default. */
  readonly retries?: 0 | 1 | 2 | undefined;
}

export type Fetched = FetchedBody | FetchedUnchanged | FetchFailed;

interface FetchedBody {
  readonly kind: 'ok';
  /** After redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly record: FetchRecord;
}

interface FetchedUnchanged {
  readonly kind: 'unchanged';
  readonly url: string;
  readonly record: FetchRecord;
}

interface FetchFailed {
  readonly kind: 'failed';
  readonly reason: FetchFailure;
  /** A sentence for the log. */
  readonly detail: string;
  /** The first 4,000 bytes of an error's body, if `refusals` was set. */
  readonly body?: Uint8Array;
  readonly record: FetchRecord;
}

/** What happened during a fetch, for people who inspect it. Times are ms since the epoch, UTC. */
export interface FetchRecord {
  /** The requested URL. */
  readonly url: string;
  readonly startedAtMs: number;
  /** The whole duration, including waits for the host. */
  readonly ms: number;
  /** The part of `ms` spent waiting: for the host's turn, for its robots.txt, and between tries. */
  readonly waitedMs: number;
  /** Requests made at all hops, without those for robots.txt. */
  readonly attempts: number;
  /** Body bytes on the wire, over all attempts. */
  readonly bytes: number;
  /** The last status received, if any. */
  readonly status?: number;
  /** The URLs that redirects led to, in order. */
  readonly redirects: readonly string[];
  /** The failures that were retried. */
  readonly retried: readonly FetchFailure[];
  /** Those of the last response's headers that the caller asked for. */
  readonly headers: Readonly<Record<string, string>>;
}

export type FetchFailure =
  | `http_${number}`
  | 'timeout'
  | 'too_large'
  | 'private_address'
  | 'bad_url'
  | 'bad_scheme'
  | 'redirect_loop'
  /** From https to http, where https can't be tried instead. */
  | 'insecure_redirect'
  | 'unknown_host'
  | 'bad_encoding'
  /** robots.txt forbids it. */
  | 'robots'
  /** robots.txt could not be read, which counts as a refusal for a while. */
  | 'robots_unreachable'
  /** The certificate is not trusted, or the server speaks no TLS. */
  | 'tls'
  | 'network';

/** Ends a fetch from deep inside an adapter; `get` turns it into an outcome. */
export class FetchRefused extends Error {
  readonly reason: FetchFailure;

  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}

/**
 * The port to the open web: one polite, bounded GET.
 *
 * - A world that misbehaves is an outcome with a named reason, never an exception.
 * - Rejects only when `signal` aborts, with its reason.
 * - Never more than `maxBytes` in memory, counted on the wire and again after decompression.
 * - What passes by itself (a connection that broke, 502, 503, 504, 429 with a time) is tried again, a little later.
 * - Every outcome tells what happened on the way (`record`).
 */
export interface Fetcher {
  get(url: string, wish: FetchWish): Promise<Fetched>;
}

export interface FetchWish {
  /** The Accept header. */
  readonly accept: string;
  readonly maxBytes: number;
  /** From the last successful fetch; the answer may then be `unchanged`. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ask the site's robots.txt first, at every hop: for pages, which are made for readers, not for feeds or APIs. */
  readonly robots?: boolean | undefined;
  /** Further request headers. They may be secrets: never logged or recorded, and never sent to another origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Response headers to bring back in the record, in lower case. */
  readonly tell?: readonly string[] | undefined;
  /** Bring the beginning of a refusal's body too: APIs explain themselves there. */
  readonly refusals?: boolean | undefined;
  /** Tries after the first one; two when not given. */
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
  /** The beginning of the refusal's body, at most 4,000 bytes, where the wish asked for it. */
  readonly body?: Uint8Array;
  readonly record: FetchRecord;
}

/** What happened on the way to an outcome, for whoever inspects it. Times are milliseconds since the epoch, UTC. */
export interface FetchRecord {
  /** As asked. */
  readonly url: string;
  readonly startedAtMs: number;
  /** All of it, waiting for the host included. */
  readonly ms: number;
  /** Of that: waiting for the host's turn, its robots.txt, and between tries. */
  readonly waitedMs: number;
  /** Tries to get an answer, at every hop; those for robots.txt not counted. */
  readonly attempts: number;
  /** Bytes of bodies as they came over the wire, of all attempts. */
  readonly bytes: number;
  /** The last status that came; absent when none did. */
  readonly status?: number;
  /** Where redirects led, in order. */
  readonly redirects: readonly string[];
  /** What went wrong before it was tried again. */
  readonly retried: readonly FetchFailure[];
  /** The last answer's headers that the wish asked for. */
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
  /** robots.txt asks us to stay away. */
  | 'robots'
  /** robots.txt could not be asked, and so it counts as a no for a while. */
  | 'robots_unreachable'
  /** No trust: the certificate, or no TLS at all. */
  | 'tls'
  | 'network';

/** How an adapter ends a fetch from deep inside; `get` turns it into the outcome. */
export class FetchRefused extends Error {
  readonly reason: FetchFailure;

  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}

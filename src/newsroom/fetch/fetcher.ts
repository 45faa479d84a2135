/**
 * The port to the open web: one polite, bounded GET.
 *
 * - A world that misbehaves is an outcome with a named reason, never an exception.
 * - Rejects only when `signal` aborts, with its reason.
 * - Never more than `maxBytes` in memory, counted after decompression.
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
}

export type Fetched = FetchedBody | { readonly kind: 'unchanged'; readonly url: string } | FetchFailed;

interface FetchedBody {
  readonly kind: 'ok';
  /** After redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

interface FetchFailed {
  readonly kind: 'failed';
  readonly reason: FetchFailure;
  /** A sentence for the log. */
  readonly detail: string;
}

type FetchFailure =
  | `http_${number}`
  | 'timeout'
  | 'too_large'
  | 'private_address'
  | 'bad_url'
  | 'bad_scheme'
  | 'redirect_loop'
  | 'unknown_host'
  | 'bad_encoding'
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

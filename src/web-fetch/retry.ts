/** Decides which failures are retried, and after how long. */
import { FetchRefused } from './fetcher.ts';

/** A status other than success. */
export class StatusRefused extends FetchRefused {
  readonly status: number;
  /** From the Retry-After header. */
  readonly retryAfterMs: number | undefined;
  /** The start of the body, if it was asked for. */
  readonly body: Uint8Array | undefined;

  constructor(
    url: URL,
    status: number,
    { retryAfterMs, body }: { retryAfterMs?: number | undefined; body?: Uint8Array | undefined },
  ) {
    super(`http_${status}`, `${url.href} answered ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

const PASSING_STATUS = new Set([502, 503, 504]);
/** Connections that broke. One that was refused, unknown or untrusted won't recover within a fetch. */
const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
const FIRST_WAIT_MS = 400;
const LEAST_WAIT_MS = 100;

/**
 * How long to wait before a retry, in milliseconds; undefined when it should not be retried. The server's hint is
 * used if there is one; otherwise 0.1–0.5 s after the first try and 0.1–0.9 s after the second. `random` (0–1)
 * spreads the waits.
 */
export function waitBeforeRetry(
  refused: FetchRefused,
  triesBefore: number,
  random: () => number,
): number | undefined {
  const spread = LEAST_WAIT_MS + Math.round(random() * FIRST_WAIT_MS * 2 ** triesBefore);
  if (refused instanceof StatusRefused) {
    const hint = refused.retryAfterMs;
    // Retry "too many requests" only when the server says when.
    if (refused.status === 429) return hint === undefined ? undefined : hint + spread;
    if (PASSING_STATUS.has(refused.status)) return (hint ?? 0) + spread;
    return undefined;
  }
  const code = (refused.cause as NodeJS.ErrnoException | undefined)?.code;
  return refused.reason === 'network' && code !== undefined && BROKEN.has(code) ? spread : undefined;
}

/**
 * Parse a Retry-After header (seconds or a date).
 * @returns milliseconds from now, or undefined when it can't be read.
 */
export function retryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

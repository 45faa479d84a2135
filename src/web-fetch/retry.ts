/** What may pass by itself, and how long to wait for it. */
import { FetchRefused } from './fetcher.ts';

/** A status that is no answer. */
export class StatusRefused extends FetchRefused {
  readonly status: number;
  /** The server's own hint. */
  readonly retryAfterMs: number | undefined;
  /** The beginning of the body, where it was wished for. */
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
/** A connection that broke. One that was never made (refused, unknown, untrusted) stays so for longer than a fetch. */
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
 * How long to wait before trying again, in milliseconds; undefined for what won't pass. The server's hint
 * counts; otherwise 0.1–0.5 s after the first try, 0.1–0.9 s after the second, spread by `random` (0–1), so that
 * those who failed together don't come back together.
 */
export function waitBeforeRetry(
  refused: FetchRefused,
  triesBefore: number,
  random: () => number,
): number | undefined {
  const spread = LEAST_WAIT_MS + Math.round(random() * FIRST_WAIT_MS * 2 ** triesBefore);
  if (refused instanceof StatusRefused) {
    const hint = refused.retryAfterMs;
    // Too many requests: coming back unasked would be one more.
    if (refused.status === 429) return hint === undefined ? undefined : hint + spread;
    if (PASSING_STATUS.has(refused.status)) return (hint ?? 0) + spread;
    return undefined;
  }
  const code = (refused.cause as NodeJS.ErrnoException | undefined)?.code;
  return refused.reason === 'network' && code !== undefined && BROKEN.has(code) ? spread : undefined;
}

/** A Retry-After header, seconds or a date, in milliseconds from now; undefined when it says nothing. */
export function retryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

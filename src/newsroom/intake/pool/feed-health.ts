/**
 * The health of a feed, as sums: what a report makes of its state, when it is read next, when it is given up, and
 * when it is silent. Times are milliseconds since the epoch, UTC.
 *
 * - A feed that fails is read again after 5·2ⁿ minutes, n failures in a row; after 11 it is disabled, until an editor
 *   enables it, a read that was asked for succeeds, or it gets another address.
 * - Validators (ETag, Last-Modified) advance on success only: what was not read comes again.
 * - Silence is no failure: the feed answers, and has had nothing new for unusually long by its own rhythm.
 */
import { urlKey } from '../../model/url-key.ts';

export interface FeedState {
  /** What was read; another address begins anew. */
  readonly url?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly lastAttemptAtMs: number;
  readonly lastSuccessAtMs?: number;
  /** Absent until it had a body for the first time: that "nothing changed" is no first contact. */
  readonly firstSuccessAtMs?: number;
  /** Not to be read before; absent for a feed that is well. */
  readonly nextDueAtMs?: number;
  readonly disabledAtMs?: number;
  readonly failuresInARow: number;
  /** Named: `http_500`, `feed_html`. */
  readonly lastError?: string;
  /** A sentence. */
  readonly lastErrorDetail?: string;
  /** All failures and all reads, ever. */
  readonly failures?: number;
  readonly reads?: number;
  /** Of the last answer that had a body. */
  readonly lastItems?: number;
  readonly lastNewItems?: number;
  /** New items, ever; and when one last came. */
  readonly newItems?: number;
  readonly lastNewAtMs?: number;
  /** When the newest item that it ever had was published, or first seen. */
  readonly newestItemAtMs?: number;
  /** The usual time between two of its items. */
  readonly gapMs?: number;
}

export type FeedReport =
  | {
      readonly result: 'ok';
      readonly atMs: number;
      readonly url?: string;
      readonly etag?: string;
      readonly lastModified?: string;
      readonly items?: number;
      readonly newItems?: number;
      readonly newestItemAtMs?: number | undefined;
      readonly gapMs?: number | undefined;
    }
  | { readonly result: 'unchanged'; readonly atMs: number; readonly url?: string }
  | {
      readonly result: 'failed';
      readonly atMs: number;
      readonly url?: string;
      readonly error: string;
      readonly detail?: string;
      /** The server asked to be left alone until then. */
      readonly notBeforeMs?: number | undefined;
    };

const MINUTE_MS = 60_000;
const BACKOFF_MS = 5 * MINUTE_MS;
const MOST_FAILURES = 11;
/** No feed is called silent sooner, however often it has items. */
const SHORTEST_SILENCE_MS = 24 * 60 * MINUTE_MS;
/** So many of its usual gaps are unusual. */
const GAPS = 5;
/** A longer wish of a server is none. */
const LONGEST_WISH_MS = 7 * 24 * 60 * MINUTE_MS;

/** The state after a report on it. */
export function afterReport(before: FeedState | undefined, report: FeedReport): FeedState {
  const state = stateAt(report.url, before);
  const { atMs } = report;
  const read = {
    ...state,
    ...(report.url !== undefined && { url: report.url }),
    lastAttemptAtMs: atMs,
    reads: (state?.reads ?? 0) + 1,
    failuresInARow: 0,
  };
  if (report.result === 'failed') return afterFailure(read, (state?.failuresInARow ?? 0) + 1, report);
  const {
    nextDueAtMs: _due,
    disabledAtMs: _disabled,
    lastError: _error,
    lastErrorDetail: _detail,
    ...well
  } = read;
  const answered = { ...well, lastSuccessAtMs: atMs };
  if (report.result === 'unchanged') return answered;
  const { etag: _etag, lastModified: _modified, ...rest } = answered;
  const { etag, lastModified, items = 0, newItems = 0, newestItemAtMs = -Infinity, gapMs } = report;
  const newest = Math.max(newestItemAtMs, state?.newestItemAtMs ?? -Infinity);
  return {
    ...rest,
    firstSuccessAtMs: state?.firstSuccessAtMs ?? atMs,
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
    lastItems: items,
    lastNewItems: newItems,
    newItems: (state?.newItems ?? 0) + newItems,
    ...(newItems > 0 && { lastNewAtMs: atMs }),
    ...(newest > -Infinity && { newestItemAtMs: newest }),
    ...(gapMs !== undefined && { gapMs }),
  };
}

function afterFailure(
  read: FeedState,
  failuresInARow: number,
  { atMs, error, detail, notBeforeMs = 0 }: Extract<FeedReport, { result: 'failed' }>,
): FeedState {
  const { lastErrorDetail: _, ...rest } = read;
  const wish = Math.min(notBeforeMs, atMs + LONGEST_WISH_MS);
  const disabledAtMs = read.disabledAtMs ?? (failuresInARow >= MOST_FAILURES ? atMs : undefined);
  return {
    ...rest,
    failuresInARow,
    failures: (read.failures ?? 0) + 1,
    lastError: error,
    ...(detail !== undefined && { lastErrorDetail: detail }),
    nextDueAtMs: Math.max(atMs + BACKOFF_MS * 2 ** Math.min(failuresInARow, MOST_FAILURES), wish),
    ...(disabledAtMs !== undefined && { disabledAtMs }),
  };
}

/** The state as it counts for this address: a feed that moved is a new one. */
export function stateAt(url: string | undefined, state: FeedState | undefined): FeedState | undefined {
  if (url === undefined || state?.url === undefined) return state;
  return (urlKey(state.url) ?? state.url) === (urlKey(url) ?? url) ? state : undefined;
}

/** Whether the feed may be read. A clock that was ahead when the feed failed must not keep it from being read. */
export function isDue({ nextDueAtMs, lastAttemptAtMs }: FeedState, nowMs: number): boolean {
  return nextDueAtMs === undefined || nextDueAtMs <= nowMs || lastAttemptAtMs > nowMs;
}

/** The state once an editor has enabled the feed again: due at once, with its failures forgiven. */
export function enabledAgain(state: FeedState): FeedState {
  const { nextDueAtMs: _due, disabledAtMs: _disabled, ...rest } = state;
  return { ...rest, failuresInARow: 0 };
}

/** Since when a feed that answers has had nothing new, when that is unusually long; undefined otherwise. */
export function silentSince(state: FeedState, nowMs: number): number | undefined {
  const { newestItemAtMs, failuresInARow, gapMs = 0, firstSuccessAtMs } = state;
  const since = newestItemAtMs ?? firstSuccessAtMs;
  if (since === undefined || failuresInARow > 0) return undefined;
  return nowMs - since > Math.max(SHORTEST_SILENCE_MS, GAPS * gapMs) ? since : undefined;
}

/** The usual time between two items, by the times of those that are there: the middle one of all gaps. */
export function usualGap(timesMs: readonly number[]): number | undefined {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, n) => at - (sorted[n] ?? at));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)];
}

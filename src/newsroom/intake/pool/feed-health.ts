/**
 * Rules for a feed's health: its state after a report, when it is read next, disabled or silent. Pure. Times are
 * milliseconds since the epoch, UTC.
 *
 * - A failing feed is read again after 5·2ⁿ minutes for n failures in a row. After 11 it is disabled, until an editor
 *   enables it, a requested read succeeds, or its address changes.
 * - Validators (ETag, Last-Modified) advance on success only, so nothing is missed after a failure.
 * - Silence isn't a failure: the feed answers, but has had nothing new for unusually long by its own rhythm.
 */
import { z } from 'zod';
import type { Given } from '../../../text/given.ts';
import { urlKey } from '../../model/url-key.ts';

const feedStateSchema = z.strictObject({
  /** The address that was read; a new address starts afresh. */
  url: z.string().exactOptional(),
  etag: z.string().exactOptional(),
  lastModified: z.string().exactOptional(),
  lastAttemptAtMs: z.number(),
  lastSuccessAtMs: z.number().exactOptional(),
  /** Absent until the first answer with a body; an "unchanged" is not a first contact. */
  firstSuccessAtMs: z.number().exactOptional(),
  /** Don't read it before this time; absent for a healthy feed. */
  nextDueAtMs: z.number().exactOptional(),
  disabledAtMs: z.number().exactOptional(),
  failuresInARow: z.number(),
  /** Named: `http_500`, `feed_html`. */
  lastError: z.string().exactOptional(),
  /** A sentence. */
  lastErrorDetail: z.string().exactOptional(),
  /** Total failures and reads. */
  failures: z.number().exactOptional(),
  reads: z.number().exactOptional(),
  /** Of the last answer with a body. */
  lastItems: z.number().exactOptional(),
  lastNewItems: z.number().exactOptional(),
  /** The total of new items, and when the last one came. */
  newItems: z.number().exactOptional(),
  lastNewAtMs: z.number().exactOptional(),
  /** When its newest item was published, or first seen. */
  newestItemAtMs: z.number().exactOptional(),
  /** The usual time between two items. */
  gapMs: z.number().exactOptional(),
});
export type FeedState = Given<z.output<typeof feedStateSchema>>;

/** A feed of the edition and its state, for people. */
export const feedHealthSchema = feedStateSchema.extend({
  key: z.string(),
  label: z.string(),
  url: z.string(),
  state: z.enum(['well', 'silent', 'failing', 'disabled', 'never_read', 'paused']),
  lastAttemptAtMs: z.number().exactOptional(),
  silentSinceMs: z.number().exactOptional(),
});
export type FeedHealth = Given<z.output<typeof feedHealthSchema>>;

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
      /** The server asked not to be contacted before this time. */
      readonly notBeforeMs?: number | undefined;
    };

const MINUTE_MS = 60_000;
const BACKOFF_MS = 5 * MINUTE_MS;
const MOST_FAILURES = 11;
/** The shortest time without new items that counts as silence. */
const SHORTEST_SILENCE_MS = 24 * 60 * MINUTE_MS;
/** How many usual gaps count as unusually long. */
const GAPS = 5;
/** Longer requests of a server are ignored. */
const LONGEST_REQUEST_MS = 7 * 24 * 60 * MINUTE_MS;

/** The state after a report. */
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
  const request = Math.min(notBeforeMs, atMs + LONGEST_REQUEST_MS);
  const disabledAtMs = read.disabledAtMs ?? (failuresInARow >= MOST_FAILURES ? atMs : undefined);
  return {
    ...rest,
    failuresInARow,
    failures: (read.failures ?? 0) + 1,
    lastError: error,
    ...(detail !== undefined && { lastErrorDetail: detail }),
    nextDueAtMs: Math.max(atMs + BACKOFF_MS * 2 ** Math.min(failuresInARow, MOST_FAILURES), request),
    ...(disabledAtMs !== undefined && { disabledAtMs }),
  };
}

/** The state for this address; a feed that moved starts afresh. */
export function stateAt(url: string | undefined, state: FeedState | undefined): FeedState | undefined {
  if (url === undefined || state?.url === undefined) return state;
  return (urlKey(state.url) ?? state.url) === (urlKey(url) ?? url) ? state : undefined;
}

/** Whether the feed may be read. A clock that was wrong when the feed failed must not block it. */
export function isDue({ nextDueAtMs, lastAttemptAtMs }: FeedState, nowMs: number): boolean {
  return nextDueAtMs === undefined || nextDueAtMs <= nowMs || lastAttemptAtMs > nowMs;
}

/** The state after an editor enabled the feed: due at once, without failures. */
export function enabledAgain(state: FeedState): FeedState {
  const { nextDueAtMs: _due, disabledAtMs: _disabled, ...rest } = state;
  return { ...rest, failuresInARow: 0 };
}

/** Since when an answering feed has had nothing new, if unusually long. */
export function silentSince(state: FeedState, nowMs: number): number | undefined {
  const { newestItemAtMs, failuresInARow, gapMs = 0, firstSuccessAtMs } = state;
  const since = newestItemAtMs ?? firstSuccessAtMs;
  if (since === undefined || failuresInARow > 0) return undefined;
  return nowMs - since > Math.max(SHORTEST_SILENCE_MS, GAPS * gapMs) ? since : undefined;
}

/** The median time between items. */
export function usualGap(timesMs: readonly number[]): number | undefined {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, n) => at - (sorted[n] ?? at));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)];
}

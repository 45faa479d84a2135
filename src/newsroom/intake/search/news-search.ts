/**
 * The port to a news search: one query, one answer.
 *
 * - A search that can't be made, or fails, is an answer with a named reason, never an exception.
 * - Rejects only when the signal aborts, with its reason.
 * - Never more requests than the budget has; a request counts when it is sent, whatever comes of it.
 * - Keys never leave the adapter: no answer, error or record holds one.
 */
import type { FoundLink } from '../../model/event.ts';
import type { RequestBudget } from './request-budget.ts';

export interface NewsSearch {
  readonly provider: 'brave' | 'gdelt';
  /** False when it can't be asked at all: no key. */
  readonly available: boolean;
  search(
    query: SearchQuery,
    how: { budget: RequestBudget; signal?: AbortSignal | undefined },
  ): Promise<SearchAnswer>;
}

export interface SearchQuery {
  /** Whose state it is; links say `<provider>:<key>` as what found them. */
  readonly key: string;
  readonly text: string;
  /** The page of the answer, 0–9; a provider without pages ignores it. */
  readonly offset: number;
  /** How old it may be at most; a day, where nothing is said. */
  readonly within?: 'day' | 'month';
}

export type SearchAnswer =
  | {
      readonly kind: 'ok';
      readonly links: readonly FoundLink[];
      /** Whether the next page may hold something. */
      readonly more: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly reason: SearchFailure;
      /** A sentence for the log. */
      readonly detail: string;
      /** Not worth asking before. */
      readonly notBeforeMs?: number;
    };

export type FailedSearch = Extract<SearchAnswer, { kind: 'failed' }>;

export function failed(reason: SearchFailure, detail: string, notBeforeMs?: number): FailedSearch {
  return { kind: 'failed', reason, detail, ...(notBeforeMs !== undefined && { notBeforeMs }) };
}

export type SearchFailure =
  | 'no_key'
  /** Every key waits: rate or quota. */
  | 'cooling_down'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'key_refused'
  | 'over_budget'
  | 'bad_query'
  | 'bad_answer'
  /** The fetch failed: `fetch_timeout`, `fetch_http_500`, … */
  | `fetch_${string}`;

/** Rows of feeds and of what they delivered, and what they mean to the newsroom. */
import type { EventStatus } from '../../newsroom/model/event.ts';
import type { PlanKind } from '../../newsroom/model/candidate.ts';
import type { Delivery, ItemOutcome } from '../../newsroom/intake/pool/delivery.ts';
import type { FeedState } from '../../newsroom/intake/pool/feed-health.ts';

export interface FetchStateRow {
  feed_key: string;
  url: string | null;
  etag: string | null;
  last_modified: string | null;
  last_success_ts: number | null;
  last_attempt_ts: number;
  first_success_ts: number | null;
  next_due_ts: number | null;
  disabled_at_ts: number | null;
  failures_in_a_row: number;
  failures: number;
  run_count: number;
  last_error: string | null;
  last_error_detail: string | null;
  last_items: number | null;
  last_new_items: number | null;
  new_items: number;
  last_new_ts: number | null;
  last_item_ts: number | null;
  gap_ms: number | null;
}

export interface DeliveryRow {
  item_key: string;
  url: string;
  title: string;
  published_at_ts: number | null;
  first_seen_ts: number;
  last_seen_ts: number;
  outcome: ItemOutcome;
  dated_ahead: number;
  link_id: number | null;
  decided_at_ts: number | null;
  skip_cluster_reason: string | null;
  event_id: number | null;
  parent_event_id: number | null;
  event_title: string;
  status: EventStatus;
  link_count: number;
  expires_at_ts: number;
  posted_at_ts: number | null;
  thread_id: string | null;
  released_why: string | null;
  verdict_kind: PlanKind | null;
  verdict_at_ts: number;
  verdict_taken: number;
  verdict_reason: string;
}

export function toFeedState(row: FetchStateRow): FeedState & { readonly key: string } {
  return {
    key: row.feed_key,
    lastAttemptAtMs: row.last_attempt_ts,
    failuresInARow: row.failures_in_a_row,
    failures: row.failures,
    reads: row.run_count,
    newItems: row.new_items,
    ...(row.url === null ? {} : { url: row.url }),
    ...(row.etag === null ? {} : { etag: row.etag }),
    ...(row.last_modified === null ? {} : { lastModified: row.last_modified }),
    ...(row.last_success_ts === null ? {} : { lastSuccessAtMs: row.last_success_ts }),
    ...(row.first_success_ts === null ? {} : { firstSuccessAtMs: row.first_success_ts }),
    ...(row.next_due_ts === null ? {} : { nextDueAtMs: row.next_due_ts }),
    ...(row.disabled_at_ts === null ? {} : { disabledAtMs: row.disabled_at_ts }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
    ...(row.last_error_detail === null ? {} : { lastErrorDetail: row.last_error_detail }),
    ...(row.last_items === null ? {} : { lastItems: row.last_items }),
    ...(row.last_new_items === null ? {} : { lastNewItems: row.last_new_items }),
    ...(row.last_new_ts === null ? {} : { lastNewAtMs: row.last_new_ts }),
    ...(row.last_item_ts === null ? {} : { newestItemAtMs: row.last_item_ts }),
    ...(row.gap_ms === null ? {} : { gapMs: row.gap_ms }),
  };
}

export function toFetchStateRow(key: string, state: FeedState): FetchStateRow {
  return {
    feed_key: key,
    url: state.url ?? null,
    etag: state.etag ?? null,
    last_modified: state.lastModified ?? null,
    last_success_ts: state.lastSuccessAtMs ?? null,
    last_attempt_ts: state.lastAttemptAtMs,
    first_success_ts: state.firstSuccessAtMs ?? null,
    next_due_ts: state.nextDueAtMs ?? null,
    disabled_at_ts: state.disabledAtMs ?? null,
    failures_in_a_row: state.failuresInARow,
    failures: state.failures ?? 0,
    run_count: state.reads ?? 0,
    last_error: state.lastError ?? null,
    last_error_detail: state.lastErrorDetail ?? null,
    last_items: state.lastItems ?? null,
    last_new_items: state.lastNewItems ?? null,
    new_items: state.newItems ?? 0,
    last_new_ts: state.lastNewAtMs ?? null,
    last_item_ts: state.newestItemAtMs ?? null,
    gap_ms: state.gapMs ?? null,
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    itemKey: row.item_key,
    url: row.url,
    title: row.title,
    outcome: row.outcome,
    datedAhead: row.dated_ahead === 1,
    firstSeenAtMs: row.first_seen_ts,
    lastSeenAtMs: row.last_seen_ts,
    ...(row.published_at_ts === null ? {} : { publishedAtMs: row.published_at_ts }),
    ...(row.link_id === null
      ? {}
      : {
          link: {
            id: row.link_id,
            pending: row.decided_at_ts === null,
            ...(row.skip_cluster_reason === null ? {} : { skipReason: row.skip_cluster_reason }),
          },
        }),
    ...(row.event_id === null ? {} : { event: eventOf(row, row.event_id) }),
    ...(row.verdict_kind === null || row.event_id === null
      ? {}
      : {
          verdict: {
            eventId: row.event_id,
            kind: row.verdict_kind,
            atMs: row.verdict_at_ts,
            taken: row.verdict_taken === 1,
            reason: row.verdict_reason,
          },
        }),
  };
}

function eventOf(row: DeliveryRow, id: number): NonNullable<Delivery['event']> {
  return {
    id,
    parentId: row.parent_event_id,
    title: row.event_title,
    status: row.status,
    links: row.link_count,
    expiresAtMs: row.expires_at_ts,
    ...(row.posted_at_ts === null ? {} : { postedAtMs: row.posted_at_ts }),
    ...(row.thread_id === null ? {} : { threadId: row.thread_id }),
    ...(row.released_why === null ? {} : { releasedWhy: row.released_why }),
  };
}

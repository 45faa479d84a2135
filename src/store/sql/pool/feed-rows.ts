/** Maps rows of feeds and their items to the newsroom's types. */
import type { EventStatus } from '../../../newsroom/model/event.ts';
import type { PlanKind } from '../../../newsroom/model/candidate.ts';
import type { Delivery, ItemOutcome } from '../../../newsroom/intake/pool/delivery.ts';
import type { FeedState } from '../../../newsroom/intake/pool/feed-health.ts';
import type { Row, SqlValue } from '../sql.ts';
import { field, flag, maybe, number, text } from '../values.ts';

/** Takes the values of `stateValues`. */
export const SAVE_STATE = `INSERT INTO fetch_state (feed_key, url, etag, last_modified, last_success_ts,
    last_attempt_ts, first_success_ts, next_due_ts, disabled_at_ts, failures_in_a_row, failures, run_count, last_error,
    last_error_detail, last_items, last_new_items, new_items, last_new_ts, last_item_ts, gap_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (feed_key) DO UPDATE SET url = excluded.url, etag = excluded.etag,
    last_modified = excluded.last_modified, last_success_ts = excluded.last_success_ts,
    last_attempt_ts = excluded.last_attempt_ts, first_success_ts = excluded.first_success_ts,
    next_due_ts = excluded.next_due_ts, disabled_at_ts = excluded.disabled_at_ts,
    failures_in_a_row = excluded.failures_in_a_row, failures = excluded.failures, run_count = excluded.run_count,
    last_error = excluded.last_error, last_error_detail = excluded.last_error_detail, last_items = excluded.last_items,
    last_new_items = excluded.last_new_items, new_items = excluded.new_items, last_new_ts = excluded.last_new_ts,
    last_item_ts = excluded.last_item_ts, gap_ms = excluded.gap_ms`;

/** The column values of `SAVE_STATE`, in its order. */
export function stateValues(key: string, state: FeedState): SqlValue[] {
  return [
    key,
    state.url ?? null,
    state.etag ?? null,
    state.lastModified ?? null,
    state.lastSuccessAtMs ?? null,
    state.lastAttemptAtMs,
    state.firstSuccessAtMs ?? null,
    state.nextDueAtMs ?? null,
    state.disabledAtMs ?? null,
    state.failuresInARow,
    state.failures ?? 0,
    state.reads ?? 0,
    state.lastError ?? null,
    state.lastErrorDetail ?? null,
    state.lastItems ?? null,
    state.lastNewItems ?? null,
    state.newItems ?? 0,
    state.lastNewAtMs ?? null,
    state.newestItemAtMs ?? null,
    state.gapMs ?? null,
  ];
}

export function toFeedState(row: Row): FeedState & { readonly key: string } {
  return {
    key: text(row['feed_key']),
    lastAttemptAtMs: number(row['last_attempt_ts']),
    failuresInARow: number(row['failures_in_a_row']),
    failures: number(row['failures']),
    reads: number(row['run_count']),
    newItems: number(row['new_items']),
    ...field('url', row['url'], text),
    ...field('etag', row['etag'], text),
    ...field('lastModified', row['last_modified'], text),
    ...field('lastSuccessAtMs', row['last_success_ts'], number),
    ...field('firstSuccessAtMs', row['first_success_ts'], number),
    ...field('nextDueAtMs', row['next_due_ts'], number),
    ...field('disabledAtMs', row['disabled_at_ts'], number),
    ...field('lastError', row['last_error'], text),
    ...field('lastErrorDetail', row['last_error_detail'], text),
    ...field('lastItems', row['last_items'], number),
    ...field('lastNewItems', row['last_new_items'], number),
    ...field('lastNewAtMs', row['last_new_ts'], number),
    ...field('newestItemAtMs', row['last_item_ts'], number),
    ...field('gapMs', row['gap_ms'], number),
  };
}

/** Selects rows for `toDelivery`. Takes a feed key and a limit. */
export const DELIVERIES = `SELECT items.*, links.id AS link_id, links.decided_at_ts, links.skip_cluster_reason,
    events.id AS event_id, events.parent_event_id, events.title AS event_title, events.status,
    events.link_count, events.expires_at_ts, events.posted_at_ts, events.thread_id, events.released_why,
    verdict.kind AS verdict_kind, verdict.at_ts AS verdict_at_ts, verdict.taken AS verdict_taken,
    verdict.reason AS verdict_reason
  FROM (SELECT * FROM feed_items WHERE feed_key = ? ORDER BY last_seen_ts DESC, item_key DESC LIMIT ?) AS items
  LEFT JOIN links ON links.norm_url = items.item_key
  LEFT JOIN events ON events.id = links.event_id
  LEFT JOIN event_verdicts AS verdict ON verdict.event_id = events.id AND verdict.kind =
    (SELECT kind FROM event_verdicts WHERE event_id = events.id ORDER BY at_ts DESC, kind LIMIT 1)
  ORDER BY items.last_seen_ts DESC, coalesce(items.published_at_ts, items.first_seen_ts) DESC, items.item_key`;

export function toDelivery(row: Row): Delivery {
  const link = linkOf(row);
  const eventId = maybe(row['event_id'], number);
  const verdict = eventId === undefined ? undefined : verdictOf(row, eventId);
  return {
    itemKey: text(row['item_key']),
    url: text(row['url']),
    title: text(row['title']),
    outcome: text(row['outcome']) as ItemOutcome,
    datedAhead: flag(row['dated_ahead']),
    firstSeenAtMs: number(row['first_seen_ts']),
    lastSeenAtMs: number(row['last_seen_ts']),
    ...field('publishedAtMs', row['published_at_ts'], number),
    ...(link && { link }),
    ...(eventId !== undefined && { event: eventOf(row, eventId) }),
    ...(verdict && { verdict }),
  };
}

function linkOf(row: Row): Delivery['link'] {
  const id = maybe(row['link_id'], number);
  return id === undefined
    ? undefined
    : {
        id,
        pending: row['decided_at_ts'] === null,
        ...field('skipReason', row['skip_cluster_reason'], text),
      };
}

function eventOf(row: Row, id: number): NonNullable<Delivery['event']> {
  return {
    id,
    parentId: maybe(row['parent_event_id'], number) ?? null,
    title: text(row['event_title']),
    status: text(row['status']) as EventStatus,
    links: number(row['link_count']),
    expiresAtMs: number(row['expires_at_ts']),
    ...field('postedAtMs', row['posted_at_ts'], number),
    ...field('threadId', row['thread_id'], text),
    ...field('releasedWhy', row['released_why'], text),
  };
}

function verdictOf(row: Row, eventId: number): Delivery['verdict'] {
  const kind = maybe(row['verdict_kind'], text);
  if (kind === undefined) return undefined;
  return {
    eventId,
    kind: kind as PlanKind,
    atMs: number(row['verdict_at_ts']),
    taken: flag(row['verdict_taken']),
    reason: text(row['verdict_reason']),
  };
}

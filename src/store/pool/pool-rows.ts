/** Rows of the pool's tables, and what they mean to the newsroom. */
import type { EventStatus, Link, NewsEvent } from '../../newsroom/model/event.ts';
import type { CachedArticle } from '../../newsroom/intake/pool/pool.ts';

export interface LinkRow {
  id: number;
  url: string;
  norm_url: string;
  domain: string;
  title: string;
  description: string;
  first_seen_ts: number;
  last_seen_ts: number;
  last_query: string;
  feed_category: string | null;
  published_at_ts: number | null;
  event_id: number | null;
  skip_cluster_reason: string | null;
}

export interface EventRow {
  id: number;
  parent_event_id: number | null;
  category: string;
  title: string;
  status: EventStatus;
  created_at_ts: number;
  updated_at_ts: number;
  expires_at_ts: number;
  posted_at_ts: number | null;
  thread_id: string | null;
  run_id: string | null;
  reserved_until_ts: number | null;
  reserved_by: string | null;
  summary_en: string | null;
  jurisdiction: string | null;
  released_at_ts: number | null;
  released_why: string | null;
}

export interface ArticleRow {
  final_url: string;
  title: string;
  text: string;
  byline: string | null;
  outlet: string | null;
  published_at_ts: number | null;
  extractor: string;
  fetched_at_ts: number;
  quality: number | null;
  language: string | null;
  image: string | null;
}

/** Written out, not spread: a hundred thousand are read at a time. */
export function toLink(row: LinkRow): Link {
  const link: { -readonly [Field in keyof Link]: Link[Field] } = {
    id: row.id,
    url: row.url,
    key: row.norm_url,
    domain: row.domain,
    title: row.title,
    description: row.description,
    firstSeenAtMs: row.first_seen_ts,
    lastSeenAtMs: row.last_seen_ts,
    foundBy: row.last_query,
    eventId: row.event_id,
  };
  if (row.published_at_ts !== null) link.publishedAtMs = row.published_at_ts;
  if (row.feed_category !== null) link.feedCategory = row.feed_category;
  if (row.skip_cluster_reason !== null) link.skipReason = row.skip_cluster_reason;
  return link;
}

export function toEvent(row: EventRow, links: readonly Link[]): NewsEvent {
  return {
    id: row.id,
    parentId: row.parent_event_id,
    status: row.status,
    category: row.category,
    title: row.title,
    createdAtMs: row.created_at_ts,
    updatedAtMs: row.updated_at_ts,
    expiresAtMs: row.expires_at_ts,
    reservedUntilMs: row.reserved_until_ts,
    postedAtMs: row.posted_at_ts,
    ...(row.reserved_by === null ? {} : { reservedBy: row.reserved_by }),
    ...(row.summary_en === null ? {} : { summaryEn: row.summary_en }),
    ...(row.jurisdiction === null ? {} : { jurisdiction: row.jurisdiction }),
    ...(row.thread_id === null ? {} : { threadId: row.thread_id }),
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(row.released_at_ts === null
      ? {}
      : { released: { why: row.released_why ?? '', atMs: row.released_at_ts } }),
    links,
  };
}

export function toArticle(row: ArticleRow): CachedArticle {
  return {
    url: row.final_url,
    title: row.title,
    text: row.text,
    extractor: row.extractor,
    fetchedAtMs: row.fetched_at_ts,
    ...(row.byline === null ? {} : { byline: row.byline }),
    ...(row.outlet === null ? {} : { outlet: row.outlet }),
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.image === null ? {} : { image: row.image }),
    ...(row.quality === null ? {} : { quality: row.quality }),
    ...(row.published_at_ts === null ? {} : { publishedAtMs: row.published_at_ts }),
  };
}

/** One feed into the pool: fetched with its state, read, its fresh items added, its outcome told. It never throws for the feed's fault. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '../../time/clock.ts';
import type { FeedOutcome } from '../candidate.ts';
import { canonicalCategory, type Edition, type EditionFeed } from '../edition.ts';
import type { FoundLink } from '../event.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import type { Log } from '../log.ts';
import type { Pool } from '../pool/pool.ts';
import { FeedError, type Feed, type FeedItem } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

interface FeedWork {
  readonly edition: Edition;
  readonly pool: Pick<Pool, 'feedState' | 'noteFeed' | 'addLinks'>;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Feeds are fetched side by side and read one after another: reading is this process's own work. */
  readonly reading: <T>(work: () => Promise<T>) => Promise<T>;
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
const FEED_BYTES = 5_000_000;
/** Older items are archive, not news: a first run must not bring them all back. */
const MOST_AGE_MS = 48 * 3_600_000;
const LINKS_A_BREATH = 100;

export async function updateFeed(
  feed: EditionFeed,
  { edition, pool, fetcher, clock, log, signal, reading }: FeedWork,
): Promise<FeedOutcome> {
  const told = { key: feed.key, label: feed.label };
  const fail = async (error: string, detail: string): Promise<FeedOutcome> => {
    log.warn({ feed: feed.key, error, detail }, 'feed failed');
    await pool.noteFeed(feed.key, { result: 'failed', atMs: clock.now(), error });
    return { ...told, result: 'failed', items: 0, newItems: 0, error };
  };

  const state = await pool.feedState(feed.key);
  const got = await fetcher.get(feed.url, {
    accept: ACCEPT,
    maxBytes: FEED_BYTES,
    etag: state?.etag,
    lastModified: state?.lastModified,
    signal,
  });
  if (got.kind === 'failed') return fail(got.reason, got.detail);
  if (got.kind === 'unchanged') {
    await pool.noteFeed(feed.key, { result: 'unchanged', atMs: clock.now() });
    return { ...told, result: 'unchanged', items: 0, newItems: 0 };
  }
  let read: Feed;
  try {
    read = await reading(() => parseFeed(got.bytes, { contentType: got.contentType, url: got.url }));
  } catch (error) {
    if (error instanceof FeedError) return fail(`feed_${error.code}`, error.message);
    throw error;
  }
  const { items, leftOut } = read;
  if (leftOut > 0) log.warn({ feed: feed.key, read: items.length, leftOut }, 'a feed has too many items');
  const category = feed.category === undefined ? undefined : canonicalCategory(edition, feed.category);
  const links = freshLinks(items, feed.key, category, clock.now());
  const newItems = await reading(() => addAll(links, { pool, clock, signal }));
  // Only now: a failure before this line must fetch the same items again.
  await pool.noteFeed(feed.key, {
    result: 'ok',
    atMs: clock.now(),
    ...(got.etag === undefined ? {} : { etag: got.etag }),
    ...(got.lastModified === undefined ? {} : { lastModified: got.lastModified }),
  });
  const counts = { items: items.length + leftOut, newItems, ...(leftOut > 0 && { unread: leftOut }) };
  return { ...told, result: 'ok', ...counts };
}

/** In parts, so that others get a turn. What was added when it stops is seen again next time. */
async function addAll(
  links: readonly FoundLink[],
  { pool, clock, signal }: Pick<FeedWork, 'pool' | 'clock' | 'signal'>,
): Promise<number> {
  let newItems = 0;
  for (let at = 0; at < links.length; at += LINKS_A_BREATH) {
    await breathe();
    signal.throwIfAborted();
    const { added } = await pool.addLinks(links.slice(at, at + LINKS_A_BREATH), clock.now());
    newItems += added;
  }
  return newItems;
}

function freshLinks(
  items: readonly FeedItem[],
  key: string,
  category: string | undefined,
  nowMs: number,
): FoundLink[] {
  return items.flatMap((item): FoundLink[] => {
    const at = item.publishedAtMs ?? item.updatedAtMs;
    if (item.url === '' || item.title === '' || (at !== undefined && nowMs - at > MOST_AGE_MS)) return [];
    return [
      {
        url: item.url,
        title: item.title,
        description: item.summary,
        foundBy: `feed:${key}`,
        // A date ahead of now is a mistake of the feed: it must not make the item the newest for days.
        ...(at === undefined ? {} : { publishedAtMs: Math.min(at, nowMs) }),
        ...(category === undefined ? {} : { feedCategory: category }),
      },
    ];
  });
}

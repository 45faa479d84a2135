/**
 * Updates one feed: fetches it if it is due, parses it, adds new items to the pool, records what became of each, and
 * reports the outcome. Never throws because of the feed.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '../../../time/clock.ts';
import type { FeedOutcome } from '../../model/candidate.ts';
import { canonicalCategory, type Edition, type EditionFeed } from '../../edition/edition.ts';
import { windowMs } from '../../edition/edition-newsletter.ts';
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import { retryAfter } from '../../../web-fetch/retry.ts';
import type { Log } from '../../model/log.ts';
import type { SeenItem } from '../pool/delivery.ts';
import { isDue, silentSince, stateAt, type FeedReport, type FeedState } from '../pool/feed-health.ts';
import type { Pool } from '../pool/pool.ts';
import { FEED_BYTES, FEED_TYPES } from './feed-types.ts';
import { FeedError } from './feed.ts';
import { judgeItems, type JudgedItems } from './judge-items.ts';
import { readFeed } from './parse-feed.ts';

interface FeedWork {
  readonly edition: Edition;
  readonly pool: Pick<
    Pool,
    'feedState' | 'noteFeed' | 'addLinks' | 'itemsSeen' | 'noteItems' | 'forgetItems'
  >;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Feeds are fetched concurrently and parsed one after another, because parsing is this process's own work. */
  readonly reading: <T>(work: () => Promise<T>) => Promise<T>;
  /** Read the feed even if it isn't due, is disabled or paused, because somebody asked for it. */
  readonly anyway?: boolean;
  /**
   * Called when the feed is disabled, and again at every update for a day; the same `disabledAtMs` is the same
   * notice.
   */
  readonly gaveUp: (feed: EditionFeed, state: FeedState) => Promise<void>;
}

const LINKS_A_BREATH = 100;
const NOTICE_MS = 24 * 3_600_000;

/** Fetch a feed if it is due, and add its new items to the pool. Never rejects because of the feed; see its state. */
export async function updateFeed(feed: EditionFeed, work: FeedWork): Promise<FeedOutcome> {
  const { pool, clock } = work;
  if (feed.paused === true && work.anyway !== true)
    return { key: feed.key, label: feed.label, result: 'paused', items: 0, newItems: 0 };
  const state = stateAt(feed.url, await pool.feedState(feed.key));
  const resting = work.anyway === true ? undefined : restingOf(state, clock.now());
  const outcome =
    state !== undefined && resting !== undefined
      ? { state, told: { result: resting, items: 0, newItems: 0 } }
      : await read(feed, state, work);
  const { disabledAtMs } = outcome.state;
  if (disabledAtMs !== undefined && clock.now() - disabledAtMs < NOTICE_MS)
    await work.gaveUp(feed, outcome.state);
  return { key: feed.key, label: feed.label, ...outcome.told, ...health(outcome.state, clock.now()) };
}

interface Read {
  readonly state: FeedState;
  readonly told: Pick<FeedOutcome, 'result' | 'items' | 'newItems' | 'unread'>;
}

function restingOf(state: FeedState | undefined, nowMs: number): 'disabled' | 'not_due' | undefined {
  if (state?.disabledAtMs !== undefined) return 'disabled';
  return state === undefined || isDue(state, nowMs) ? undefined : 'not_due';
}

function health(
  state: FeedState,
  nowMs: number,
): Pick<FeedOutcome, 'error' | 'failuresInARow' | 'nextDueAtMs' | 'silentSinceMs'> {
  const { lastError, failuresInARow, nextDueAtMs, disabledAtMs } = state;
  const silent = silentSince(state, nowMs);
  return {
    ...(lastError !== undefined && { error: lastError, failuresInARow }),
    ...(nextDueAtMs !== undefined && disabledAtMs === undefined && { nextDueAtMs }),
    ...(silent !== undefined && { silentSinceMs: silent }),
  };
}

async function read(feed: EditionFeed, state: FeedState | undefined, work: FeedWork): Promise<Read> {
  const { pool, fetcher, clock, log, signal, reading } = work;
  const note = (report: FeedReport) => pool.noteFeed(feed.key, { ...report, url: feed.url });
  const fail = async (error: string, detail: string, restMs?: number): Promise<Read> => {
    log.warn({ feed: feed.key, error, detail }, 'feed failed');
    return {
      state: await note({
        result: 'failed',
        atMs: clock.now(),
        error,
        detail,
        ...(restMs !== undefined && { notBeforeMs: clock.now() + restMs }),
      }),
      told: { result: 'failed', items: 0, newItems: 0 },
    };
  };

  const { etag, lastModified } = state ?? {};
  const got = await fetcher.get(feed.url, {
    accept: FEED_TYPES,
    maxBytes: FEED_BYTES,
    etag,
    lastModified,
    returnHeaders: ['retry-after'],
    signal,
  });
  if (got.kind === 'failed') {
    const asked = got.record?.headers['retry-after'];
    return fail(got.reason, got.detail, retryAfter(asked, clock.now()));
  }
  if (got.kind === 'unchanged' && etag === undefined && lastModified === undefined)
    return fail('http_304', `${got.url} answered 304, though it was not asked what is new`);
  if (got.kind === 'unchanged')
    return {
      state: await note({ result: 'unchanged', atMs: clock.now() }),
      told: { result: 'unchanged', items: 0, newItems: 0 },
    };
  const answer = await reading(() => readFeed(got));
  if (answer instanceof FeedError) return fail(`feed_${answer.code}`, answer.message);
  const { items, leftOut } = answer;
  if (leftOut > 0) log.warn({ feed: feed.key, read: items.length, leftOut }, 'a feed has too many items');
  const judged = judgeItems(items, {
    foundBy: `feed:${feed.key}`,
    category: feed.category === undefined ? undefined : canonicalCategory(work.edition, feed.category),
    nowMs: clock.now(),
    isFirstContact: state?.firstSuccessAtMs === undefined,
    filters: feed.filters,
    seen: await pool.itemsSeen(feed.key),
  });
  const newItems = await reading(() => keep(feed.key, judged, work));
  const counts = { items: items.length + leftOut, newItems };
  // Only now: after a failure before this line the same items must be fetched again.
  const after = await note({
    result: 'ok',
    atMs: clock.now(),
    ...counts,
    newestItemAtMs: judged.newestItemAtMs,
    gapMs: judged.gapMs,
    ...(got.etag === undefined ? {} : { etag: got.etag }),
    ...(got.lastModified === undefined ? {} : { lastModified: got.lastModified }),
  });
  return { state: after, told: { result: 'ok', ...counts, ...(leftOut > 0 && { unread: leftOut }) } };
}

/** In parts, so that other work gets a turn. An interrupted update adds the rest next time. */
async function keep(
  feed: string,
  { fresh, rest }: JudgedItems,
  { edition, pool, clock, signal }: Pick<FeedWork, 'edition' | 'pool' | 'clock' | 'signal'>,
): Promise<number> {
  let newItems = 0;
  const atMs = clock.now();
  for (const part of parts(fresh)) {
    await breathe();
    signal.throwIfAborted();
    const { added, fates } = await pool.addLinks(
      part.map(({ link }) => link),
      atMs,
    );
    newItems += added;
    const noted = part.map(({ item }, n): SeenItem => {
      const fate = fates[n];
      return { ...item, outcome: fate === undefined || fate === 'no_url' ? 'bad_link' : fate };
    });
    await pool.noteItems(feed, noted, atMs);
  }
  for (const part of parts(rest)) {
    await breathe();
    signal.throwIfAborted();
    await pool.noteItems(feed, part, atMs);
  }
  await pool.forgetItems(feed, atMs, windowMs(edition));
  return newItems;
}

function* parts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += LINKS_A_BREATH) yield all.slice(at, at + LINKS_A_BREATH);
}

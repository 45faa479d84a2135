/**
 * `nightdesk newsroom feed`: reads a feed as the pipeline does. Nothing is stored, and only the feed is fetched.
 */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { FeedError } from '../intake/feeds/feed.ts';
import type { Feed, FeedItem, ItemProblem } from '../intake/feeds/feed.ts';
import { FEED_TYPES } from '../intake/feeds/feed-types.ts';
import { parseFeed } from '../intake/feeds/parse-feed.ts';
import type { FeedSource } from '../intake/feeds/parse-feed.ts';
import type { Clock } from '../../time/clock.ts';
import { base64Text } from '../../text/base64-text.ts';
import { issuesOf } from './read-cluster-line.ts';
import { readSource } from './source-argument.ts';

/** Times are ISO 8601 UTC. */
export interface ShownFeed {
  readonly title: string;
  /** The site's address. */
  readonly link?: string;
  readonly summary?: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  readonly items: readonly ShownItem[];
  /** Older items that were left out, because there are too many. */
  readonly leftOut?: number;
  /** `code: sentence`; then there are no items. */
  readonly error?: string;
}

interface ShownItem {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  readonly summary?: string;
  /** Problems with the item: see `ItemProblem`. */
  readonly problems?: readonly ItemProblem[];
}

const MOST_BYTES = 50_000_000;
/** More than the pool's limit, which is the newest 500. */
const MOST_ITEMS = 10_000;

const line = z.object({
  url: z.string().nullish(),
  contentType: z.string().nullish(),
  bodyBase64: base64Text,
});

/** One line of `--jsonl`: `{id, url?, contentType?, bodyBase64}`. A problem is an answer with an `error`. */
// ts-unused-exports:disable-next-line
export async function inspectFeedLine(
  asked: Readonly<Record<string, unknown>>,
  clock: Clock,
): Promise<ShownFeed> {
  const given = line.safeParse(asked);
  if (!given.success) return refused('bad_request', issuesOf(given.error));
  const { url, contentType, bodyBase64 } = given.data;
  return inspect(bodyBase64, {
    url: url ?? '',
    contentType: contentType ?? undefined,
    nowMs: clock.now(),
  });
}

/** A feed at an address or in a file. @throws SourceError when it can't be read. */
// ts-unused-exports:disable-next-line
export async function inspectFeed(
  source: string,
  around: { readonly config: Config; readonly cwd: string; readonly clock: Clock },
): Promise<ShownFeed> {
  const reading = { ...around, accept: FEED_TYPES, maxBytes: MOST_BYTES };
  const { bytes, url, contentType } = await readSource(source, reading);
  return inspect(bytes, { url, contentType, nowMs: around.clock.now() });
}

async function inspect(bytes: Uint8Array, source: FeedSource): Promise<ShownFeed> {
  try {
    return shown(await parseFeed(bytes, { ...source, mostItems: MOST_ITEMS }));
  } catch (error) {
    if (error instanceof FeedError) return refused(error.code, error.message);
    throw error;
  }
}

function refused(code: string, because: string): ShownFeed {
  return { title: '', items: [], error: `${code}: ${because}` };
}

function shown({ title, link, summary, items, leftOut, ...dates }: Feed): ShownFeed {
  return {
    title,
    ...(link !== '' && { link }),
    ...(summary !== '' && { summary }),
    ...times(dates),
    items: items.map(shownItem),
    ...(leftOut > 0 && { leftOut }),
  };
}

function shownItem({ id, title, url, summary, problems, ...dates }: FeedItem): ShownItem {
  return {
    id,
    title,
    url,
    ...times(dates),
    ...(summary !== '' && { summary }),
    ...(problems && { problems }),
  };
}

function times({ publishedAtMs, updatedAtMs }: Pick<FeedItem, 'publishedAtMs' | 'updatedAtMs'>): {
  publishedAt?: string;
  updatedAt?: string;
} {
  return {
    ...(publishedAtMs !== undefined && { publishedAt: new Date(publishedAtMs).toISOString() }),
    ...(updatedAtMs !== undefined && { updatedAt: new Date(updatedAtMs).toISOString() }),
  };
}

/** `nightdesk newsroom feed`: a feed as the line reads it. Nothing is kept, and nothing but the feed is fetched. */
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { FeedError } from '../newsroom/feeds/feed.ts';
import type { Feed, FeedItem } from '../newsroom/feeds/feed.ts';
import { parseFeed } from '../newsroom/feeds/parse-feed.ts';
import type { Clock } from '../time/clock.ts';
import { readSource } from './source-argument.ts';

/** Times are ISO 8601 UTC. */
export interface ShownFeed {
  readonly title: string;
  readonly items: readonly ShownItem[];
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
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
const MOST_BYTES = 100_000_000;

const line = z.object({
  url: z.string().default(''),
  contentType: z.string().optional(),
  bodyBase64: z.base64(),
});

/** One line of `--jsonl`. A feed that can't be read is an answer with an `error`. */
export function inspectFeedLine(asked: Readonly<Record<string, unknown>>): Promise<ShownFeed> {
  const { url, contentType, bodyBase64 } = line.parse(asked);
  return inspect(Buffer.from(bodyBase64, 'base64'), url, contentType);
}

/** A feed at an address or in a file. Throws a `SourceError` when neither can be read. */
export async function inspectFeed(
  source: string,
  around: { readonly config: Config; readonly cwd: string; readonly clock: Clock },
): Promise<ShownFeed> {
  const { bytes, url, contentType } = await readSource(source, {
    ...around,
    accept: ACCEPT,
    maxBytes: MOST_BYTES,
  });
  return inspect(bytes, url, contentType);
}

async function inspect(bytes: Uint8Array, url: string, contentType: string | undefined): Promise<ShownFeed> {
  try {
    return shown(await parseFeed(bytes, { url, contentType }));
  } catch (error) {
    if (error instanceof FeedError) return { title: '', items: [], error: `${error.code}: ${error.message}` };
    throw error;
  }
}

function shown({ title, items }: Feed): ShownFeed {
  return { title, items: items.map(shownItem) };
}

function shownItem({ id, title, url, summary, publishedAtMs, updatedAtMs }: FeedItem): ShownItem {
  return {
    id,
    title,
    url,
    ...(publishedAtMs !== undefined && { publishedAt: new Date(publishedAtMs).toISOString() }),
    ...(updatedAtMs !== undefined && { updatedAt: new Date(updatedAtMs).toISOString() }),
    ...(summary !== '' && { summary }),
  };
}

/** Reads feeds live, a few at once, and finds the feeds of a site. */
import { inParallel } from '../async/in-parallel.ts';
import type { Config } from '../config/config.ts';
import { programVersion } from '../config/program-files.ts';
import { sayUnusable } from '../newsroom/edition/say-unusable.ts';
import { discoverFeeds } from '../newsroom/intake/feeds/discover-feeds.ts';
import type { Discovery } from '../newsroom/intake/feeds/discovery.ts';
import { FeedError } from '../newsroom/intake/feeds/feed.ts';
import { FEED_BYTES, FEED_TYPES } from '../newsroom/intake/feeds/feed-types.ts';
import { readFeed } from '../newsroom/intake/feeds/parse-feed.ts';
import type { Clock } from '../time/clock.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import type { Fetcher } from '../web-fetch/fetcher.ts';
import type { FeedTest } from './setup-shapes.ts';

export interface FeedTesting {
  readonly config: Config;
  readonly clock: Clock;
  readonly language: WrittenLanguage;
  readonly signal?: AbortSignal | undefined;
  /** Told after each feed. */
  readonly done?: ((test: FeedTest) => void) | undefined;
}

const AT_ONCE = 6;

/** @returns a test for each address, in their order. */
export async function testFeeds(urls: readonly string[], testing: FeedTesting): Promise<FeedTest[]> {
  return fetching(testing, (fetcher) =>
    inParallel(urls, AT_ONCE, undefined, async (url) => {
      const test = await testFeed(url, fetcher, testing);
      testing.done?.(test);
      return test;
    }),
  );
}

/** @param site the address of any of its pages, or of a feed */
export function feedsOfSite(site: string, testing: FeedTesting): Promise<Discovery> {
  return fetching(testing, (fetcher) => discoverFeeds(site, fetcher, testing.signal));
}

async function testFeed(url: string, fetcher: Fetcher, { language, signal }: FeedTesting): Promise<FeedTest> {
  const got = await fetcher.get(url, { accept: FEED_TYPES, maxBytes: FEED_BYTES, retries: 0, signal });
  if (got.kind !== 'ok')
    return { url, error: sayUnusable(got.kind === 'failed' ? got.reason : 'http_304', language) };
  const feed = await readFeed(got);
  if (feed instanceof FeedError) return { url, error: NO_FEED[language] };
  const { title, items } = feed;
  const newest = Math.max(0, ...items.map(({ publishedAtMs = 0 }) => publishedAtMs));
  return { url, title, items: items.length, ...(newest > 0 && { newestAtMs: newest }) };
}

const NO_FEED: Readonly<Record<WrittenLanguage, string>> = { en: 'no feed', 'zh-Hant-HK': '不是消息來源' };

async function fetching<T>(
  { config, clock }: Pick<FeedTesting, 'config' | 'clock'>,
  use: (fetcher: Fetcher) => Promise<T>,
): Promise<T> {
  const { UndiciFetcher } = await import('../web-fetch/undici-fetcher.ts');
  const version = programVersion();
  const fetcher = new UndiciFetcher({ clock, version, allowPrivate: config.fetchAllowPrivate });
  try {
    return await use(fetcher);
  } finally {
    await fetcher.close();
  }
}

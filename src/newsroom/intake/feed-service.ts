/**
 * What people do with the edition's feeds: see how they do, look at what a feed would bring before it is added, try
 * filters on the last two days, and change the list. Times are milliseconds since the epoch, UTC.
 */
import type { Note } from '../../sessions/note.ts';
import type { Clock } from '../../time/clock.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import type { FeedFilter } from '../edition/edition-feed.ts';
import type { NewsEvent } from '../model/event.ts';
import { canonicalCategory } from '../edition/edition.ts';
import type { LiveEdition } from '../edition/live-edition.ts';
import { discoverFeeds } from './feeds/discover-feeds.ts';
import { FeedError, type Feed } from './feeds/feed.ts';
import { sameUrl } from './feeds/feed-identity.ts';
import type { FeedPreview, FilterCount, ForeseenItem, ListedFeed } from './feed-results.ts';
import { addressOf, FeedListError, type FeedList } from './feed-list.ts';
import { FEED_BYTES, FEED_TYPES } from './feeds/feed-types.ts';
import { droppedBy } from './feeds/filter-items.ts';
import { foresee } from './foresee.ts';
import { judgeItems } from './feeds/judge-items.ts';
import { readFeed } from './feeds/parse-feed.ts';
import type { ItemOutcome, SeenItem } from './pool/delivery.ts';
import { stateAt } from './pool/feed-health.ts';
import { MOST_ITEMS, type Pool } from './pool/pool.ts';
import type { PoolService } from './pool-service.ts';

interface FeedServiceDeps {
  readonly edition: LiveEdition;
  readonly list: FeedList;
  readonly pool: Pick<
    Pool,
    'itemHours' | 'deliveries' | 'feedState' | 'itemsSeen' | 'openEvents' | 'postedEvents' | 'eventOf'
  >;
  readonly health: Pick<PoolService, 'feeds'>;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** What was covered already, and the notes that bind selection. */
  readonly covered: () => Promise<readonly CoveredStory[]>;
  readonly notes: () => Promise<readonly Note[]>;
}

export interface PreviewRequest {
  readonly url: string;
  readonly category?: string | undefined;
  readonly filters?: readonly FeedFilter[] | undefined;
}

const HOUR_MS = 3_600_000;
const FEED_HOURS = 48;
const MOST_EXAMPLES = 5;
/** An item that came in, or would have. */
const CAME: ReadonlySet<ItemOutcome> = new Set(['added', 'known', 'filtered']);

export class FeedService {
  readonly list: FeedList;
  readonly #deps: FeedServiceDeps;

  constructor(deps: FeedServiceDeps) {
    this.#deps = deps;
    this.list = deps.list;
  }

  /** The edition's feeds, in its order. */
  async feeds(): Promise<{ readonly feeds: ListedFeed[]; readonly untilMs: number }> {
    const { edition, pool, health, clock } = this.#deps;
    const untilMs = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS;
    const sinceMs = untilMs - FEED_HOURS * HOUR_MS;
    const counted = await pool.itemHours(sinceMs);
    const feeds = (await health.feeds()).map((state): ListedFeed => {
      const {
        region,
        language,
        category,
        paused = false,
        filters = [],
      } = edition.feeds.find(({ key }) => key === state.key)!;
      const rows = counted.filter(({ feed }) => feed === state.key);
      const hours = Array.from({ length: FEED_HOURS }, () => 0);
      for (const { hourMs, items } of rows) {
        const at = (hourMs - sinceMs) / HOUR_MS;
        if (at < FEED_HOURS) hours[at] = items;
      }
      return {
        ...state,
        ...(region !== undefined && { region }),
        ...(language !== undefined && { language }),
        ...(category !== undefined && { category }),
        ...{ paused, filters, hours },
        dropped: rows.reduce((sum, { dropped }) => sum + dropped, 0),
      };
    });
    return { feeds, untilMs };
  }

  /** The feeds of a site, with the keys of those that the edition has. @throws FeedListError */
  async discover(address: string, signal?: AbortSignal) {
    const { edition, fetcher } = this.#deps;
    const found = await discoverFeeds(addressOf(address), fetcher, signal);
    if (found.kind !== 'found') return found;
    const keyOf = (url: string) => edition.feeds.find((feed) => sameUrl(feed.url) === sameUrl(url))?.key;
    const feeds = found.feeds.map((feed) => {
      const known = keyOf(feed.url);
      return { ...feed, ...(known !== undefined && { known }) };
    });
    return { ...found, feeds };
  }

  /** Read a feed and say what would become of each item. Nothing is stored. @throws FeedListError */
  async preview(request: PreviewRequest, signal?: AbortSignal): Promise<FeedPreview> {
    const { edition, pool, fetcher, clock } = this.#deps;
    const url = addressOf(request.url);
    const got = await fetcher.get(url, { accept: FEED_TYPES, maxBytes: FEED_BYTES, signal });
    if (got.kind !== 'ok')
      return got.kind === 'failed'
        ? { kind: 'failed', reason: got.reason, detail: got.detail }
        : { kind: 'failed', reason: 'http_304', detail: `${got.url} answered 304` };
    const parsed = await readFeed(got);
    if (parsed instanceof FeedError)
      return { kind: 'failed', reason: `feed_${parsed.code}`, detail: parsed.message };
    const known = edition.feeds.find((feed) => sameUrl(feed.url) === sameUrl(url));
    const state = known && stateAt(known.url, await pool.feedState(known.key));
    // One that the edition has is read as the edition has it, as far as nothing else is asked for.
    const { category = known?.category, filters = known?.filters } = request;
    const judged = judgeItems(parsed.items, {
      foundBy: `feed:${known?.key ?? ''}`,
      category: category === undefined ? undefined : canonicalCategory(edition, category),
      nowMs: clock.now(),
      isFirstContact: state?.firstSuccessAtMs === undefined,
      filters,
      seen: known ? await pool.itemsSeen(known.key) : new Map(),
    });
    return { kind: 'read', url: got.url, title: parsed.title, items: await this.#itemsOf(judged, parsed) };
  }

  async #itemsOf(
    { fresh, rest }: ReturnType<typeof judgeItems>,
    { items }: Pick<Feed, 'items'>,
  ): Promise<ForeseenItem[]> {
    const { edition, pool, covered, notes, clock } = this.#deps;
    const nowMs = clock.now();
    const known = new Map<string, NewsEvent>();
    for (const { item, link } of fresh) {
      const event = await pool.eventOf(link.url);
      if (event) known.set(item.itemKey, event);
    }
    const links = fresh.filter(({ item }) => !known.has(item.itemKey));
    const foreseen = await foresee(
      links.map(({ link }) => link),
      {
        ...{ edition, nowMs, covered: await covered(), notes: await notes() },
        open: await pool.openEvents(nowMs),
        posted: await pool.postedEvents(nowMs - FEED_HOURS * HOUR_MS),
      },
    );
    const fateOf = ({ itemKey }: SeenItem) => {
      const event = known.get(itemKey);
      if (event) return foreseen.ofEvent(event) ?? { fate: 'known' as const };
      return foreseen.links[links.findIndex(({ item }) => item.itemKey === itemKey)]!;
    };
    const all = [
      ...fresh.map(({ item }) => shown(item, fateOf(item))),
      ...rest.map((item) => shown(item, { fate: item.outcome as Exclude<ItemOutcome, 'added'> })),
    ];
    const places = new Map(items.map(({ url }, n) => [url, n]));
    return all.sort((a, b) => (places.get(a.url) ?? 0) - (places.get(b.url) ?? 0));
  }

  /** @throws FeedListError */
  async count(key: string, filters: readonly FeedFilter[]): Promise<FilterCount> {
    const { edition, pool, clock } = this.#deps;
    if (!edition.feeds.some((feed) => feed.key === key))
      throw new FeedListError('not_found', `the edition has no feed "${key}"`);
    const sinceMs = clock.now() - FEED_HOURS * HOUR_MS;
    const came = (await pool.deliveries(key, MOST_ITEMS))
      .filter((item) => CAME.has(item.outcome) && (item.publishedAtMs ?? item.firstSeenAtMs) >= sinceMs)
      .sort((a, b) => (b.publishedAtMs ?? b.firstSeenAtMs) - (a.publishedAtMs ?? a.firstSeenAtMs));
    const byFilter = filters.map(() => 0);
    const examples = { dropped: [] as string[], kept: [] as string[] };
    for (const item of came) {
      const at = droppedBy(filters, item);
      if (at !== undefined) byFilter[at]! += 1;
      const said = at === undefined ? examples.kept : examples.dropped;
      if (said.length < MOST_EXAMPLES) said.push(item.title);
    }
    return { items: came.length, dropped: byFilter.reduce((a, b) => a + b, 0), byFilter, examples };
  }
}

function shown(
  { title, url, publishedAtMs }: SeenItem,
  fate: Omit<ForeseenItem, 'title' | 'url'>,
): ForeseenItem {
  return { title, url, ...(publishedAtMs !== undefined && { publishedAtMs }), ...fate };
}

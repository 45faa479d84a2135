/**
 * Decides which items of a feed are new for the pool. Pure; the pool stores the result.
 *
 * - Items older than 48 h are archive: by their date, or else by when they were first seen in this feed.
 * - At the first contact only the newest are taken, so that a new feed doesn't flood the pool.
 * - A future date is a mistake of the feed: until it has passed, the item counts from when it was first seen. So it
 *   isn't the newest for days, and doesn't hide that the feed is silent.
 */
import type { FoundLink } from '../../model/event.ts';
import type { Delivery, ItemOutcome, SeenItem } from '../pool/delivery.ts';
import { usualGap } from '../pool/feed-health.ts';
import { keyOf, urlKey } from '../../model/url-key.ts';
import type { FeedFilter } from '../../edition/edition-feed.ts';
import { droppedBy } from './filter-items.ts';
import type { FeedItem } from './feed.ts';

const MOST_AGE_MS = 48 * 3_600_000;
const FIRST_ITEMS = 50;
/** Clocks differ by a little. */
const AHEAD_MS = 10 * 60_000;

export interface JudgedItems {
  /** For the pool: `outcome` is the pool's result for the link. */
  readonly fresh: readonly { readonly item: SeenItem; readonly link: FoundLink }[];
  readonly rest: readonly SeenItem[];
  readonly newestItemAtMs: number | undefined;
  readonly gapMs: number | undefined;
}

interface JudgeTerms {
  /** `feed:<key>`. */
  readonly foundBy: string;
  readonly category: string | undefined;
  readonly nowMs: number;
  readonly isFirstContact: boolean;
  /** The feed's own; what they drop is remembered as such. */
  readonly filters?: readonly FeedFilter[] | undefined;
  /** What is remembered of this feed's items. */
  readonly seen: ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>;
}

/** Which items are added to the pool (at the first contact only the newest), and why the others aren't. */
export function judgeItems(items: readonly FeedItem[], terms: JudgeTerms): JudgedItems {
  const once = new Map<string, SeenItem & { readonly item: FeedItem }>();
  for (const item of items) {
    const seen = see(item, terms);
    if (!once.has(seen.itemKey)) once.set(seen.itemKey, { ...seen, item });
  }
  const all = [...once.values()];
  const wanted = all.filter(({ outcome }) => outcome === 'added');
  const taken = new Set(terms.isFirstContact ? newest(wanted) : wanted);
  const { nowMs, seen } = terms;
  const dated = all.flatMap(({ publishedAtMs, datedAhead }) => (datedAhead ? [] : (publishedAtMs ?? [])));
  const isNewUndated = all.some((it) => isUndated(it) && !seen.has(it.itemKey));
  const times = isNewUndated ? [...dated, nowMs] : dated;
  return {
    fresh: [...taken].map(({ item, ...told }) => ({ item: told, link: linkOf(item, told, terms) })),
    rest: all
      .filter((it) => !taken.has(it))
      .map(({ item: _, ...told }) => (told.outcome === 'added' ? { ...told, outcome: 'backlog' } : told)),
    newestItemAtMs: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    gapMs: usualGap(dated),
  };
}

function see(item: FeedItem, { nowMs, seen, filters = [] }: JudgeTerms): SeenItem {
  const key = urlKey(item.url);
  const itemKey = key ?? keyOf('item:', item.id);
  const before = seen.get(itemKey);
  const written = item.publishedAtMs ?? item.updatedAtMs;
  const datedAhead = written !== undefined && written > nowMs + AHEAD_MS;
  const at = datedAhead ? (before?.firstSeenAtMs ?? nowMs) : written;
  const outcome = (): ItemOutcome => {
    if (key === undefined) return item.problems?.includes('bad_link') === true ? 'bad_link' : 'no_link';
    if (item.title === '') return 'no_title';
    if (nowMs - (at ?? before?.firstSeenAtMs ?? nowMs) > MOST_AGE_MS) return 'too_old';
    if (droppedBy(filters, item) !== undefined) return 'filtered';
    return before?.outcome === 'backlog' ? 'backlog' : 'added';
  };
  return {
    itemKey,
    url: item.url,
    title: item.title,
    outcome: outcome(),
    ...(at !== undefined && { publishedAtMs: Math.min(at, nowMs), datedAhead }),
  };
}

function isUndated({ publishedAtMs, datedAhead }: SeenItem): boolean {
  return publishedAtMs === undefined || datedAhead === true;
}

/** Items with dates first, then in the feed's order. */
function newest<T extends SeenItem>(items: readonly T[]): T[] {
  const byTime = (a: T, b: T) => (b.publishedAtMs ?? -Infinity) - (a.publishedAtMs ?? -Infinity) || 0;
  return [...items].sort(byTime).slice(0, FIRST_ITEMS);
}

function linkOf(item: FeedItem, { publishedAtMs }: SeenItem, { foundBy, category }: JudgeTerms): FoundLink {
  return {
    url: item.url,
    title: item.title,
    description: item.summary,
    foundBy,
    ...(publishedAtMs !== undefined && { publishedAtMs }),
    ...(category !== undefined && { feedCategory: category }),
  };
}

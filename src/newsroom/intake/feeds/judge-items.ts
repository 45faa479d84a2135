/**
 * What of a feed's answer is news to the pool. Pure: the pool keeps what is decided here.
 *
 * - Older than 48 h is archive: by its date, and without one by when it was first seen in this feed.
 * - At the first contact the newest come in, and the rest never: a new feed must not flood the pool.
 * - A date ahead of now is a mistake of the feed: until it has passed, the item counts from when it was first seen. So
 *   it is not the newest for days, and does not keep the feed from being silent.
 */
import type { FoundLink } from '../../model/event.ts';
import type { Delivery, ItemOutcome, SeenItem } from '../pool/delivery.ts';
import { usualGap } from '../pool/feed-health.ts';
import { urlKey } from '../../model/url-key.ts';
import type { FeedItem } from './feed.ts';

const MOST_AGE_MS = 48 * 3_600_000;
const FIRST_ITEMS = 50;
/** Clocks differ by a little. */
const AHEAD_MS = 10 * 60_000;

export interface JudgedItems {
  /** For the pool: `outcome` is what it says of the link. */
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
  /** What is remembered of this feed's items. */
  readonly seen: ReadonlyMap<string, Pick<Delivery, 'firstSeenAtMs' | 'outcome'>>;
}

/** Which items of a feed are taken into the pool; of the first contact only the newest. The others with the reason. */
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

function see(item: FeedItem, { nowMs, seen }: JudgeTerms): SeenItem {
  const key = urlKey(item.url);
  const itemKey = key ?? `item:${item.id}`;
  const before = seen.get(itemKey);
  const written = item.publishedAtMs ?? item.updatedAtMs;
  const datedAhead = written !== undefined && written > nowMs + AHEAD_MS;
  const at = datedAhead ? (before?.firstSeenAtMs ?? nowMs) : written;
  const outcome = (): ItemOutcome => {
    if (key === undefined) return item.problems?.includes('bad_link') === true ? 'bad_link' : 'no_link';
    if (item.title === '') return 'no_title';
    if (nowMs - (at ?? before?.firstSeenAtMs ?? nowMs) > MOST_AGE_MS) return 'too_old';
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

/** Dated ones first, then those from the top of the feed. */
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

/** What clustering knows before it decides: the events of the pool with their links, and how common each word is. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ClusteringSettings } from '../../edition/clustering-settings.ts';
import type { Link, NewsEvent } from '../../model/event.ts';
import { Clusterer, type ClusterSettings } from './clusterer.ts';
import { isCjk, newsItem, type NewsItem } from './news-item.ts';

const HOUR_MS = 3_600_000;
/** So many are counted or placed before others get a turn: about 20 ms. */
const READ_A_BREATH = 100;

interface Known {
  readonly events: readonly NewsEvent[];
  readonly pending: readonly Link[];
  /** English titles, by the title. */
  readonly english?: ReadonlyMap<string, string> | undefined;
  readonly settings?: ClusteringSettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A clusterer with the events placed and everything counted, and the pending links as items, in their order. */
export async function knownEvents({
  events,
  pending,
  english,
  settings,
  signal,
}: Known): Promise<{ clusterer: Clusterer; items: NewsItem[] }> {
  const clusterer = new Clusterer(coreSettings(settings));
  let read = 0;
  const pause = async () => {
    if (++read % READ_A_BREATH === 0) await breathe();
    signal?.throwIfAborted();
  };
  const itemOf = (link: Link) => newsItem(link, english?.get(link.title));
  const items = pending.map(itemOf);
  const placed = events.map((event) => ({
    event,
    items: event.links.map((link) => ownItem(event, link, itemOf)),
  }));
  // What is common is counted over all first: the order of a batch then matters less.
  for (const item of [...placed.flatMap((it) => it.items), ...items]) {
    await pause();
    clusterer.observe(item);
  }
  for (const { event, items: its } of placed) {
    clusterer.begin(event.id, event.parentId, event.postedAtMs);
    for (const item of its) {
      await pause();
      clusterer.place(item, event.id);
    }
  }
  return { clusterer, items };
}

/** A Chinese event is found by English links through its summary, where its title was never translated. */
function ownItem(event: NewsEvent, link: Link, itemOf: (link: Link) => NewsItem): NewsItem {
  const item = itemOf(link);
  const isFirst = event.links[0] === link;
  if (!isFirst || event.summaryEn === undefined || item.translation !== undefined || !isCjk(link))
    return item;
  return newsItem(link, event.summaryEn);
}

/** The edition's settings in the clusterer's units; what is absent keeps its default. */
export function coreSettings(settings: ClusteringSettings | undefined): Partial<ClusterSettings> {
  if (settings === undefined) return {};
  const { windowHours, threshold, band } = settings;
  return {
    windowMs: windowHours * HOUR_MS,
    ...(threshold !== undefined && { threshold }),
    ...(band !== undefined && { band }),
  };
}

/** The links of the pool that are nearest to a topic. Pure. */
import { linkTime } from '../newsroom/model/event.ts';
import type { Link, NewsEvent } from '../newsroom/model/event.ts';
import { shareIn } from '../newsroom/model/events-like.ts';

/** So much of the topic an event must speak of. */
const LIKE = 0.6;
/** More of one happening tell the same. */
const MOST_OF_EVENT = 3;

/** The nearest events first, of equals the newest; of each its newest links, of different outlets where it has such. */
export function mostSimilar(topic: string, events: readonly NewsEvent[]): Link[] {
  return events
    .map((event) => ({ event, share: shareIn(topic, wordsOf(event)) }))
    .filter(({ share }) => share >= LIKE)
    .sort((a, b) => b.share - a.share || b.event.updatedAtMs - a.event.updatedAtMs)
    .flatMap(({ event }) => linksOf(event));
}

function wordsOf({ title, category, summaryEn = '', links }: NewsEvent): string[] {
  return [title, category, summaryEn, ...links.flatMap((link) => [link.title, link.description])];
}

function linksOf({ links }: NewsEvent): Link[] {
  const newest = [...links].sort((a, b) => linkTime(b) - linkTime(a));
  const first = newest.filter(
    ({ domain }, at) => newest.findIndex((other) => other.domain === domain) === at,
  );
  const others = newest.filter((link) => !first.includes(link));
  return [...first, ...others].slice(0, MOST_OF_EVENT);
}

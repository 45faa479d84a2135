/** Events that tell of what somebody names in their own words. */
import { tokens } from '../text/tokens.ts';
import type { NewsEvent } from './event.ts';

/** So much of the words an event has to have. */
const LIKE = 0.6;

/** The event whose titles, in all languages, have most of these words; the newest of equals. */
export function mostLike<E extends Pick<NewsEvent, 'title' | 'links' | 'updatedAtMs'>>(
  text: string,
  events: readonly E[],
  least = LIKE,
): E | undefined {
  const wanted = new Set(tokens(text));
  let best: { readonly event: E; readonly score: number } | undefined;
  for (const event of events) {
    const score = shareIn(wanted, [event.title, ...event.links.map(({ title }) => title)]);
    const isNewer = event.updatedAtMs > (best?.event.updatedAtMs ?? -Infinity);
    if (score >= least && (score > (best?.score ?? 0) || (score === best?.score && isNewer)))
      best = { event, score };
  }
  return best?.event;
}

/** How much of the wanted tokens some titles have together, 0 to 1. */
export function shareIn(wanted: ReadonlySet<string>, titles: readonly string[]): number {
  const told = new Set(tokens(titles.join('\n')));
  return [...wanted].filter((word) => told.has(word)).length / Math.max(1, wanted.size);
}

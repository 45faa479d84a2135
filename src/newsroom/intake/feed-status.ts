import type { FeedHealth } from './pool/feed-health.ts';

/** A feed's health as the desk's status tells it. */
export function feedStatus(feed: FeedHealth) {
  const { key, label, state, lastError, lastItems, lastNewItems, failuresInARow } = feed;
  return {
    key,
    label,
    state,
    result: lastError === undefined ? 'ok' : 'failed',
    ...(lastItems !== undefined && { items: lastItems }),
    ...(lastNewItems !== undefined && { newItems: lastNewItems }),
    ...(lastError !== undefined && { error: lastError, failuresInARow }),
    ...(feed.lastSuccessAtMs !== undefined && { lastAnswerAtMs: feed.lastSuccessAtMs }),
    ...(feed.nextDueAtMs !== undefined && { nextDueAtMs: feed.nextDueAtMs }),
    ...(feed.silentSinceMs !== undefined && { silentSinceMs: feed.silentSinceMs }),
  };
}

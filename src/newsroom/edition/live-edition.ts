import { feedOnPort } from './edition-feed.ts';
import type { Edition } from './edition.ts';

/**
 * Fields that a running desk takes up when they change: whoever uses them reads them anew, and keeps nothing of them.
 * The others have their effect after a restart.
 */
export const LIVE_FIELDS: readonly (keyof Edition)[] = [
  'title',
  'categories',
  'defaultCategory',
  'quotas',
  'tiers',
  'noBackfill',
  'feeds',
  'lengths',
  'glossary',
  'style',
  'markets',
  'pictures',
  'publisherMode',
  'verification',
  'approval',
  'alerts',
  'queries',
  'clustering',
  'feedback',
];

/** An edition that can change while the desk runs, in its live fields. */
export interface LiveEdition extends Edition {
  /** From now on its live fields are those of this one, which its file has. */
  take(written: Edition): void;
}

/** @param port of the sample server, where `*.localhost` feeds are. */
export function liveEdition(edition: Edition, port?: number): LiveEdition {
  const placed = (given: Edition): Edition =>
    port === undefined ? given : { ...given, feeds: given.feeds.map((feed) => feedOnPort(feed, port)) };
  let now = placed(edition);
  const live = {
    ...edition,
    take: (written: Edition) => {
      now = placed(written);
    },
  };
  for (const field of LIVE_FIELDS)
    Object.defineProperty(live, field, { enumerable: true, get: () => now[field] });
  return live;
}

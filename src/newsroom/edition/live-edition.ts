import { feedOnPort } from './edition-feed.ts';
import type { Edition, EditionFeed } from './edition.ts';

/** An edition whose feeds can change while the desk runs: `feeds` is read anew wherever it is used. */
export interface LiveEdition extends Edition {
  /** From now on these are its feeds, as its file has them. */
  takeFeeds(feeds: readonly EditionFeed[]): void;
}

/** @param port of the sample server, where `*.localhost` feeds are. */
export function liveEdition(edition: Edition, port?: number): LiveEdition {
  const placed = (feeds: readonly EditionFeed[]) =>
    feeds.map((feed) => (port === undefined ? feed : feedOnPort(feed, port)));
  let feeds = placed(edition.feeds);
  return {
    ...edition,
    get feeds() {
      return feeds;
    },
    takeFeeds: (given) => {
      feeds = placed(given);
    },
  };
}

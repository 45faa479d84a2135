/** The feeds that a setup offers. */
import type { Edition, EditionFeed } from '../newsroom/edition/edition.ts';
import type { Draft, DraftFeed } from './draft.ts';
import type { EditionEntry } from './edition-files.ts';
import { topicWords } from './new-edition.ts';
import { suggestFeeds } from './suggest-feeds.ts';

/**
 * Those of the edition that it starts from; for a topic those that were chosen, then known ones that fit it.
 * @param editions those whose feeds are known
 */
export function feedChoices(
  { edition, feeds = [] }: Draft,
  base: Edition | undefined,
  editions: () => readonly EditionEntry[],
): DraftFeed[] {
  if (base) return withOthers(base.feeds.map(draftFeedOf), feeds);
  const known = editions().flatMap((entry) => (entry.edition && !entry.edition.sample ? entry.edition : []));
  const fitting = suggestFeeds(topicWords(edition?.topic ?? ''), known).map(
    ({ category: _category, ...feed }) => draftFeedOf(feed),
  );
  return withOthers(feeds, fitting);
}

function withOthers(first: readonly DraftFeed[], others: readonly DraftFeed[]): DraftFeed[] {
  return [...first, ...others.filter(({ url }) => !first.some((feed) => feed.url === url))];
}

export function draftFeedOf({
  url,
  label,
  category,
  region,
  language,
}: Pick<EditionFeed, 'url' | 'label' | 'category' | 'region' | 'language'>): DraftFeed {
  return {
    url,
    label,
    ...(category !== undefined && { category }),
    ...(region !== undefined && { region }),
    ...(language !== undefined && { language }),
  };
}

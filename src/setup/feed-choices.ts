/** The feeds that a setup offers. */
import type { Edition, EditionFeed } from '../newsroom/edition/edition.ts';
import type { Draft, DraftFeed } from './draft.ts';
import type { EditionEntry } from './edition-files.ts';
import { topicWords } from './new-edition.ts';
import { mentions } from '../text/mentions.ts';

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

interface Known {
  readonly categories: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly words: readonly string[];
  }[];
  readonly feeds: readonly EditionFeed[];
}

const MOST = 12;

/**
 * Feeds of known editions that fit a topic: those whose label names it, then those of a category that it is about.
 * @param words of the topic, in lower case
 */
export function suggestFeeds(words: readonly string[], editions: readonly Known[]): EditionFeed[] {
  const found = new Map<string, { readonly feed: EditionFeed; readonly named: boolean }>();
  for (const { categories, feeds } of editions) {
    const meant = new Set(categories.filter((one) => isAbout(one, words)).map(({ name }) => name));
    for (const feed of feeds) {
      const named = words.some((word) => mentions(feed.label, word));
      const fits = named || (feed.category !== undefined && meant.has(feed.category));
      if (fits && !found.has(feed.url)) found.set(feed.url, { feed, named });
    }
  }
  const all = [...found.values()].sort((a, b) => Number(b.named) - Number(a.named));
  return all.slice(0, MOST).map(({ feed }) => feed);
}

function isAbout({ name, aliases, words }: Known['categories'][number], topic: readonly string[]): boolean {
  const own = [name, ...aliases, ...words].map((word) => word.toLowerCase());
  return topic.some((word) => own.includes(word) || mentions(name, word));
}

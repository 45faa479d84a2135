import type { EditionFeed } from '../newsroom/edition/edition.ts';
import { mentions } from '../text/mentions.ts';

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

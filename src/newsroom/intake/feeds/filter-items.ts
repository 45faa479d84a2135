/** Decides which items of a feed its filters drop. Pure. */
import type { FeedFilter } from '../../edition/edition-feed.ts';
import { mentions } from '../../../text/mentions.ts';

interface Filtered {
  readonly title: string;
  readonly url: string;
}

/** The place of the first filter that drops the item; undefined where all let it through. */
export function droppedBy(filters: readonly FeedFilter[], item: Filtered): number | undefined {
  const at = filters.findIndex((filter) => drops(filter, item));
  return at === -1 ? undefined : at;
}

function drops({ rule, words, in: where }: FeedFilter, { title, url }: Filtered): boolean {
  const has =
    where === 'title'
      ? words.some((word) => mentions(title, word))
      : words.some((word) => url.toLowerCase().includes(word.toLowerCase()));
  return rule === 'drop' ? has : !has;
}

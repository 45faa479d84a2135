/** XML feeds of every version to items: which of an element's several titles, links, texts and dates counts. */
import { FeedBuilder, type Fields } from './feed-builder.ts';
import type { Field } from './field.ts';
import type { RawFeed, RawItem } from './feed.ts';
import { readXml } from './read-xml.ts';

/** @param url where the feed came from. @returns undefined where no element is a feed's. */
export async function readXmlFeed(text: string, url: string): Promise<RawFeed | undefined> {
  const builder = new FeedBuilder(url, toRaw);
  await readXml(text, builder);
  const built = builder.built();
  if (built === undefined) return undefined;
  const { feed, items, unread } = built;
  const { link, base } = linkOf(feed.link);
  return {
    title: first(feed.title),
    link: link || idOf(feed).permalink,
    base,
    summary: first(feed.summary),
    ...datesOf(feed),
    items,
    unread,
  };
}

function toRaw(item: Fields): RawItem {
  const { id, permalink } = idOf(item);
  const { link, base } = linkOf(item.link);
  return {
    id,
    title: first(item.title) || first(item['media-title']),
    link: link || permalink,
    base,
    summary: first(item.summary) || first(item.content) || first(item['media-summary']),
    ...datesOf(item),
    outlet: first(item.source),
  };
}

/** An id that is an address, unless the feed denies it, stands for a missing link. */
function idOf(given: Fields): { id: string; permalink: string } {
  const guid = given.guid?.find((field) => field.text() !== '');
  const id = guid?.text() || (given.about ?? '').trim();
  const denied = guid?.attributes['ispermalink']?.trim().toLowerCase() === 'false';
  return { id, permalink: !denied && /^https?:\/\//i.test(id) ? id : '' };
}

/** A date that does not say of what counts as both; of several updates, the last. */
function datesOf(given: Fields): { published: string; updated: string } {
  const dated = first(given.dated);
  return {
    published: first(given.published) || dated,
    updated: first(given.updated?.toReversed()) || dated,
  };
}

/** The first of several that says something. */
function first(fields: readonly Field[] | undefined): string {
  for (const field of fields ?? []) {
    const said = field.text();
    if (said !== '') return said;
  }
  return '';
}

/** Atom's alternate, HTML before other types; RSS's text; never edit, self, enclosure. */
function linkOf(fields: readonly Field[] | undefined): { link: string; base: string } {
  let best = { rank: 9, link: '', base: '' };
  for (const field of fields ?? []) {
    const { href, rel = 'alternate', type = 'text/html' } = field.attributes;
    const link = href?.trim() ?? field.text();
    const rank = !/(?:^|\s|\/)alternate(?:\s|$)/i.test(rel) || link === '' ? 9 : /html/i.test(type) ? 0 : 1;
    if (rank < best.rank) best = { rank, link, base: field.base };
  }
  return best;
}

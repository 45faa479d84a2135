/** Feeds by feedsmith: JSON Feed, and what rss-parser throws at. */
import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';
import type { RawFeed, RawItem } from './feed.ts';

/** `value` is the feed's text, or the parsed value of a JSON feed. Rejects when it is no feed. */
export async function readWithFeedsmith(value: unknown): Promise<RawFeed> {
  const { parseFeed } = await import('feedsmith');
  const { format, feed } = parseFeed(value);
  const all = { base: '', unread: 0, title: '', link: '', summary: '', published: '', updated: '' };
  switch (format) {
    case 'atom':
      return {
        ...all,
        title: feed.title?.value ?? '',
        link: alternate(feed.links),
        items: (feed.entries ?? []).map(fromAtom),
      };
    case 'json':
      return {
        ...all,
        title: feed.title ?? '',
        link: feed.home_page_url ?? '',
        items: (feed.items ?? []).map(fromJson),
      };
    case 'rss':
      return { ...all, ...named(feed), items: (feed.items ?? []).map(fromRss) };
    case 'rdf':
      return { ...all, ...named(feed), items: (feed.items ?? []).map(fromRdf) };
  }
}

function named({ title, link }: { title?: string; link?: string }): { title: string; link: string } {
  return { title: title ?? '', link: link ?? '' };
}

type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined };

function fromAtom(entry: Partly<AtomFeed.Entry<string>>): RawItem {
  return {
    id: entry.id ?? '',
    title: entry.title?.value ?? '',
    link: alternate(entry.links),
    summary: entry.summary?.value ?? entry.content?.value ?? '',
    published: entry.published ?? '',
    updated: entry.updated ?? '',
    base: '',
    outlet: entry.source?.title?.value ?? '',
  };
}

function fromJson(item: Partly<JsonFeed.Item<string>>): RawItem {
  return {
    id: item.id ?? '',
    title: item.title ?? '',
    link: item.url ?? item.external_url ?? (isAddress(item.id) ? item.id : ''),
    summary: item.summary ?? item.content_text ?? item.content_html ?? '',
    published: item.date_published ?? '',
    updated: item.date_modified ?? '',
    base: '',
    outlet: '',
  };
}

function fromRss(item: Partly<RssFeed.Item<string>>): RawItem {
  const id = item.guid?.value ?? '';
  const isPermalink = item.guid?.isPermaLink !== false && isAddress(id);
  return {
    id,
    title: item.title ?? '',
    link: item.link ?? (isPermalink ? id : ''),
    summary: item.description ?? item.content?.encoded ?? '',
    published: item.pubDate ?? item.dc?.dates?.[0] ?? '',
    updated: item.atom?.updated ?? '',
    base: '',
    outlet: item.source?.title ?? '',
  };
}

function fromRdf(item: Partly<RdfFeed.Item<string>>): RawItem {
  return {
    id: '',
    title: item.title ?? '',
    link: item.link ?? '',
    summary: item.description ?? item.content?.encoded ?? '',
    published: item.dc?.dates?.[0] ?? '',
    updated: '',
    base: '',
    outlet: '',
  };
}

/** JSON Feed asks for the item's address as its id, and RSS takes its guid for one. */
function isAddress(id: string | undefined): id is string {
  return /^https?:\/\//i.test(id ?? '');
}

function alternate(links: readonly Partly<AtomFeed.Link<string>>[] | undefined): string {
  const usable = (links ?? []).filter((link) => (link.rel ?? 'alternate') === 'alternate');
  return (usable.find((link) => /html/.test(link.type ?? 'html')) ?? usable[0])?.href ?? '';
}

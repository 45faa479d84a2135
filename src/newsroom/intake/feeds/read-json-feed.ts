/** JSON Feed, by feedsmith. */
import type { JsonFeed } from 'feedsmith';
import type { RawFeed, RawItem } from './feed.ts';

/** @param value parsed JSON. Rejects when it is no feed. */
export async function readJsonFeed(value: unknown): Promise<RawFeed> {
  const { parseJsonFeed } = await import('feedsmith');
  const { title = '', home_page_url: link = '', items = [] } = parseJsonFeed(value);
  const unsaid = { base: '', unread: 0, summary: '', published: '', updated: '' };
  return { ...unsaid, title, link, items: items.map(toRaw) };
}

type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined };

function toRaw(item: Partly<JsonFeed.Item<string>>): RawItem {
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

/** JSON Feed asks for the item's address as its id. */
function isAddress(id: string | undefined): id is string {
  return /^https?:\/\//i.test(id ?? '');
}

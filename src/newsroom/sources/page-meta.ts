/** What a page's head says of its article. */
import type { DomDocument } from './dom.ts';
import { jsonLdArticle } from './json-ld.ts';

export interface PageMeta {
  readonly title?: string;
  readonly byline?: string;
  readonly publishedAtMs?: number;
  readonly language?: string;
  readonly outlet?: string;
  readonly image?: string;
}

export function metaOf(document: DomDocument, url: string): PageMeta {
  const ld = jsonLdArticle(document);
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const found =
        document.querySelector(`meta[property="${name}"]`) ?? document.querySelector(`meta[name="${name}"]`);
      const content = found?.getAttribute('content')?.trim();
      if (content) return content;
    }
    return '';
  };
  const time = document.querySelector('article time[datetime]') ?? document.querySelector('time[datetime]');
  const published = [
    ld.published,
    meta('article:published_time', 'date', 'pubdate', 'parsely-pub-date'),
    time?.getAttribute('datetime'),
  ];
  const author = meta('author', 'article:author', 'parsely-author');
  const image = ld.image || meta('og:image');
  return {
    ...said('title', ld.headline || meta('og:title')),
    ...said('byline', ld.author || (/^https?:/.test(author) ? '' : author)),
    ...said('language', document.documentElement?.getAttribute('lang')?.trim() ?? ''),
    ...said('outlet', meta('og:site_name') || (ld.publisher ?? '')),
    ...said('image', URL.canParse(image, url) && image !== '' ? new URL(image, url).href : ''),
    ...dated(published),
  };
}

/** The first date that can be read. A date without a zone is taken as UTC. */
function dated(written: readonly (string | null | undefined)[]): { publishedAtMs?: number } {
  for (const text of written) {
    if (!text) continue;
    const hasZone = /(?:z|[+-]\d{2}:?\d{2}|gmt|utc)\s*$/i.test(text);
    const ms = Date.parse(hasZone || !/\d:\d/.test(text) ? text : `${text}Z`);
    if (Number.isFinite(ms)) return { publishedAtMs: ms };
  }
  return {};
}

function said<K extends 'title' | 'byline' | 'language' | 'outlet' | 'image'>(
  name: K,
  value: string,
): PageMeta {
  return value === '' ? {} : { [name]: value };
}

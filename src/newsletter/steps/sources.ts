/** The articles of a newsletter as its sources: what they are called, and what they are looked up in. */
import { domainOf } from '../../newsroom/model/url-key.ts';
import type { DownloadedArticle, NewsletterSource } from '../model/outputs.ts';
import type { CheckSource } from './deps.ts';

/** The outlet, as far as it is known: a search is none. */
export function publisherOf({ source, url }: Pick<DownloadedArticle, 'source' | 'url'>): string {
  const isSearch = source === '' || /^(?:brave|gdelt)\b/iu.test(source);
  return isSearch ? domainOf(url) : source;
}

/** An article as a source that the checks of facts read. */
export function checkSource(article: DownloadedArticle): CheckSource {
  const { url, title, text, publishedAtMs } = article;
  return {
    url,
    title,
    text,
    publisher: publisherOf(article),
    ...(publishedAtMs !== undefined && { publishedAtMs }),
  };
}

/** An article as a source of a newsletter, under the number that it is cited by. */
export function numberedSource(article: DownloadedArticle, n: number): NewsletterSource {
  const { url, title, publishedAtMs } = article;
  return {
    n,
    url,
    title,
    publisher: publisherOf(article),
    ...(publishedAtMs !== undefined && { publishedAtMs }),
  };
}

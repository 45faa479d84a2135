/** What an edition calls the outlet of a page whose own text isn't known: by the page's address, never by who repeats it. */
import { outletsOf } from '../model/outlets.ts';
import { domainOf } from '../model/url-key.ts';
import type { EditionFeed } from './edition.ts';

/** Hosts that only serve feeds: `feeds.npr.org` is npr.org. */
const SERVES_FEEDS = /^(?:feeds?|rss|atom|xml)\.(?=.*\.)/u;

type NamedFeed = Pick<EditionFeed, 'key' | 'label' | 'url'>;

/**
 * The label of the outlet's own feed: of the one that found the page, or of the only one on the page's host. Undefined when
 * the edition has no such feed, or several with different labels.
 *
 * @param foundBy as `FoundLink.foundBy`.
 */
export function outletName(
  { url, foundBy }: { readonly url: string; readonly foundBy: string },
  feeds: readonly NamedFeed[],
): string | undefined {
  const domain = domainOf(url);
  const own = feeds.filter((feed) => outletsOf([domain, hostOf(feed)]).length === 1);
  const finder = own.find(({ key }) => foundBy === `feed:${key}`);
  if (finder) return finder.label;
  const labels = new Set(own.map(({ label }) => label));
  return labels.size === 1 ? own[0]?.label : undefined;
}

function hostOf({ url }: NamedFeed): string {
  return domainOf(url).replace(SERVES_FEEDS, '');
}

/** Which addresses are fetched at all, and where a redirect may lead. */
import { FetchRefused } from './fetcher.ts';
import { parseUrl } from '../text/parse-url.ts';

/** Longer ones are mistakes or attacks; no browser's address bar is known to need them. */
const MOST_CHARACTERS = 4_096;

/** Parse an address, relative to `from` where given. Throws `FetchRefused`: `bad_url`, `bad_scheme`. */
export function target(address: string, from?: URL): URL {
  if (address.length > MOST_CHARACTERS)
    throw new FetchRefused('bad_url', `a URL of ${address.length} characters`);
  const url = parseUrl(address, from?.href);
  if (!url) throw new FetchRefused('bad_url', `${address} is not a URL`);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('bad_scheme', `${url.protocol} is neither http nor https`);
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('bad_url', 'a URL with a password in it');
  return url;
}

/**
 * Where a redirect leads. What came over https stays there: a step down to http is taken over https instead, and
 * refused (`insecure_redirect`) where a port says that this can't be meant.
 */
export function redirectTarget(location: string, from: URL): URL {
  const next = target(location, from);
  if (from.protocol !== 'https:' || next.protocol !== 'http:') return next;
  if (next.port !== '')
    throw new FetchRefused('insecure_redirect', `${from.href} leads to ${next.href}, which is not https`);
  next.protocol = 'https:';
  return next;
}

/** Decides which addresses may be fetched, and where redirects may lead. */
import { decodeBytes } from './decode-bytes.ts';
import { FetchRefused } from './fetcher.ts';
import { parseUrl } from '../text/parse-url.ts';

/** Longer addresses are mistakes or attacks. */
const MOST_CHARACTERS = 4_096;

/**
 * Parse an address, relative to `from` if given.
 * @throws FetchRefused `bad_url`, `bad_scheme`.
 */
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
 * Where a redirect leads. From https a redirect to http is followed over https instead.
 * @param location the header with one character per byte; many servers write UTF-8 in it.
 * @throws FetchRefused `insecure_redirect` when an explicit port rules that out.
 */
export function redirectTarget(location: string, from: URL): URL {
  const next = target(decodeBytes(Buffer.from(location, 'latin1'), undefined), from);
  if (from.protocol !== 'https:' || next.protocol !== 'http:') return next;
  if (next.port !== '')
    throw new FetchRefused('insecure_redirect', `${from.href} leads to ${next.href}, which is not https`);
  next.protocol = 'https:';
  return next;
}

/**
 * The identity of a URL in the pool, shared by all spellings of a page.
 *
 * Fragment, tracking parameters and trailing slash are dropped; scheme and host are lower case. A host under
 * `.localhost` loses its port, because the sample server gets a new one at each start.
 */
import { createHash } from 'node:crypto';
import { parseUrl } from '../../text/parse-url.ts';
const TRACKING = /^(?:utm_.*|fbclid|gclid|igshid|mc_cid|mc_eid)$/i;

/** Undefined for anything but an http or https URL. */
export function urlKey(written: string): string | undefined {
  const url = parseUrl(written);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  const kept = untracked(url.search);
  const host = isLocal(url.hostname) ? url.hostname : url.host;
  const path = url.pathname.replace(/\/+$/, '');
  return keyOf(`${url.protocol}//`, `${host}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`);
}

/** In bytes: PostgreSQL indexes 2,700, and keys may have two columns. */
const LONGEST_NAME = 2_000;

/** A key of the pool: a kind and a name, or the hash of a name that is too long for an index. */
export function keyOf(kind: string, name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return `${kind}${name}`;
  return `${kind}sha256-${createHash('sha256').update(name).digest('hex')}`;
}

/** The URL for fetching and for people, without tracking parameters. */
export function withoutTracking(written: string): string {
  const url = parseUrl(written);
  if (!url) return written;
  if (url.search !== '') url.search = untracked(url.search).join('&');
  return url.href;
}

function untracked(search: string): string[] {
  const pairs = search.slice(1).split('&');
  return pairs.filter((pair) => pair !== '' && !TRACKING.test(pair.split('=')[0] ?? ''));
}

/** The outlet's host without `www.`, `m.` and `amp.`; empty when it isn't a URL. */
export function domainOf(written: string): string {
  return outletHost(parseUrl(written)?.hostname ?? '');
}

/** The same for a host name. */
export function outletHost(hostname: string): string {
  return hostname.replace(/^(?:www\d?|m|amp)\.(?=.*\.)/, '');
}

function isLocal(hostname: string): boolean {
  return hostname.endsWith('.localhost');
}

/** What tells feeds apart: their addresses, and the keys that an edition gives them. */
import { parseUrl } from '../../../text/parse-url.ts';
import { withoutLinks } from '../../../text/without-links.ts';

/** Letters, digits and dashes; empty where there are none in `text`. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const dashed = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40);
  return dashed.replace(/^-+|-+$/g, '');
}

/** The stem, with a number where another feed has that key; `keys` learns it. */
export function freeKey(stem: string, keys: Set<string>): string {
  let key = stem;
  for (let n = 2; keys.has(key); n += 1) key = `${stem}-${n}`;
  keys.add(key);
  return key;
}

/** A feed's address, normalized; `feed:` addresses become http(s). Undefined for anything that isn't http(s). */
export function webAddress(written: string): string | undefined {
  const address = written
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'http://');
  const url = parseUrl(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

/** @param address an absolute address; throws TypeError otherwise. */
export function hasPassword(address: string): boolean {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

/** The text without the user and password of its address; also for addresses that can't be parsed. */
export function withoutPassword(address: string): string {
  return address.replace(/^(\s*[a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, '$1');
}

/** Two addresses of one feed: the scheme, a last `/`, a fragment and the sample server's port make no difference. */
export function sameUrl(written: string): string {
  const url = new URL(written);
  const host = url.hostname.endsWith('.localhost') ? url.hostname : url.host;
  return `${host}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

/** A feed's name as it is told with its stories: one line, without links and unseen characters. */
export function feedLabel(written: string): string {
  return withoutLinks(written.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

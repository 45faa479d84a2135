/**
 * Links of an answer: only those that the turn was given. A link is an order to a browser, and one with something in
 * its address that the turn was not given carries it away: that is how a page has a desk tell what it knows.
 *
 * Pictures are never shown by an address: what shows them fetches them without being asked.
 */
import { withLinks } from '../text/links.ts';
import type { Link } from '../text/links.ts';

/** What stands at the end of an address that is the sentence's. */
const TRAILING = /[.,;:!?)\]'*_。，、]+$/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/iu;

const LEFT_OUT = '(a link was left out)';

/** @param given everything that the turn was given to read. */
export function withKnownLinks(text: string, given: string): string {
  return withLinks(text, (link) => replacement(link, given));
}

/** @returns undefined where it stays. */
function replacement({ kind, words, url }: Link, given: string): string | undefined {
  const knows = isKnown(url, given);
  switch (kind) {
    case 'picture':
      return knows ? `${words} <${url}>`.trim() : words;
    case 'masked':
      return knows || !isLink(url) ? undefined : words;
    case 'reference':
      return knows ? undefined : '';
    case 'address': {
      const bare = url.replace(TRAILING, '');
      return knows || isKnown(bare, given) ? undefined : LEFT_OUT + url.slice(bare.length);
    }
  }
}

/** Given as it stands, or the beginning of one that was: nothing was added to it. */
function isKnown(url: string, given: string): boolean {
  const plain = url.replace(TRAILING, '').replace(/\/$/u, '');
  return SCHEME.test(plain) && given.includes(plain);
}

/** `[1](on Tuesday)` is none. */
function isLink(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/iu.test(url);
}

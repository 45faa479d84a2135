/**
 * Links of an answer: only those that the turn was given. A link is an order to a browser, and one with something in
 * its address that the turn was not given carries it away: that is how a page has a desk tell what it knows.
 *
 * Pictures are never shown by an address: what shows them fetches them without being asked.
 */
import { withLinksThroughout } from '../text/links.ts';
import type { Link } from '../text/links.ts';

/** What stands at the end of an address that is the sentence's. */
const TRAILING = /[.,;:!?)\]'*_。，、]+$/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/iu;

/** An invitation of Discord's, or an address of electronic mail. */
const WITHOUT_SCHEME = /^(?:discord(?:app)?\.[a-z]+\/|[^\s:/@]+@)[^\s:]+$/iu;

const LEFT_OUT = '(a link was left out)';

/** @param given everything that the turn was given to read. */
export function withKnownLinks(text: string, given: string): string {
  return withLinksThroughout(text, (link) => replacement(link, given));
}

/**
 * What is answered by rule quotes pages and repeats what it was asked: it carries nothing away, but its links are other
 * people's. Each stands beside its words, where everybody sees where it leads.
 */
export function withShownLinks(text: string): string {
  return withLinksThroughout(text, ({ kind, words, url }) => {
    if (kind !== 'masked' && kind !== 'picture') return undefined;
    return isLink(url) ? `${words} <${url}>`.trim() : kind === 'picture' ? words : undefined;
  });
}

/** @returns undefined where it stays. */
function replacement({ kind, words, url, source, runsOn }: Link, given: string): string | undefined {
  const knows = isKnown(url, given);
  switch (kind) {
    case 'picture':
      return knows ? `${words} <${url}>`.trim() : words;
    case 'masked': {
      if (!knows) return isLink(url) || source.includes('://') ? words : undefined;
      const plain = `[${words}](${url})`;
      // A second address in it, as its title, would be a link of its own where the first is none.
      return source.slice(words.length).split('://').length > 2 ? plain : undefined;
    }
    case 'reference':
      return knows && source.split('://').length === 2 ? undefined : '';
    case 'address': {
      const bare = url.replace(TRAILING, '');
      if (!knows && !isKnown(bare, given)) return LEFT_OUT + url.slice(bare.length);
      // What follows would be carried away with it.
      return runsOn && SCHEME.test(bare) ? `<${bare}>${url.slice(bare.length)}` : undefined;
    }
  }
}

/** Given as it stands, or the beginning of one that was: nothing was added to it. */
function isKnown(url: string, given: string): boolean {
  const plain = url.replace(TRAILING, '').replace(/\/$/u, '');
  if (!SCHEME.test(plain) && !WITHOUT_SCHEME.test(plain)) return false;
  for (let at = given.indexOf(plain); at >= 0; at = given.indexOf(plain, at + 1))
    if (!endsInsideHost(plain, given.slice(at + plain.length, at + plain.length + 2))) return true;
  return false;
}

/** `https://bank.co` of `https://bank.com`. */
function endsInsideHost(url: string, next: string): boolean {
  return /^[^:]+:\/\/[^/?#]+$/u.test(url) && /^(?:[a-z0-9-]|\.[a-z0-9])/iu.test(next);
}

/** `[1](on Tuesday)` is none. */
function isLink(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/iu.test(url);
}

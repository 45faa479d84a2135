/**
 * Removes links from an answer that the turn was not given. A followed link sends a request, and an address made up
 * by the model can carry data away in it: a malicious page may ask for that.
 *
 * Pictures are never shown by address, because programs fetch them without asking.
 */
import { withLinksThroughout } from '../text/links.ts';
import type { Link } from '../text/links.ts';

/** Characters at the end of an address that belong to the sentence. */
const TRAILING = /[.,;:!?)\]'*_。，、]+$/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/iu;

/** A Discord invitation, or an e-mail address. */
const WITHOUT_SCHEME = /^(?:discord(?:app)?\.[a-z]+\/|[^\s:/@]+@)[^\s:]+$/iu;

/**
 * @param given everything that the turn was given to read.
 * @param leftOut the remark in place of an address.
 */
export function withKnownLinks(text: string, given: string, leftOut: string): string {
  return withLinksThroughout(text, (link) => replacement(link, given, leftOut));
}

/**
 * For the desk model, which quotes pages and repeats questions: its answers can't carry data away, but the links
 * come from other people. Each address is shown beside its words, so that its target is visible.
 */
export function withShownLinks(text: string): string {
  return withLinksThroughout(text, ({ kind, words, url }) => {
    if (kind !== 'masked' && kind !== 'picture') return undefined;
    return isLink(url) ? `${words} <${url}>`.trim() : kind === 'picture' ? words : undefined;
  });
}

/** @returns undefined where the link stays. */
function replacement(
  { kind, words, url, source, runsOn }: Link,
  given: string,
  leftOut: string,
): string | undefined {
  const knows = isKnown(url, given);
  switch (kind) {
    case 'picture':
      return knows ? `${words} <${url}>`.trim() : words;
    case 'masked': {
      if (!knows) return isLink(url) || source.includes('://') ? words : undefined;
      const plain = `[${words}](${url})`;
      // A second address in it, such as its title, would become a link of its own.
      return source.slice(words.length).split('://').length > 2 ? plain : undefined;
    }
    case 'reference':
      return knows && source.split('://').length === 2 ? undefined : '';
    case 'address': {
      const bare = url.replace(TRAILING, '');
      if (!knows && !isKnown(bare, given)) return leftOut + url.slice(bare.length);
      // Text that follows directly would become part of the address.
      return runsOn && SCHEME.test(bare) ? `<${bare}>${url.slice(bare.length)}` : undefined;
    }
  }
}

/** Whether the address was given as it is, or as the beginning of a longer one: nothing was added to it. */
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

/** False for `[1](on Tuesday)`. */
function isLink(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/iu.test(url);
}

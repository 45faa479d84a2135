/**
 * Links of an answer: only those that the turn was given. A link is an order to a browser, and one with something in
 * its address that the turn was not given carries it away: that is how a page has a desk tell what it knows.
 *
 * Pictures are never shown by an address: what shows them fetches them without being asked.
 */
const IMAGE = /!\[([^\]\n]*)\]\(\s*<?([^)\s>]*)>?[^)\n]*\)/gu;
const LINK = /\[([^\]\n]*)\]\(\s*<?([^)\s>]*)>?[^)\n]*\)/gu;
const REFERENCE = /^\s*\[[^\]\n]+\]:\s*(\S+).*$/gmu;
/** Wherever it begins, in the middle of a word as well: what shows it makes a link of it. */
const BARE = /<?[a-z][a-z0-9+.-]*:\/\/[^\s<>"`）」』，。；]+>?/giu;
/** What stands at the end of an address that is the sentence's. */
const TRAILING = /[.,;:!?)\]'*_。，、]+$/u;

const LEFT_OUT = '(a link was left out)';

/** @param given everything that the turn was given to read. */
export function withKnownLinks(text: string, given: string): string {
  const knows = (url: string) => isKnown(url, given);
  return text
    .replace(IMAGE, (_, words: string, url: string) => (knows(url) ? `${words} <${url}>`.trim() : words))
    .replace(LINK, (all: string, words: string, url: string) => (!isLink(url) || knows(url) ? all : words))
    .replace(REFERENCE, (all: string, url: string) => (!isLink(url) || knows(url) ? all : ''))
    .replace(BARE, (found) => {
      const url = found.replace(/^<|>$/gu, '');
      const bare = url.replace(TRAILING, '');
      return knows(url) || knows(bare) ? found : LEFT_OUT + url.slice(bare.length);
    });
}

/** Given as it stands, or the beginning of one that was: nothing was added to it. */
function isKnown(url: string, given: string): boolean {
  const plain = url.replace(TRAILING, '').replace(/\/$/u, '');
  if (!given.includes(plain)) return false;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/iu.test(plain);
}

/** `[1](on Tuesday)` is none. */
function isLink(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/iu.test(url);
}

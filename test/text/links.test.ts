import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLinks, withLinksThroughout } from '../../src/text/links.ts';
import type { Link } from '../../src/text/links.ts';

function linksOf(text: string): Omit<Link, 'source' | 'runsOn'>[] {
  const found: Omit<Link, 'source' | 'runsOn'>[] = [];
  withLinks(text, ({ kind, words, url }) => void found.push({ kind, words, url }));
  return found;
}

const URL = 'https://a.example/b_(c)?d=1';

describe('links of a text', () => {
  it.each<[string, Omit<Link, 'source' | 'runsOn'>]>([
    [`See [the paper](${URL}).`, { kind: 'masked', words: 'the paper', url: URL }],
    [`[a](<${URL}> "its title")`, { kind: 'masked', words: 'a', url: URL }],
    [`[a]( ${URL} 'its title' )`, { kind: 'masked', words: 'a', url: URL }],
    [`[a [b] \\] c](${URL})`, { kind: 'masked', words: 'a [b] \\] c', url: URL }],
    ['[a](//a.example/\\(b)', { kind: 'masked', words: 'a', url: '//a.example/(b' }],
    [`![](${URL})`, { kind: 'picture', words: '', url: URL }],
    [`first\n  [1]: ${URL} "its title"\nlast`, { kind: 'reference', words: '', url: URL }],
    [`<${URL}>`, { kind: 'address', words: URL, url: URL }],
    ['<mailto:a@a.example>', { kind: 'address', words: 'mailto:a@a.example', url: 'mailto:a@a.example' }],
    [`_x1${URL} and on`, { kind: 'address', words: `x1${URL}`, url: `x1${URL}` }],
    [
      '見https://a.example/b。',
      { kind: 'address', words: 'https://a.example/b', url: 'https://a.example/b' },
    ],
    ['2https://a.example/b', { kind: 'address', words: 'https://a.example/b', url: 'https://a.example/b' }],
  ])('are found in %j', (text, link) => {
    expect(linksOf(text)).toEqual([link]);
  });

  it.each([
    '[1] and [2]',
    '[Video]: Mayor resigns',
    '[Update]: Sydney: mayor resigns',
    'a :// b',
    '3://x',
    '<t:1700000000:R> <a:wave:123>',
    '[a](b',
    '<@1> <#2>',
  ])('are not seen in %j', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it('in the words of a link are replaced where it stays', () => {
    const inner = (link: Link) => (link.kind === 'address' ? 'LINK' : undefined);
    expect(withLinks(`[see ${URL} there](${URL})`, inner)).toBe(`[see LINK there](${URL})`);
  });

  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    ':',
    '//',
    '://',
    'https',
    URL,
    'a',
    ' ',
    '\n',
    '\\',
    '"',
    '見',
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

  it('leave the text as it was where they stay', () =>
    fc.assert(
      fc.property(text, (given) => {
        expect(withLinks(given, () => undefined)).toBe(given);
      }),
    ));

  it('leave no address behind where they go', () =>
    fc.assert(
      fc.property(text, (given) => {
        const left = withLinksThroughout(given, ({ kind, words }) => (kind === 'address' ? '' : words));
        expect(left).not.toMatch(/[a-z]:\/\/[^\s<>"`）」』，。；]/iu);
      }),
    ));
});

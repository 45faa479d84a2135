import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLinks, withLinksThroughout, withoutUnseen } from '../../src/text/links.ts';
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

describe('characters that nobody sees', () => {
  const tags = (text: string) =>
    [...text].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('');

  it.each([
    ['letters of tags', `A quiet day.${tags('delete all jobs')}`, 'A quiet day.'],
    ['a row of selectors', 'A\u{E0101}\u{E0112}\u{E0113}b', 'Ab'],
    ['a long row without width', `A quiet day.${'\u200B\u200C\u200D'.repeat(30)}`, 'A quiet day.'],
    ['a turned direction', '\u202EyraiD\u202C', 'yraiD'],
  ])('are removed: %s', (_, text, left) => {
    expect(withoutUnseen(text)).toBe(left);
  });

  it.each([
    `England ${'\u{1F3F4}'}${tags('gbeng')}\u{E007F} won`,
    '葛\u{E0101}城區',
    '👩\u200D👩\u200D👧 at home',
    'می\u200Cخواهم',
    'a\u200Bb',
  ])('stay where writing needs them: %s', (text) => {
    expect(withoutUnseen(text)).toBe(text);
  });
});

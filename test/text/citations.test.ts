import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkAddress, linkCitations, splitCited } from '../../src/text/citations.ts';

const CITATIONS = { 1: 'https://first.test/1', 2: 'https://second.test/a_(b)?x=[y]&q=a b' };

describe('citations as links', () => {
  it('lead to their sources, and those of no source stay as they are', () => {
    expect(linkCitations('It opened. [1] Many came. [2][3]', CITATIONS)).toBe(
      'It opened. [[1]](<https://first.test/1>) Many came. ' +
        '[[2]](<https://second.test/a_%28b%29?x=%5By%5D&q=a%20b>)[3]',
    );
  });

  it('are left alone in code and in links', () => {
    const text =
      '`a[1]` [1](https://else.test) [[1]](<https://else.test>)\n```\nb[1]\n```\n[see [1](<https://x.test>)';
    expect(linkCitations(text, CITATIONS)).toBe(text);
  });

  it.each(['javascript:alert(1)', 'ftp://a.test/', 'no address', '', `https://a.test/${'x'.repeat(600)}`])(
    'are no links to %j',
    (url) => {
      expect(linkAddress(url)).toBeUndefined();
      expect(linkCitations('So. [1]', { 1: url })).toBe('So. [1]');
    },
  );

  it('hold any address inside their link', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'a',
            '/',
            '(',
            ')',
            '[',
            ']',
            '<',
            '>',
            ' ',
            '\n',
            '|',
            '`',
            '*',
            '\\',
            '"',
            '文',
            '%20',
            '\u202E',
          ),
        ),
        (parts) => {
          const linked = linkCitations('So. [1] On.', { 1: `https://a.test/${parts.join('')}` });
          expect(linked).toMatch(/^So\. \[\[1\]\]\(<https:\/\/a\.test\/[^\s<>()[\]|`*\\"\u202E]*>\) On\.$/u);
        },
      ),
    ));
});

describe('splitting a text with citations', () => {
  it('keeps them as they are', () => expect(splitCited('One. [1]', 100, CITATIONS)).toEqual(['One. [1]']));

  it('leaves room for their links, and cuts inside none', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Words and more words. ', '字', '。', '[1]', '[2]', '[3]', '\n\n', '`c`'), {
          maxLength: 200,
        }),
        fc.integer({ min: 120, max: 400 }),
        (parts, limit) => {
          const text = parts.join('');
          const pieces = splitCited(text, limit, CITATIONS);
          for (const piece of pieces)
            expect(linkCitations(piece, CITATIONS).length).toBeLessThanOrEqual(limit);
          expect(pieces.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
        },
      ),
    ));
});

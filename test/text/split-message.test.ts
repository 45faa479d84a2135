import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMessage } from '../../src/text/split-message.ts';

describe('splitting a message', () => {
  it('leaves a short one whole', () => expect(splitMessage(' Hello. ', 100)).toEqual(['Hello.']));
  it('has no pieces for white space', () => expect(splitMessage(' \n ', 100)).toEqual([]));
  it('refuses a limit without room for a code fence', () =>
    expect(() => splitMessage('a', 8)).toThrow(RangeError));

  it('cuts at paragraphs first, then sentences, then spaces', () => {
    expect(splitMessage('One two three.\n\nFour five six.', 20)).toEqual([
      'One two three.',
      'Four five six.',
    ]);
    expect(splitMessage('One two three. Four five six.', 20)).toEqual(['One two three.', 'Four five six.']);
    expect(splitMessage('alpha bravo charlie delta', 18)).toEqual(['alpha bravo', 'charlie delta']);
  });

  it('closes a code block and opens it again', () => {
    const pieces = splitMessage('Look:\n```ts\nconst a = 1;\nconst b = 2;\nconst c = 3;\n```\nDone.', 40);
    for (const piece of pieces) expect((piece.match(/```/g) ?? []).length % 2).toBe(0);
    expect(pieces[1]).toMatch(/^```ts\n/);
    expect(pieces.join('\n').match(/const \w = \d;/g)).toHaveLength(3);
  });

  it('cuts no link, URL or grapheme', () => {
    const link = '[the report](https://example.com/a/b)';
    expect(
      splitMessage(`some words before ${link} and after`, 45).some((piece) => piece.includes(link)),
    ).toBe(true);
    for (const piece of splitMessage('👨‍👩‍👧‍👦'.repeat(10), 30)) expect(piece.length % 11).toBe(0);
  });

  const word = fc.constantFrom(
    'word',
    'a',
    '新聞。',
    '👩‍🚀',
    'https://example.com/x',
    '**bold**',
    'End.',
    '[a b](https://e.com)',
    'é',
    '`code x`',
  );
  const prose = fc
    .array(fc.tuple(word, fc.constantFrom(' ', '\n', '\n\n')))
    .map((all) => all.flat().join(''));
  const code = fc
    .array(fc.constantFrom('let a;', '', '  b();', 'x'.repeat(70)))
    .map((lines) => `\`\`\`js\n${lines.join('\n')}\n\`\`\``);

  it('keeps every piece within the limit and loses nothing but white space', () =>
    fc.assert(
      fc.property(prose, fc.integer({ min: 24, max: 120 }), (text, limit) => {
        const pieces = splitMessage(text, limit);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(limit);
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const piece of pieces) expect(piece).not.toMatch(/\p{Cs}/u);
      }),
    ));

  it('keeps every code block closed, whatever stands around it', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(prose, code)), fc.integer({ min: 24, max: 120 }), (parts, limit) => {
        const text = parts.join('\n\n');
        const bare = (all: string) => all.replace(/```(?:js)?/g, '').replace(/\s/g, '');
        const pieces = splitMessage(text, limit);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(limit);
          expect((piece.match(/^```/gm) ?? []).length % 2).toBe(0);
        }
        expect(bare(pieces.join('\n'))).toBe(bare(text));
      }),
    ));
});

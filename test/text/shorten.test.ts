import { describe, expect, it } from 'vitest';
import { shorten, shortenAtWord } from '../../src/text/shorten.ts';

describe('a shortened text', () => {
  it.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two, three', 10, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['x'.repeat(20), 10, `${'x'.repeat(9)}…`],
    ['海底隧道水管爆裂封閉五小時', 8, '海底隧道水管爆…'],
  ])('ends at a word where there is one: %s in %d', (text, most, short) => {
    expect(shortenAtWord(text, most)).toBe(short);
  });

  it('never has half a character', () => {
    for (let most = 3; most < 30; most++) {
      for (const short of [shorten, shortenAtWord]) {
        const text = short('👩‍👩‍👧‍👦👍🏽é'.repeat(4), most);
        expect(text.length).toBeLessThanOrEqual(most);
        expect(text.replaceAll(/👩‍👩‍👧‍👦|👍🏽|é/gu, '')).toBe('…');
      }
    }
  });
});

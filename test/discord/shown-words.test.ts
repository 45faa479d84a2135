import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/channels/discord/message-words.ts';
import { plainWords, shownWords } from '../../src/channels/discord/shown-words.ts';

const said = (content: string) => ({ type: 10, content });
const card = {
  content: '',
  components: [
    said('<@&123>'),
    {
      type: 17,
      components: [
        said('### A bridge opens\n-# UK News'),
        { type: 12, items: [] },
        said('It opened. [[1]](<https://first.test/a_%28b%29>)'),
        { type: 14 },
        said('**Sources** [1 Outlet](<https://first.test/1>)\n-# Posted <t:1790000000:f>'),
        { type: 1, components: [{ type: 2, label: 'Hold', custom_id: 'x' }] },
      ],
    },
  ],
};

describe('the words of a message', () => {
  it('are its text, or those of its components wherever they stand', () => {
    expect(shownWords({ content: 'hello', components: [said('x')] })).toBe('hello');
    expect(shownWords(card).split('\n')).toHaveLength(6);
    expect(shownWords({ content: '' })).toBe('');
  });

  it('are read without the signs of links, headings and moments', () => {
    expect(plainWords(card)).toBe(
      '<@&123>\nA bridge opens\nUK News\nIt opened. [1]\n**Sources** 1 Outlet\nPosted 2026-09-21 14:13 UTC',
    );
  });

  it('are those of a card where a message of the desk is read, and left as they are where a person wrote', () => {
    const asRead = (message: { content: string; components?: unknown }) =>
      wordsOf(
        {
          mentions: { users: new Map(), roles: new Map() },
          client: { channels: { cache: new Map() } },
          ...message,
        } as never,
        '1',
      );
    expect(asRead(card)).toContain('It opened. [1]');
    expect(asRead({ content: '# see [it](https://x.test)' })).toBe('# see [it](https://x.test)');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../src/text/sentences.ts';

const split = (text: string) => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it('does not end at titles, initials, decimals and abbreviations', () => {
    expect(
      split('Mr. Smith paid £3.4m. The U.S. Senate voted at 3 p.m. Monday. J. K. Lee lives at No. 10.'),
    ).toEqual([
      'Mr. Smith paid £3.4m.',
      'The U.S. Senate voted at 3 p.m. Monday.',
      'J. K. Lee lives at No. 10.',
    ]);
  });

  it('ends after an abbreviation when a usual first word follows', () => {
    expect(split('It opened at 9 a.m. The queue was long.')).toEqual([
      'It opened at 9 a.m.',
      'The queue was long.',
    ]);
  });

  it('keeps a quotation of several sentences whole', () => {
    expect(split('“We waited. Nobody came,” Ann Lee said. Then it rained.')).toEqual([
      '“We waited. Nobody came,” Ann Lee said.',
      'Then it rained.',
    ]);
  });

  it('keeps speech and speaker together', () => {
    expect(split('“Stop!” Ann Lee said. She left.')).toEqual(['“Stop!” Ann Lee said.', 'She left.']);
    expect(split('「不行！」她說。然後離開。')).toEqual(['「不行！」她說。', '然後離開。']);
  });

  it('splits Chinese at full stops, with closing quotes and brackets', () => {
    expect(split('他說：「很好。我去。」結果如何？沒有人知道（至今如此）。完')).toEqual([
      '他說：「很好。我去。」',
      '結果如何？',
      '沒有人知道（至今如此）。',
      '完',
    ]);
  });

  it('ends a sentence at every line break', () => {
    expect(split('A headline\nA sentence.')).toEqual(['A headline', 'A sentence.']);
  });

  it('leaves out nothing but white space, whatever the text', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'A',
            'b.',
            ' ',
            '\n',
            '“',
            '”',
            '「',
            '」',
            '。',
            '"',
            'Mr.',
            '3.4',
            '?',
            '說',
            '…',
          ),
        ),
        (parts) => {
          const text = parts.join('');
          let at = 0;
          for (const { text: sentence, start, end } of sentences(text)) {
            expect(text.slice(at, start).trim()).toBe('');
            expect(text.slice(start, end)).toBe(sentence);
            at = end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
    ));
});

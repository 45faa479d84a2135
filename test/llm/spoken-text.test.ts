import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpokenText } from '../../src/llm/spoken-text.ts';

/** What is passed on of a text that arrives in these pieces, which is also what is kept. */
const heard = (pieces: readonly string[]) => {
  const spoken = new SpokenText();
  const passedOn = pieces.map((piece) => spoken.read(piece)).join('');
  const { text } = spoken;
  expect(passedOn + spoken.end()).toBe(text);
  return text;
};

/** A text, cut anywhere. */
const cut = (text: string, cuts: readonly number[]) => {
  const places = [...new Set(cuts.map((at) => at % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((at, n) => text.slice(at, places[n] ?? text.length));
};
const cuts = fc.array(fc.nat(200), { maxLength: 12 });
const ordinary = fc
  .string({ minLength: 1 })
  .filter((text) => !/^\s*(?:[<[]|$)/.test(text) && !text.includes('</think'));

describe('what a model says, of which', () => {
  it('thoughts at the beginning are left out, however they are cut to pieces', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('<think>', '<thinking>', '<Thinking>', '<thought>', '<reasoning>', '[THINK]'),
        ordinary,
        fc.constantFrom('', 'Nightdesk: '),
        ordinary,
        cuts,
        (tag, thought, label, text, places) => {
          const answer = text.trimStart();
          const closing = `${tag[0]!}/${tag.slice(1)}`;
          expect(heard(cut(`\n${tag}${thought}${closing}\n\n${label}${answer}`, places))).toBe(answer);
        },
      ),
    ));

  it.each(['Nightdesk: ', 'Assistant:\n\n', '**Nightdesk:** ', '**Assistant**: ', 'Nightdesk：'])(
    'the label “%s” is left out, however it is cut to pieces',
    (label) =>
      fc.assert(
        fc.property(cuts, (places) => {
          const answer = '**No ferry** sails today.';
          expect(heard(cut(`${label}${answer}`, places))).toBe(answer);
        }),
      ),
  );

  it('what is neither stays as it is', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          ordinary,
          fc.constantFrom(
            '<thin',
            '<',
            ' <b>bold</b>',
            '',
            '[1] says so.',
            'Assistant',
            '**Nightdesk',
            'Nightdesk posts at nine: daily.',
            '**Nightdesk: at nine.**',
            'Assistants: two.',
            '**Ferries**: none.',
          ),
        ),
        cuts,
        (text, places) => {
          expect(heard(cut(text, places))).toBe(text);
        },
      ),
    ));
});

/** Answers about doubted sentences as language models write them: what is meant is published, and nothing else. */
import { describe, expect, it } from 'vitest';
import { readOutput } from '../../../src/agent/output.ts';
import { applyMends } from '../../../src/newsroom/verify/apply-mends.ts';
import { checkerOutput } from '../../../src/newsroom/verify/checker-reply.ts';
import { mendOutput, mendReplySchema } from '../../../src/newsroom/verify/mend-reply.ts';

const FIRST = 'The library reopened on Thursday [1].';
const OLD = 'The mayor gave £7,800 for fire doors [1].';
const NEW = 'A further £6,200 was for fire doors [1].';

/** The body, of which sentence 2 was doubted, after this answer. */
function mended(answer: string, old = OLD): string {
  const read = readOutput(answer, mendOutput);
  if (!read.ok) throw new Error(read.error);
  const reply = mendReplySchema.parse(read.value);
  return applyMends({ title: 'Library reopens', body: `${FIRST} ${old}` }, reply, [2], new Map()).body;
}
const withText = (text: string) => JSON.stringify({ sentences: [{ i: 2, text }] });

describe('a reporter’s answer', () => {
  it.each([
    ['as it is asked for', withText(NEW)],
    ['in a fence', `Here you go:\n\`\`\`json\n${withText(NEW)}\n\`\`\``],
    ['as the list alone', JSON.stringify([{ i: '2', text: NEW }])],
    ['as one entry alone', JSON.stringify({ i: 'Sentence 2', text: NEW, keep: null })],
    ['by numbers', JSON.stringify({ sentences: { '2': { text: NEW } } })],
    ['as texts by numbers', JSON.stringify({ '2': NEW })],
    [
      'with a passage for the new text',
      JSON.stringify([{ i: 2, text: NEW, keep: ['£6,200 for fire doors'] }]),
    ],
    ['with no to keeping it', JSON.stringify([{ i: 2, text: NEW, keep: false }])],
    [
      'beside an entry that can’t be read',
      JSON.stringify([
        { i: 'last', text: '' },
        { i: 2, text: NEW },
      ]),
    ],
  ])('is read %s', (_, answer) => {
    expect(mended(answer)).toBe(`${FIRST} ${NEW}`);
  });

  it.each([
    `Here is the revised sentence: ${NEW}`,
    `**Revised sentence:** ${NEW}`,
    `Corrected: ${NEW}`,
    `**${NEW}**`,
    `“${NEW}”`,
    `- ${NEW}`,
    `2. ${NEW}`,
    `[2] ${NEW}`,
    `${NEW}\n`,
  ])('is published without what stands around the sentence: %j', (text) => {
    expect(mended(withText(text))).toBe(`${FIRST} ${NEW}`);
  });

  it.each([
    '[removed]',
    'Removed.',
    'Remove this sentence.',
    '(sentence deleted)',
    'N/A',
    '（已刪除）',
    'The sources do not mention a gift of the mayor. [1]',
    'No passage supports this.',
    '來源未有提及市長捐款。',
  ])('takes a sentence out that it says is out: %s', (text) => {
    expect(mended(withText(text))).toBe(FIRST);
  });

  it.each([
    'The statue was removed from the hall on Friday [1].',
    'No source of water was found within 3 km of the hall [1].',
    'Corrected figures put the cost at £6,200 [1].',
    '2.3 million people visited the hall [1].',
    '2:30 is when the hall shuts [1].',
    'Not found by the divers until Monday, the boat was raised [1].',
  ])('is text all the same: %s', (text) => {
    expect(mended(withText(text))).toBe(`${FIRST} ${text}`);
  });

  it('keeps the marks of a line that had some, and the quotation marks of a quotation', () => {
    expect(mended(withText('**Fire doors**'), '\n\n**Fire door**\n\nThey shut.')).toContain('**Fire doors**');
    expect(mended(withText('“It cost £6,200.” [1]'), '“It cost £7,800.” [1]')).toContain(
      '“It cost £6,200.” [1]',
    );
  });

  it('in another language changes nothing', () => {
    expect(mended(withText('另有6,200英鎊用於防火門。[1]'))).toBe(`${FIRST} ${OLD}`);
  });
});

describe('a checker’s answer', () => {
  const SUPPORTED = { i: 1, verdict: 'supported', passages: [] };
  it.each([
    ['the list alone', [SUPPORTED]],
    ['one entry alone', { ...SUPPORTED, verdict: 'Supported' }],
    ['verdicts by numbers', { '1': 'supported' }],
    ['beside an entry that can’t be read', { sentences: [SUPPORTED, { i: 2, verdict: 'plausible' }] }],
  ])('is read as %s', (_, answer) => {
    expect(readOutput(JSON.stringify(answer), checkerOutput)).toEqual({
      ok: true,
      value: { sentences: [SUPPORTED] },
    });
  });
});

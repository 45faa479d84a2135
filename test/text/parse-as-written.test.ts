import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAsWritten } from '../../src/text/parse-as-written.ts';

const schema = z.strictObject({
  i: z.int(),
  share: z.number().optional(),
  verdict: z.enum(['supported', 'not_found']).optional(),
  quiet: z.boolean().optional(),
  until: z.string().min(1).optional(),
  note: z.string().nullish(),
  ids: z.array(z.int()).optional(),
  picks: z.array(z.object({ i: z.int(), why: z.string().default('') })).optional(),
});
const read = (given: unknown) => parseAsWritten(schema, given);

describe('what a model filled in', () => {
  it.each<[string, object, object]>([
    ['a number as text', { i: '3', share: '0.93' }, { i: 3, share: 0.93 }],
    ['an id with its mark', { i: '#12', ids: ['[4]', '5'] }, { i: 12, ids: [4, 5] }],
    ['a number with its label', { i: 'Sentence 3', ids: ['Story-4', '5.'] }, { i: 3, ids: [4, 5] }],
    ['true and false as text', { i: 1, quiet: 'False' }, { i: 1, quiet: false }],
    ['a word in other letters', { i: 1, verdict: 'Not found' }, { i: 1, verdict: 'not_found' }],
    ['null and nothing', { i: 1, until: '', share: null, note: null }, { i: 1, note: null }],
    ['one value for a list', { i: 1, ids: '7' }, { i: 1, ids: [7] }],
    ['one object for a list', { i: 1, picks: { i: '2' } }, { i: 1, picks: [{ i: 2, why: '' }] }],
    [
      'a list as JSON text',
      { i: 1, picks: '[{"i": "2", "why": null}]' },
      { i: 1, picks: [{ i: 2, why: '' }] },
    ],
    [
      'a list of lines for a text',
      { i: 1, note: ['31 to 12', '214,000'] },
      { i: 1, note: '31 to 12\n214,000' },
    ],
  ])('is read in the form that was meant: %s', (_, given, meant) => {
    expect(read(given)).toMatchObject({ success: true, data: meant });
  });

  it.each<[string, object]>([
    ['several numbers', { i: '1, 2' }],
    ['a number of something', { i: '3 hours' }],
    ['a day', { i: '2026-12-01' }],
    ['a broken number', { i: 1.5 }],
    ['a number for words', { i: 1, note: 5 }],
    ['another word', { i: 1, verdict: 'true' }],
    ['a yes', { i: 1, quiet: 'yes' }],
    ['an unknown field', { i: 1, id: 2 }],
    ['nothing where something is needed', { i: '' }],
    ['a text that is no JSON', { i: 1, picks: '[one]' }],
  ])('is refused where it is not plain: %s', (_, given) => {
    expect(read(given).success).toBe(false);
  });

  it('says what was wrong with the value as it was written', () => {
    const { error } = read({ i: '3', quiet: 'yes' });
    expect(error?.issues.map(({ path, input }) => [path[0], input])).toEqual([
      ['i', '3'],
      ['quiet', 'yes'],
    ]);
  });
});

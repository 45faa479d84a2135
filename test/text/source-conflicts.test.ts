import { describe, expect, it } from 'vitest';
import { sentences } from '../../src/text/sentences.ts';
import { sourceConflicts } from '../../src/text/source-conflicts.ts';

/** The values of each conflict between texts, of which each is a source. */
function conflictsBetween(...texts: string[]): string[][] {
  const told = texts.flatMap((text, at) =>
    sentences(text).map((sentence) => ({ source: { n: at + 1 }, text: sentence.text, quotable: true })),
  );
  return sourceConflicts(told).map(({ a, b }) => [a.value, b.value]);
}

describe('two sources that differ', () => {
  it.each([
    [
      'on who was hurt',
      'A fire in Mong Kok injured 12 people early on Sunday, the fire services said.',
      'Fourteen people were hurt when a fire broke out in a Mong Kok tenement on Sunday.',
      ['12', 'Fourteen'],
    ],
    [
      'on who was hurt, in two languages',
      'A fire in Mong Kok injured 12 people early on Sunday, the fire services said.',
      '旺角唐樓星期日凌晨起火，消防指事故造成14人受傷，其中三人危殆。',
      ['12', '14'],
    ],
    [
      'on the dead by one',
      '消防處表示，大火釀成四十七人死亡。',
      'Officials said on Friday that 48 people had died in the fire.',
      ['四十七', '48'],
    ],
    [
      'on the dead and the hurt, each',
      '台鐵列車出軌，釀成4死12傷，傷者送院。',
      '台鐵列車出軌，造成6人死亡，17人受傷。',
      ['4', '6'],
    ],
    [
      'on a month',
      'The maritime museum will reopen in May after repairs to its roof.',
      'The maritime museum is to reopen in July, the council said.',
      ['May', 'July'],
    ],
    [
      'on a month, in two languages',
      'The maritime museum will reopen in May, the council said.',
      '海事博物館將於七月重開，區議會表示。',
      ['May', '七月'],
    ],
    [
      'on money',
      'The council will spend £4.2 million on repairs to the harbour wall.',
      'Repairs to the harbour wall will cost the council £5.6 million.',
      ['£4.2 million', '£5.6 million'],
    ],
  ])('%s are noticed', (_, one, other, values) => {
    expect(conflictsBetween(one, other).map((pair) => pair.map((value) => value.trim()))).toContainEqual(
      values,
    );
  });

  it('are noticed once for a value that a source repeats', () => {
    const one = 'The fire injured 12 people. All 12 people injured were taken to hospital.';
    expect(conflictsBetween(one, 'The fire injured 14 people.')).toEqual([['12', '14']]);
  });
});

describe('two sources that agree', () => {
  it.each([
    ['what one rounds', 'The march drew about 3,000 people.', 'The march drew 3,140 people, police said.'],
    ['what one bounds', '逾三千人參加遊行。', '約3,500人參加遊行，警方指。'],
    [
      'an earlier count that a source tells too',
      'Twelve people were injured, up from nine in the morning.',
      'Nine people were injured, firefighters said in the morning.',
    ],
    [
      'other outcomes',
      'The crash killed 12 people and injured 31.',
      'The crash left 31 people injured and 12 dead.',
    ],
    [
      'a part of the whole',
      'The fire injured 12 people, police said.',
      'Seven of the injured are still in hospital.',
    ],
    [
      'another step',
      'Lam was arrested in May over the loans, and charged in July.',
      'The trial of Lam over the loans will begin in September.',
    ],
    ['the same month otherwise written', '新線將於2027年7月通車。', 'The new line opens in July 2027.'],
    [
      'another fund',
      'The fund for schools rose by £4 million.',
      'The levy on hotels brings £6 million a year.',
    ],
    ['vehicles and people', 'The blast damaged 22 cars.', 'The blast injured 30 people.'],
  ])('on %s', (_, one, other) => {
    expect(conflictsBetween(one, other)).toEqual([]);
  });
});

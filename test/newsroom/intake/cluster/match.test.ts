import { describe, expect, it } from 'vitest';
import { claimsOf, contradict } from '../../../../src/newsroom/intake/cluster/claims.ts';
import { matchProbability, type Measures } from '../../../../src/newsroom/intake/cluster/match.ts';

const LATE: Measures = {
  isCjk: false,
  cosine: 0.35,
  cover: 0.45,
  linkWords: 9,
  eventWords: 9,
  volume: 800,
  counted: 3_000,
  ageHours: 24,
  gapHours: 1,
  eventLinks: 2,
  namesDiffer: false,
  numbersDiffer: false,
  contradicts: false,
};

describe('matchProbability', () => {
  it('keeps an event that many tell open for longer', () => {
    const told = [6, 12, 40, 120].map((eventLinks) => matchProbability({ ...LATE, eventLinks }));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(matchProbability(LATE));
    expect(told.at(-1)).toBeLessThan(matchProbability({ ...LATE, ageHours: 0 }));
  });

  it('weighs the hours of an event of a few links alike', () => {
    for (const eventLinks of [1, 3, 5])
      expect(matchProbability({ ...LATE, eventLinks })).toBe(matchProbability(LATE));
  });
});

describe('contradict', () => {
  it('counts no dead by the number of a name', () => {
    const counted = claimsOf('US COVID-19 deaths exceed 250,000');
    expect(counted.dead).toBeUndefined();
    expect(contradict(counted, claimsOf('US passes 250,000 deaths from coronavirus'))).toBe(false);
    expect(contradict(claimsOf('Ferry sinks: 19 dead'), claimsOf('Ferry sinks, 250 killed'))).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrangeSections,
  type Proposal,
  type Rated,
} from '../../../src/newsletter/steps/arrange-sections.ts';

const WORDS = { other: 'Other', and: ' & ' };
const stories = (n: number): Rated[] =>
  Array.from({ length: n }, (_, at) => ({ urls: [`https://paper.test/${at}`], score: 100 - at }));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('sections', () => {
  it('have three to seven stories, the best first; the section with the best story comes first', () => {
    const proposals = [
      { name: 'Second', stories: [5, 3, 4] },
      { name: 'First', stories: range(6, 14).concat(0) },
    ];
    const arranged = arrangeSections(proposals, stories(15), WORDS);
    expect(arranged.slice(0, 2)).toEqual([
      { name: 'First', stories: [0, 6, 7, 8, 9, 10, 11] },
      { name: 'Second', stories: [3, 4, 5] },
    ]);
  });

  it('put what is too small with its kin, else under Other, which comes last', () => {
    const proposals: Proposal[] = [
      { name: 'Crypto', kin: 'finance', stories: [0, 1] },
      { name: 'Sport', stories: [2] },
      { name: 'Gold', kin: 'finance', stories: [3] },
      { name: 'City', stories: [4, 5, 6] },
    ];
    expect(arrangeSections(proposals, stories(8), WORDS)).toEqual([
      { name: 'Crypto & Gold', stories: [0, 1, 3] },
      { name: 'City', stories: [4, 5, 6] },
      { name: 'Other', stories: [2, 7] },
    ]);
  });

  it('put two and two together where Other would overflow', () => {
    const proposals = [0, 1, 2, 3].map((n) => ({ name: `P${n}`, stories: [2 * n, 2 * n + 1] }));
    expect(arrangeSections(proposals, stories(8), WORDS)).toEqual([
      { name: 'P0 & P1', stories: [0, 1, 2, 3] },
      { name: 'Other', stories: [4, 5, 6, 7] },
    ]);
  });

  it('clean names: one section a name, whatever its case; "Other" in any form is nobody’s proposal', () => {
    const proposals = [
      { name: '## Politics:', stories: [0, 1] },
      { name: 'politics', stories: [2] },
      { name: '其他', stories: [3, 4, 5] },
      { name: 'Miscellaneous', stories: [6] },
      { name: ' ', stories: [7] },
    ];
    expect(arrangeSections(proposals, stories(8), WORDS)).toEqual([
      { name: 'Politics', stories: [0, 1, 2] },
      { name: 'Other', stories: [3, 4, 5, 6, 7] },
    ]);
  });

  it('are one, of what there is, where there is little', () => {
    expect(arrangeSections([], stories(2), WORDS)).toEqual([{ name: 'Other', stories: [0, 1] }]);
    expect(arrangeSections([], [], WORDS)).toEqual([]);
  });

  it('hold each story once, best first, in bounds, whatever is proposed', () => {
    const proposal = fc.record({
      name: fc.oneof(fc.constantFrom('A', 'a', 'B', 'Other', ''), fc.string({ maxLength: 80 })),
      kin: fc.constantFrom(undefined, 'k'),
      stories: fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 20 }),
    });
    const rated = fc.record({
      urls: fc.array(
        fc.constantFrom('u1', 'u2', 'u3', 'u4').map((u) => `https://p.test/${u}`),
        { minLength: 1, maxLength: 2 },
      ),
      score: fc.double({ min: -5, max: 5, noNaN: true }),
    });
    const many = fc.integer({ min: 0, max: 60 }).map(stories);
    const either = fc.oneof(many, fc.array(rated, { maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 30 }), either, (proposals, all) => {
        const known = proposals.map((one) => ({
          ...one,
          stories: one.stories.filter((at) => at < all.length),
        }));
        const arranged = arrangeSections(known, all, WORDS);
        const placed = arranged.flatMap((section) => section.stories);
        expect(new Set(placed).size).toBe(placed.length);
        expect(arranged.length).toBeLessThanOrEqual(15);
        expect(new Set(arranged.map(({ name }) => name.toLowerCase())).size).toBe(arranged.length);
        arranged.forEach(({ name, stories: its }, at) => {
          expect(its.length).toBeLessThanOrEqual(7);
          const isOther = at === arranged.length - 1 && name === 'Other';
          expect(its.length).toBeGreaterThanOrEqual(isOther ? 1 : 3);
          const scores = its.map((story) => all[story]!.score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        });
        expect(placed.length > 0).toBe(all.length > 0);
      }),
    );
  });
});

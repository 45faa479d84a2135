import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strengths, zScores } from '../../../src/newsletter/rate/bradley-terry.ts';
import type { Comparison } from '../../../src/newsletter/rate/bradley-terry.ts';
import { swissPairs, tournament } from '../../../src/newsletter/rate/tournament.ts';

const comparisons = (articles: number) =>
  fc.array(
    fc
      .tuple(
        fc.nat(articles - 1),
        fc.nat(articles - 1),
        fc.constantFrom<Comparison['preferred']>('a', 'b', 'tie'),
      )
      .filter(([a, b]) => a !== b)
      .map(([a, b, preferred]) => ({ a, b, preferred })),
    { maxLength: 80 },
  );

/** Kendall's tau of an order against 0, 1, 2, …: 1 when equal, about 0 by chance. */
function tau(order: readonly number[]): number {
  let agree = 0;
  for (const [at, one] of order.entries())
    for (const other of order.slice(at + 1)) agree += one < other ? 1 : -1;
  return agree / ((order.length * (order.length - 1)) / 2);
}

/** A generator of chance that a test gives: the same numbers for the same seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ranked = (values: readonly number[]) =>
  values.map((_, at) => at).sort((a, b) => values[b]! - values[a]! || a - b);

describe('strengths', () => {
  it('are finite whatever was preferred, also for who won or lost everything', () =>
    fc.assert(
      fc.property(comparisons(9), (met) => {
        for (const strength of strengths(9, met)) expect(Number.isFinite(strength)).toBe(true);
      }),
    ));

  it('put who won everything above who lost everything, and who met nobody in the middle', () => {
    const [best, worst, unmet] = strengths(3, [
      { a: 0, b: 1, preferred: 'a' },
      { a: 1, b: 0, preferred: 'b' },
    ]);
    expect(best).toBeGreaterThan(0);
    expect(unmet).toBeCloseTo(0, 6);
    expect(worst).toBeCloseTo(-best!, 4);
  });

  it('fit the model: what each is expected to have won is what it won, the draws with the phantom included', () =>
    fc.assert(
      fc.property(comparisons(6), (met) => {
        const fitted = strengths(6, met).map(Math.exp);
        for (const [at, own] of fitted.entries()) {
          const own_ = met.filter(({ a, b }) => a === at || b === at);
          const won = own_.map(({ a, preferred }) =>
            preferred === 'tie' ? 0.5 : (preferred === 'a') === (a === at) ? 1 : 0,
          );
          const expected = own_.map(({ a, b }) => own / (own + fitted[a === at ? b : a]!));
          const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
          expect(sum(expected) + own / (own + 1)).toBeCloseTo(sum(won) + 0.5, 4);
        }
      }),
    ));

  it('do not depend on the order in which was compared, nor on where the search begins', () =>
    fc.assert(
      fc.property(comparisons(6), (met) => {
        const back = strengths(6, met.toReversed());
        const guessed = strengths(6, met, strengths(6, met.slice(0, met.length / 2)));
        for (const [at, one] of strengths(6, met).entries()) {
          expect(back[at]).toBeCloseTo(one, 4);
          expect(guessed[at]).toBeCloseTo(one, 4);
        }
      }),
    ));
});

describe('z-scores', () => {
  it('have mean 0 and deviation 1; equal values have 0', () => {
    const scores = zScores([1, 2, 3, 6]);
    expect(scores.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9);
    expect(scores.reduce((sum, one) => sum + one ** 2, 0) / 4).toBeCloseTo(1, 9);
    expect(zScores([4, 4, 4])).toEqual([0, 0, 0]);
    expect(zScores([])).toEqual([]);
  });
});

describe('a tournament', () => {
  it('pairs each at most once in a round, and nobody with whom it met already', () =>
    fc.assert(
      fc.property(comparisons(8), (met) => {
        const pairs = swissPairs([3, 1, 4, 0, 5, 2, 6, 7], met);
        expect(new Set(pairs.flat()).size).toBe(pairs.length * 2);
        for (const [a, b] of pairs)
          expect(met.some((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a))).toBe(false);
      }),
    ));

  it('finds a true order again, from whatever order it begins with', () =>
    fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 }), async (given) => {
        const { strengths: fitted } = await tournament(30, 10_000, async (pairs) =>
          pairs.map(([a, b]) => (given[a]! < given[b]! ? 'a' : 'b')),
        );
        // By chance it is 0, give or take 0.13.
        expect(tau(ranked(fitted).map((at) => given[at]!))).toBeGreaterThan(0.6);
      }),
      { numRuns: 60 },
    ));

  it('finds most of it again from answers of which a fifth are wrong', async () => {
    const found: number[] = [];
    for (let seed = 1; seed <= 60; seed++) {
      const next = chance(seed * 7_919);
      const given = [...Array(30).keys()].map((n) => ({ n, by: next() })).sort((a, b) => a.by - b.by);
      const { strengths: fitted } = await tournament(30, 10_000, async (pairs) =>
        pairs.map(([a, b]) => (given[a]!.n < given[b]!.n === next() >= 0.2 ? 'a' : 'b')),
      );
      found.push(tau(ranked(fitted).map((at) => given[at]!.n)));
    }
    expect(found.reduce((sum, one) => sum + one, 0) / found.length).toBeGreaterThan(0.5);
    // Of orders by chance one in forty is so good.
    expect(found.filter((one) => one < 0.26).length).toBeLessThan(4);
  });

  it('asks for no more than eight rounds, nor for more comparisons than allowed, nor twice for a pair', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(40), fc.nat(100), fc.integer({ min: 1 }), async (entrants, most, seed) => {
        const next = chance(seed);
        const asked: string[] = [];
        const { comparisons: met, rounds } = await tournament(entrants, most, async (pairs) => {
          asked.push(...pairs.map((pair) => [...pair].sort((a, b) => a - b).join(' ')));
          return pairs.map(() => (next() < 0.5 ? 'a' : 'b'));
        });
        expect(rounds).toBeLessThanOrEqual(8);
        expect(met.length).toBeLessThanOrEqual(most);
        expect(met).toHaveLength(asked.length);
        expect(new Set(asked).size).toBe(asked.length);
      }),
    ));

  it('stops when the ranks have settled', async () => {
    const { rounds } = await tournament(20, 10_000, async (pairs) => pairs.map(() => 'tie'));
    expect(rounds).toBe(3);
  });
});

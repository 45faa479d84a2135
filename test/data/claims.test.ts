/** On the stories of `../shared/data/claims-dev`, where they stand beside the repository. Figures and times, by the rules alone. */
import { describe, expect, it } from 'vitest';
import { claimsData, scorePair, scoreStory } from '../newsroom/verify/claims-score.ts';

const data = claimsData();
const isFigure = ({ kind }: { readonly kind: string }) => /^(?:number|date|time)$/u.test(kind);

describe('figures of honest stories by a capable model', () => {
  const { stories = [], pairs = [] } = data ?? {};

  it.each(stories.map((story) => [story.id, story] as const))(
    'raise no doubt in %s, and planted ones raise it in their own sentence only',
    async (_, story) => {
      const { claims, falseAlarms, planted } = await scoreStory(story);
      expect(claims).toBeGreaterThan(15);
      expect(falseAlarms.filter(isFigure)).toEqual([]);
      const figures = planted.filter(({ kind }) => /^(?:figure|date|unit)$/u.test(kind));
      expect(figures.length).toBeGreaterThan(0);
      expect(figures.filter(({ caught }) => !caught)).toEqual([]);
      expect(planted.filter(({ stray }) => stray.length > 0)).toEqual([]);
    },
  );

  it.each(pairs.map((pair) => [pair.supported, pair] as const))('raise no doubt in "%s"', async (_, pair) => {
    expect((await scorePair(pair)).falseAlarms.filter(isFigure)).toEqual([]);
  });

  it('are missed in 3% of the false retellings at most', async () => {
    const caught = await Promise.all(pairs.map(async (pair) => (await scorePair(pair)).caught));
    expect(caught.filter((one) => !one).length).toBeLessThanOrEqual(0.03 * pairs.length);
  });
});

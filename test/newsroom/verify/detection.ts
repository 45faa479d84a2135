/** What the check of claims says of true stories, and of the same with one fact falsified. */
import { expect } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import type { DeskStory } from './desk-stories.ts';
import { mutated, seeded } from './mutate.ts';
import type { Fact } from './mutate.ts';

/** What is said of stories that are true: everything but `supported`, with where it stands. */
export function doubts(stories: readonly DeskStory[]): string[] {
  return stories.flatMap(({ title, body, pack }) => {
    const { sentences, claims } = new ClaimCheck(pack).check({ title, body });
    return claims
      .filter(({ claim, miscited }) => claim.verdict !== 'supported' || miscited !== undefined)
      .map(
        ({ claim }) => `${claim.verdict}: ${claim.text} in ${sentences[claim.sentence - 1]?.text ?? title}`,
      );
  });
}

/** The share of falsified stories in which the check finds a doubted claim, for each kind of fact. */
export function detection(stories: readonly DeskStory[], times: number): Record<Fact, number> {
  const below = seeded(7);
  const rate = (fact: Fact) => {
    let [tried, found] = [0, 0];
    for (const { title, body, pack } of stories) {
      const check = new ClaimCheck(pack);
      for (let n = 0; n < times; n++) {
        const changed = mutated(body, fact, below);
        if (changed === undefined || changed === body) continue;
        tried++;
        const { claims } = check.check({ title, body: changed });
        if (claims.some(({ claim }) => claim.verdict === 'doubted')) found++;
      }
    }
    console.log(
      `  ${fact}: ${found} of ${tried} found (${((100 * found) / Math.max(1, tried)).toFixed(1)}%)`,
    );
    expect(tried).toBeGreaterThan(20);
    return found / tried;
  };
  return { number: rate('number'), date: rate('date'), name: rate('name'), quotation: rate('quotation') };
}

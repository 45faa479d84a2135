import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/validate/verify-claims.ts';
import { HAS_REAL_PAGES, realPages } from '../../llm/desk/real-pages.ts';
import { deskStories, samplePacks } from './desk-stories.ts';
import type { DeskStory } from './desk-stories.ts';
import { mutated, seeded } from './mutate.ts';
import type { Fact } from './mutate.ts';

/** What is said of stories that are true: everything but `supported`, with where it stands. */
function doubts(stories: readonly DeskStory[]): string[] {
  return stories.flatMap(({ title, body, pack }) => {
    const { sentences, claims } = new ClaimCheck(pack).check({ title, body });
    return claims
      .filter(({ claim, miscited }) => claim.verdict !== 'supported' || miscited !== undefined)
      .map(
        ({ claim }) => `${claim.verdict}: ${claim.text} in ${sentences[claim.sentence - 1]?.text ?? title}`,
      );
  });
}

/** The share of falsified stories in which the check finds an unsupported claim, for each kind of fact. */
function detection(stories: readonly DeskStory[], times: number): Record<Fact, number> {
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
        if (claims.some(({ claim }) => claim.verdict === 'unsupported')) found++;
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

describe('claims of the sample edition', () => {
  it('are all borne out where a story quotes, and mostly noticed where a fact was changed', async () => {
    const stories = await deskStories(samplePacks());
    expect(stories.length).toBeGreaterThan(20);
    expect(doubts(stories)).toEqual([]);
    console.log('sample edition');
    const { number, date, name, quotation } = detection(stories, 3);
    expect(number).toBeGreaterThan(0.85);
    expect(date).toBeGreaterThan(0.85);
    expect(name).toBeGreaterThan(0.9);
    expect(quotation).toBeGreaterThan(0.9);
  }, 120_000);
});

describe.runIf(HAS_REAL_PAGES)('claims of stories from real pages', () => {
  it('are all borne out where a story quotes, and mostly noticed where a fact was changed', async () => {
    const pages = await realPages();
    const stories = await deskStories(pages.map((page) => [page]));
    expect(stories.length).toBeGreaterThan(60);
    expect(doubts(stories)).toEqual([]);
    console.log('real pages');
    const { number, date, name, quotation } = detection(stories, 4);
    expect(number).toBeGreaterThan(0.85);
    expect(date).toBeGreaterThan(0.85);
    expect(name).toBeGreaterThan(0.9);
    expect(quotation).toBeGreaterThan(0.9);
  }, 180_000);
});

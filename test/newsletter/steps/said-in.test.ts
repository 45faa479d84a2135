/** What openings may say: measured with ten that a model would write, and ten claims of nobody, in each language. */
import { describe, expect, it } from 'vitest';
import { withoutCitations } from '../../../src/newsletter/steps/cited-text.ts';
import { unsaid } from '../../../src/newsletter/steps/said-in.ts';
import { BAD_EN, BAD_ZH, GOOD_EN, GOOD_ZH, STORIES_ZH } from './intros.ts';
import { sampleWorld, wholeLine } from './letter-world.ts';

async function sampleStories(): Promise<string[]> {
  const { deps } = await sampleWorld();
  const { outputs } = await wholeLine(deps);
  return outputs.draft_sections.sections.flatMap(({ heading, stories }) =>
    stories.map(({ headline, text }) => `${heading}\n${headline}\n${withoutCitations(text)}`),
  );
}

describe('an opening over the sample edition', () => {
  it('in English keeps every ordinary sentence, and hardly a claim that is in no story', async () => {
    const stories = await sampleStories();
    expect(GOOD_EN.flatMap((intro) => unsaid(intro, stories))).toEqual([]);
    // These two have every other word in one story: what is left is the critique's business.
    expect(BAD_EN.filter((claim) => unsaid(claim, stories).length === 0)).toEqual([
      'Hong Kong has banned drones altogether after the incident.',
      'Ministers plan to scrap the AI safety office.',
    ]);
  });

  it('in Chinese keeps nine of ten, and hardly a claim that is in no story', () => {
    // Said in quite other words: it goes back to its writer, who may say it nearer to the story.
    expect(GOOD_ZH.flatMap((intro) => unsaid(intro, STORIES_ZH))).toEqual([
      '房屋局公布在屯門興建簡約公屋，關注團體指區內仍有大量劏房戶。',
    ]);
    expect(BAD_ZH.filter((claim) => unsaid(claim, STORIES_ZH).length === 0)).toEqual([
      '消防處相信火警是有人縱火造成。',
    ]);
  });

  it('is doubted at the sentence that is new, among others that are not', () => {
    const [good] = GOOD_ZH;
    expect(unsaid(`${good}${BAD_ZH[0]}`, STORIES_ZH)).toEqual([BAD_ZH[0]]);
  });
});

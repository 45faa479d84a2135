/** Openings as language models write them, under the claims checker of a Gemini on loopback, in each language. */
import { describe, expect, it } from 'vitest';
import type { StepOutputs } from '../../../src/newsletter/model/outputs.ts';
import { finalize } from '../../../src/newsletter/steps/finalize.ts';
import { sentences } from '../../../src/text/sentences.ts';
import { EPOCH, geminiModel, sampleWorld, signal, wholeLine } from './letter-world.ts';
import { letterDeps } from './a-letter.ts';
import { letterBrain, verdicts } from './gemini-letter.ts';
import type { Asked, Material } from './gemini-letter.ts';
import { BAD_EN, BAD_ZH, GOOD_EN, GOOD_ZH, STORIES_ZH } from './intros.ts';

const INVENTED = new Set([...BAD_EN, ...BAD_ZH]);

/** The opening of each writing in turn, the last one for all that follow, and what the model was asked. */
async function opened(
  drafts: StepOutputs['draft_sections'],
  language: 'en' | 'zh-Hant-HK',
  intros: readonly string[],
) {
  const asked: { what: Asked; material: Material }[] = [];
  const { model } = await geminiModel(
    letterBrain((what, material) => {
      asked.push({ what, material });
      if (what === 'check') return verdicts(material.checked!, (text) => INVENTED.has(text));
      if (what !== 'final') return undefined;
      const nth = asked.filter((one) => one.what === 'final').length;
      return {
        title: drafts.sections[0]!.stories[0]!.headline,
        intro: intros[Math.min(nth, intros.length) - 1]!,
      };
    }),
  );
  const deps = letterDeps(model, { language });
  const terms = { draft_sections: drafts, session: 'newsletter_20261120', issuedAtMs: EPOCH };
  const { output, message } = await finalize(terms, deps, signal());
  return { output, message, asked: asked.map(({ what }) => what), remarks: asked.flatMap(remarksOf) };
}

function remarksOf({ what, material }: { what: Asked; material: Material }): readonly string[] {
  return what === 'final' ? (material.remarks ?? []) : [];
}

let drafted: StepOutputs['draft_sections'] | undefined;
async function sampleDrafts(): Promise<StepOutputs['draft_sections']> {
  drafted ??= (await wholeLine((await sampleWorld()).deps)).outputs.draft_sections;
  return drafted;
}

function chineseDrafts(): StepOutputs['draft_sections'] {
  const source = { n: 1, url: 'https://paper.test/1', title: '頁', publisher: '報章' };
  const stories = STORIES_ZH.map((story) => {
    const [heading = '', headline = ''] = story.split(' ');
    return { heading, stories: [{ headline, text: `${story} [1]`, urls: [source.url] }] };
  });
  return { sections: stories, sources: [source] };
}

describe.each([
  ['en', sampleDrafts, GOOD_EN[3]!, BAD_EN],
  ['zh-Hant-HK', () => Promise.resolve(chineseDrafts()), GOOD_ZH[1]!, BAD_ZH],
] as const)('an opening in %s', (language, draftsOf, good, invented) => {
  it('that tells the stories in other words stays as it was written', async () => {
    const drafts = await draftsOf();
    const { output, asked } = await opened(drafts, language, [good]);
    expect(output).toMatchObject({ intro: good, model: 'gemini-2.5-flash' });
    expect(asked).toEqual(['final', 'check', 'critique']);
  });

  it('goes back for an arrest, a closure, a cause that no story tells, and may be mended', async () => {
    const drafts = await draftsOf();
    const { output, remarks, asked } = await opened(drafts, language, [
      `${good}${pad(good)}${invented[0]}`,
      good,
    ]);
    expect(remarks.join()).toContain(invented[0]);
    expect(output.intro).toBe(good);
    expect(asked.filter((what) => what === 'final')).toHaveLength(2);
  });

  it.each([invented[0]!, invented[2]!, invented[4]!])(
    'is replaced by the desk’s own where it insists: %s',
    async (claim) => {
      const drafts = await draftsOf();
      const { output, message, asked } = await opened(drafts, language, [`${good}${pad(good)}${claim}`]);
      expect(output.intro).not.toContain(claim);
      expect(sentences(output.intro).length).toBeGreaterThan(1);
      expect(message).toMatch(/its opening was doubted|引言存疑/u);
      const count = (what: Asked) => asked.filter((one) => one === what).length;
      expect([count('final'), count('check'), count('critique')]).toEqual([3, 3, 2]);
    },
  );
});

function pad(text: string): string {
  return /[.!?]$/u.test(text) ? ' ' : '';
}

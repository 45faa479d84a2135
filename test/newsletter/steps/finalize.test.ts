import { describe, expect, it } from 'vitest';
import { OUTPUTS, type StepOutputs } from '../../../src/newsletter/model/outputs.ts';
import { finalize } from '../../../src/newsletter/steps/finalize.ts';
import { aModel, AWAY, letterDeps, NOW, signal } from './a-letter.ts';
import { verdicts } from './gemini-letter.ts';

const source = (n: number) => ({
  n,
  url: `https://paper.test/${n}`,
  title: `Page ${n}`,
  publisher: 'The Paper',
});
const story = (n: number, headline: string, text: string) => ({
  headline,
  text,
  urls: [`https://paper.test/${n}`],
});
const draft_sections: StepOutputs['draft_sections'] = {
  sections: [
    {
      heading: 'Local news',
      stories: [
        story(
          1,
          'Port Marlow raises ferry fares',
          'Port Marlow put ferry fares up by 25% on Tuesday. [1] The contract ends in March 2027. [1]',
        ),
        story(
          2,
          'Larkmoor bridge closed',
          'Engineers closed the Larkmoor bridge on Monday. [2] The county expects costs of £3.2 million. [2]',
        ),
      ],
    },
    {
      heading: 'Schools',
      stories: [
        story(3, 'Fire in Maidstone school', 'A fire destroyed the sports hall of Loose Valley Academy. [3]'),
      ],
    },
  ],
  sources: [source(1), source(2), source(3)],
};
const inputs = { draft_sections, session: 'newsletter_20261120', issuedAtMs: NOW };
const TRUE = {
  title: 'Ferry fares rise, the Larkmoor bridge closes',
  intro: 'Ferry fares in Port Marlow are up by 25%. Engineers closed the Larkmoor bridge on Monday.',
};
const OWN =
  '3 stories in 2 sections. Local news: Port Marlow raises ferry fares; Schools: Fire in Maidstone school.';

describe('finishing a newsletter', () => {
  it.each([
    ['en', OWN, 'Finished the newsletter: 3 stories in 2 sections'],
    [
      'zh-Hant-HK',
      '今期有2個欄目、3則報道。Local news：Port Marlow raises ferry fares；Schools：Fire in Maidstone school。',
      '通訊完成：2個欄目共3則報道',
    ],
  ] as const)('without a language model quotes and counts, in %s', async (language, intro, said) => {
    const { output, message, counts } = await finalize(inputs, letterDeps(undefined, { language }), signal());
    expect(OUTPUTS.finalize_newsletter.safeParse(output).error).toBeUndefined();
    expect(output).toEqual({
      ...{
        session: 'newsletter_20261120',
        language,
        issuedAtMs: NOW,
        title: 'Port Marlow raises ferry fares',
        intro,
      },
      ...draft_sections,
    });
    expect(message).toBe(said);
    expect(counts).toEqual({ sections: 2, stories: 3, sources: 3, critiques: 0, replaced: 0 });
  });

  it('has title and opening of the model, and names it', async () => {
    const model = aModel((what) => (what === 'final' ? TRUE : undefined));
    const { output } = await finalize(inputs, letterDeps(model), signal());
    expect(output).toMatchObject({ ...TRUE, model: 'script-1' });
    expect(model.asked.map(({ what }) => what)).toEqual(['final', 'check', 'critique']);
  });

  it('is criticised twice at most, and written anew with the remarks', async () => {
    const model = aModel((what, _, nth) =>
      what === 'final' ? TRUE : what === 'critique' ? { score: 7.9, problems: [`remark ${nth}`] } : undefined,
    );
    const { output, counts } = await finalize(inputs, letterDeps(model), signal());
    expect(model.asked.map(({ what }) => what)).toEqual([
      ...['final', 'check', 'critique'],
      ...['final', 'check', 'critique'],
      ...['final', 'check'],
    ]);
    expect(model.asked[3]!.material).toMatchObject({ before: TRUE, remarks: ['remark 1'] });
    expect(output).toMatchObject(TRUE);
    expect(counts['critiques']).toBe(2);
  });

  it.each([
    ['a number', 'Ferry fares in Port Marlow are up by 65%.', '65%'],
    ['a sum', 'The bridge costs £9.9 million.', '£9.9 million'],
    [
      'a claim without names or figures',
      'The operator was dismissed and the contract cancelled.',
      'dismissed',
    ],
    ['another matter', 'Astronomers celebrate a comet over distant Patagonian mountains tonight.', 'comet'],
  ])(
    'says nothing that the sections don’t: %s goes back, and if it stays, the desk’s own opening stands there',
    async (_, added, remark) => {
      const intro = `${TRUE.intro} ${added}`;
      const model = aModel((what, { checked }) =>
        what === 'final'
          ? { ...TRUE, intro }
          : what === 'check'
            ? verdicts(checked!, (text) => text === added)
            : { score: 10, problems: [] },
      );
      const { output, message, counts } = await finalize(inputs, letterDeps(model), signal());
      const [, again] = model.asked.filter(({ what }) => what === 'final');
      expect(again!.material.remarks!.join()).toContain(remark);
      expect(output).toMatchObject({ title: TRUE.title, intro: OWN });
      expect(message).toContain('its opening was doubted, and the desk’s own stands in its place');
      expect(counts).toMatchObject({ critiques: 2, replaced: 1 });
    },
  );

  it('has the best headline for a title that is doubted', async () => {
    const model = aModel((what) =>
      what === 'final' ? { ...TRUE, title: 'Ferry fares rise by 65%' } : undefined,
    );
    const { output, message } = await finalize(inputs, letterDeps(model), signal());
    expect(output).toMatchObject({ title: 'Port Marlow raises ferry fares', intro: TRUE.intro });
    expect(message).toContain('its title was doubted, and the desk’s own stands in its place');
  });

  it.each<[string, object | string | Error]>([
    ['fails', AWAY()],
    ['writes no JSON', 'The newsletter is great.'],
    ['leaves the opening out', { title: 'Ferry fares rise' }],
    ['writes lists', { title: ['Ferry'], intro: { text: 'Ferry' } }],
  ])('goes on with the desk’s own where the model %s', async (_, said) => {
    const model = aModel((what) => (what === 'final' ? said : undefined));
    const { output } = await finalize(
      { ...inputs, draft_sections: { ...draft_sections, model: 'script-0' } },
      letterDeps(model),
      signal(),
    );
    expect(output).toMatchObject({ title: 'Port Marlow raises ferry fares', intro: OWN, model: 'script-0' });
  });

  it.each<[string, object | string | Error]>([
    ['fails', AWAY()],
    ['writes no JSON', 'All of it is true.'],
    ['answers in another shape', { ok: true }],
  ])('publishes nothing that is unchecked, where the checker %s', async (_, said) => {
    const model = aModel((what) => (what === 'final' ? TRUE : what === 'check' ? said : undefined));
    const { output, message } = await finalize(inputs, letterDeps(model), signal());
    expect(output).toMatchObject({ title: 'Port Marlow raises ferry fares', intro: OWN });
    expect(output.model).toBeUndefined();
    expect(message).toContain('its title and opening could not be checked');
    expect(model.asked.map(({ what }) => what)).toEqual(['final', 'check']);
  });

  it('keeps what was checked, where the checker fails at what is written after it', async () => {
    const model = aModel((what, _, nth) => {
      if (what === 'final') return nth === 1 ? TRUE : { ...TRUE, title: 'Fares up, bridge shut' };
      if (what === 'check') return nth === 1 ? undefined : AWAY();
      return { score: 5, problems: ['dull'] };
    });
    const { output } = await finalize(inputs, letterDeps(model), signal());
    expect(output).toMatchObject(TRUE);
  });

  it.each<[string, (sentences: object[]) => object[]]>([
    ['leaves a sentence out', (sentences) => sentences.slice(0, 2)],
    [
      'shows a passage that stands nowhere',
      (all) => all.map((one, i) => (i === 2 ? { ...one, passages: ['the bridge was sold to a bank'] } : one)),
    ],
  ])('doubts what the checker doesn’t show: it %s', async (_, changed) => {
    const model = aModel((what, { checked }) => {
      if (what === 'final') return TRUE;
      if (what !== 'check') return undefined;
      return { sentences: changed((verdicts(checked!) as { sentences: object[] }).sentences) };
    });
    const { output } = await finalize(inputs, letterDeps(model), signal());
    expect(output).toMatchObject({ title: TRUE.title, intro: OWN });
  });

  it('takes links and citations out of what the model writes', async () => {
    const said = {
      title: 'Ferry fares [rise](https://evil.test) [1]',
      intro: 'Ferry fares in Port Marlow are up by 25%. [1] See https://evil.test/x',
    };
    const model = aModel((what) => (what === 'final' ? said : undefined));
    const { output } = await finalize(inputs, letterDeps(model), signal());
    expect(`${output.title} ${output.intro}`).not.toMatch(/evil|\[1\]/u);
  });

  it('is an error where nothing is drafted', async () => {
    const empty = { ...inputs, draft_sections: { sections: [], sources: [] } };
    await expect(finalize(empty, letterDeps(), signal())).rejects.toThrow('There are no drafted sections');
  });
});

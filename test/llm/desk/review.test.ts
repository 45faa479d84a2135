import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/desk/desk-model.ts';
import { ReviewVerdict } from '../../../src/llm/desk/review-shapes.ts';
import { deskRequest, storyMaterial } from './desk-requests.ts';
import { FERRY_CHINESE, FERRY_ENGLISH } from './ferry-articles.ts';

const PACK = { sources: storyMaterial(FERRY_ENGLISH).sources };
const CHINESE_PACK = { sources: storyMaterial(FERRY_CHINESE).sources };

async function review(
  body: string,
  {
    title = 'Ferry strikes pier',
    anchor = null as string | null,
    pack = PACK,
    min = 5,
    max = 400,
    unit = 'words',
  } = {},
) {
  const story = { title, body, concrete_anchor: anchor };
  const material = { story, pack, lengths: { unit, min, max } };
  const { text } = await deskModel.reply(deskRequest('review', { material }));
  return ReviewVerdict.parse(JSON.parse(text));
}

const GOOD =
  'The Silver Heron, built in 1987, struck the pier at Marlow Point with 214 passengers on board [1].\n\n' +
  'The pier will cost £2.6 million to repair and stays closed for six weeks [1].';

describe('a review by rule', () => {
  it('approves what is cited, of the right length and in the sources', async () => {
    const { verdict, findings, checked } = await review(GOOD);
    expect(findings).toEqual([]);
    expect(verdict).toBe('approve');
    expect(checked).toMatchObject({ sentences: 2, quotations: 0 });
    expect(checked!.numbers).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['a number that no source has', GOOD.replace('214', '241'), 'number'],
    ['an amount that no source has', GOOD.replace('£2.6 million', '£26 million'), 'number'],
    ['a year that no source has', GOOD.replace('built in 1987', 'built in 1978'), 'date'],
    [
      'a quotation that nobody said',
      `${GOOD} “We were all asleep at the wheel,” a captain said [1].`,
      'quotation',
    ],
    [
      'a sentence without a source',
      `${GOOD}\n\nThe island is quiet in winter and loud in summer.`,
      'missing_citation',
    ],
    ['a source that does not exist', GOOD.replace('[1].', '[9].'), 'unknown_citation'],
    ['a repeated sentence', `${GOOD}\n\n${GOOD.split('\n\n')[0]}`, 'repetition'],
    ['planning', `Let me write the story.\n\n${GOOD}`, 'residue'],
    ['too few words', GOOD, 'length', { min: 200 }],
    ['no anchor', GOOD, 'missing_anchor', { anchor: '£1.5 million in emergency aid' }],
    ["a title's own number", GOOD, 'title', { title: 'Ferry with 999 passengers strikes pier' }],
  ] as [string, string, string, object?][])(
    'finds %s',
    async (...[, body, kind, more]: [string, string, string, object?]) => {
      const { verdict, findings } = await review(body, more);
      expect(findings.map((finding) => finding.kind)).toContain(kind);
      expect(verdict).not.toBe('approve');
    },
  );

  it('says which source has what the cited one lacks', async () => {
    const body = 'Fourteen people were injured when the ferry struck the pier at Marlow Point [1].';
    const { findings } = await review(body);
    expect(findings).toMatchObject([{ kind: 'wrong_source', sentence: 1, source: 2 }]);
  });

  it('rejects what is unsupported in most of its sentences, empty, or without a source', async () => {
    const invented =
      'Some 900 people fled in 77 boats [1].\n\nThe fire burnt for 55 hours and cost £88 million [1].';
    expect((await review(invented)).verdict).toBe('reject');
    expect((await review('')).verdict).toBe('reject');
    expect((await review(GOOD, { pack: { sources: [] } })).verdict).toBe('reject');
  });

  it('takes a rounded number, a date in other words and another mark for the same', async () => {
    const pack = {
      sources: [
        {
          ...PACK.sources[0]!,
          text: 'The board paid £1,234,567 on 12 March at 7.30pm. “It was ‘very’ late”, Ann Lee said.',
        },
      ],
    };
    const body =
      'The board paid £1.2 million on March 12 at 19:30 [1]. "It was very late," Ann Lee said [1].';
    expect((await review(body, { pack })).findings).toEqual([]);
  });

  it('reviews Chinese, and counts the quotations that it cannot compare', async () => {
    const own = '銀鷺號載有214名乘客，船長何若詩在場 [1]。';
    expect((await review(own, { pack: CHINESE_PACK, unit: 'cjk' })).findings).toEqual([]);
    const wrong = '銀鷺號載有241名乘客，船長何若詩在場 [1]。';
    expect((await review(wrong, { pack: CHINESE_PACK, unit: 'cjk' })).findings).toMatchObject([
      { kind: 'number', sentence: 1 },
    ]);
    const translated = '船上有214名乘客，林佩珊說：「油管不會自己滿是海水」 [1]。';
    const { findings, checked } = await review(translated, { unit: 'cjk' });
    expect(findings).toEqual([]);
    expect(checked).toMatchObject({ numbers: 1, quotations: 0, uncheckedQuotations: 1 });
  });

  it("approves the desk model's own stories", async () => {
    for (const articles of [FERRY_ENGLISH, FERRY_CHINESE]) {
      const material = storyMaterial(articles);
      const written = await deskModel.reply(deskRequest('write', { material }));
      const { draft } = JSON.parse(written.text) as { draft: { body: string } };
      const { verdict, findings } = await review(draft.body, {
        title: material.story.title,
        pack: { sources: material.sources },
        ...material.lengths,
      });
      expect(findings).toEqual([]);
      expect(verdict).toBe('approve');
    }
  });
});

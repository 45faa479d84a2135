import { describe, expect, it } from 'vitest';
import { tellsAnchor } from '../../src/text/anchor.ts';
import { bundledGlossary, Glossary } from '../../src/text/glossary/glossary.ts';

describe('the glossary', () => {
  const glossary = bundledGlossary();
  const named = (text: string) => glossary.mentionsIn(text).map(({ known }) => known.forms[0]);

  it.each([
    ['French and British ministers met in the U.K.', ['France', 'United Kingdom', 'United Kingdom']],
    [
      '英國首相施紀賢在巴黎會見法國總統馬克龍',
      ['United Kingdom', 'Keir Starmer', 'Paris', 'France', 'Emmanuel Macron'],
    ],
    ['阿里巴巴和騰訊股價上升', ['Alibaba', 'Tencent']],
    ['阿联酋与沙特阿拉伯', ['United Arab Emirates', 'Saudi Arabia']],
    ['Bayern Munich beat West Ham in Munich', ['Bayern Munich', 'West Ham United', 'Munich']],
  ])('reads the names of "%s"', (text, names) => {
    expect(named(text)).toEqual(names);
  });

  it.each([
    'They told us more about turkey recipes.',
    'It cost US$5bn and HK$3.',
    '其中方法很多，可以方便市民。',
  ])('takes no word for a name: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('knows what an edition calls things, before its own names', () => {
    const own = new Glossary([['Quayside Line', '碼頭線']]);
    expect(own.formsOf('碼頭線')).toEqual(['碼頭線', 'Quayside Line']);
  });

  it('gives every bundled country a name in both languages', () => {
    const bare = glossary.countries.filter(
      ({ forms }) =>
        !forms.some((form) => /\p{Script=Han}/u.test(form)) || !forms.some((form) => /[a-z]/i.test(form)),
    );
    expect(bare).toEqual([]);
    expect(glossary.countries.length).toBeGreaterThan(240);
  });
});

describe('a concrete anchor', () => {
  it.each([
    ['英國首相周二宣布，會撥款12億英鎊。', 'UK to spend £1.2bn'],
    ['The United Kingdom will ban the sale on 1 May.', 'UK ban on 1 May'],
    ['阿里巴巴收入上升', 'Alibaba'],
  ])('is told by its names and figures: %s', (text, anchor) => {
    expect(tellsAnchor(text, anchor)).toBe(true);
  });

  it.each([
    ['法國總統周二宣布，會撥款。', 'UK minister resigns'],
    ['騰訊收入上升', 'Alibaba'],
  ])('is not told by another name: %s', (text, anchor) => {
    expect(tellsAnchor(text, anchor)).toBe(false);
  });
});

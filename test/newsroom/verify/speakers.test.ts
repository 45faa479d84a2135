/** Who said it, where the sources write names in another script or give the words to somebody else in between. */
import { describe, expect, it } from 'vitest';
import { attributionsIn } from '../../../src/text/attributions.ts';
import { soundsDifferent } from '../../../src/text/chinese/sounds.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);
const SOURCES = [
  'Ferry chief Rupert Dole said on Monday that the harbour line would lose 14 boats and 230 jobs by 2028.\nEngineer Ann Lacey said the piers were sound.',
  '渡輪公司主席麥永康表示，票價明年不會調整，公司會繼續經營離島航線。',
];

function doubtsIn(told: string): string[] {
  const pack = {
    builtAtMs: PUBLISHED,
    sources: SOURCES.map((text, at) =>
      aSource(at + 1, `https://outlet.test/${at}`, text, { publishedAtMs: PUBLISHED, title: '' }),
    ),
  };
  const { claims } = new ClaimCheck(pack).check({ title: '', body: told });
  return claims
    .filter(({ claim }) => claim.kind === 'attribution' && claim.verdict === 'doubted')
    .map(({ claim }) => claim.text);
}

describe('a speaker of another script', () => {
  it.each([
    ['主席麥永康說，港內線在2028年前會減少14艘船和230個職位。[1]', ['麥永康']],
    ['杜爾（Rupert Dole）說，港內線在2028年前會減少14艘船和230個職位。[1]', []],
    ['Rupert Dole said the harbour line would lose 14 boats and 230 jobs by 2028. [1]', []],
  ])('is doubted only where the name can not be the same: %s', (told, doubted) => {
    expect(doubtsIn(told)).toEqual(doubted);
  });

  it.each([
    ['麥永康', 'Rupert Dole', true],
    ['麥永康', 'Gordon Mak', false],
    ['馬克龍', 'Emmanuel Macron', false],
    ['葉國強', 'Ip Kwok-keung', false],
    ['Ann Lacey', 'Rupert Dole', true],
    ['Ann Lacey', 'Ms Lacey', false],
  ])('%s and %s', (a, b, different) => {
    expect(soundsDifferent(a, b)).toBe(different);
  });
});

describe('words about a speaker', () => {
  it.each([
    ['The mayor, Ann Lacey, told reporters in Port Dole that she was glad.', ['Ann Lacey']],
    ['“It is sound,” said Dr Ann Lacey, an engineer.', ['Ann Lacey']],
    ['Its engineer, Ann Lacey, forecasts a loss of HK$7 million.', ['Ann Lacey']],
    ['任職二十年的何思敏流淚說：「對不起。」', ['何思敏']],
    ['資深大律師何思敏求情時說，當事人已經還款。', ['何思敏']],
    ['“We would act now,” said the deputy governor, Ann Lacey.', ['Ann Lacey']],
    ['何思敏說，市場原本預計減息，燃料價格會回落。', ['何思敏']],
  ])('are read in %s', (sentence, speakers) => {
    expect(attributionsIn(sentence).map(({ speaker }) => speaker.replace(/^Dr /, ''))).toEqual(speakers);
  });
});

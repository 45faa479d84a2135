/** Who said it, which way it went, where and by whom: what a sentence says beyond its figures, in either language. */
import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';
import { PLANTED, TRUE_RETELLINGS } from './retellings.ts';
import type { Retelling } from './retellings.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);
/** Of planted errors of each kind; the issue asks for .95, .95, .6 and .8 of those of real stories. */
const TO_CATCH = { name: 0.95, place: 0.95, attribution: 0.8, direction: 0.9 } as const;

function doubtsIn({ source, told }: Pick<Retelling, 'source' | 'told'>): string[] {
  const pack = {
    builtAtMs: PUBLISHED,
    sources: [aSource(1, 'https://outlet.test/a', source, { publishedAtMs: PUBLISHED, title: '' })],
  };
  const { claims } = new ClaimCheck(pack).check({ title: '', body: `${told}[1]` });
  return claims
    .filter(({ claim }) => claim.verdict === 'doubted' && !/^(?:number|date|time)$/.test(claim.kind))
    .map(({ claim }) => `${claim.kind}: ${claim.text}`);
}

describe('a true retelling', () => {
  it.each(TRUE_RETELLINGS)('is not doubted: $told', (retelling) => {
    expect(doubtsIn(retelling)).toEqual([]);
  });
});

describe('an error planted in a retelling', () => {
  it.each(Object.entries(TO_CATCH))('of a %s is doubted in at least %d of all', (kind, share) => {
    const planted = PLANTED.filter((one) => one.kind === kind);
    const missed = planted.filter((one) => doubtsIn(one).length === 0);
    expect(planted.length).toBeGreaterThan(15);
    expect(missed.length, missed.map(({ told }) => told).join('\n')).toBeLessThanOrEqual(
      (1 - share) * planted.length,
    );
  });
});

describe('a speaker', () => {
  const source = [
    'Ann Lee, chair of the Harbour Board, said the pier would open in May.',
    'The pier cost £4m. Bob Ray, a fisherman, said the water was too shallow for boats.',
    '“Nobody asked us,” he added.',
  ].join('\n');

  it.each([
    [
      'is borne out by a pronoun that goes on with what the same one said',
      'Ray said that nobody had asked them. [1]',
    ],
    ['may stand behind the quotation', '“Nobody asked us,” said Bob Ray, a fisherman. [1]'],
    [
      'may be named by an office alone, which is compared with nobody',
      'The chair said the water was too shallow for boats. [1]',
    ],
    ['is not doubted for what no source tells', 'Lee said the board was proud of its engineers. [1]'],
  ])('%s', (_, told) => {
    expect(doubtsIn({ source, told: told.replace(' [1]', '') })).toEqual([]);
  });

  it.each([
    ['of a place', 'Inspector Joan Hill of Leeds Police said the alarm had been switched off at night.'],
    ['behind the verb', 'The alarm had been switched off at night, said inspector Joan Hill.'],
  ])('is found with words %s between name and verb', (_, words) => {
    const text = `Carl Boot, the caretaker, opened the hall. ${words}`;
    const told = 'The alarm had been switched off at night, said Carl Boot, the caretaker.';
    expect(doubtsIn({ source: text, told })).toEqual(['attribution: Carl Boot']);
    expect(doubtsIn({ source: text, told: told.replace('Carl Boot, the caretaker', 'Joan Hill') })).toEqual(
      [],
    );
  });

  it('is doubted where the passage gives it to somebody else', () => {
    expect(doubtsIn({ source, told: 'Ann Lee said the water was too shallow for boats.' })).toEqual([
      'attribution: Ann Lee',
    ]);
  });
});

describe('a place', () => {
  it.each([
    ['美國', 'Officials in Texas closed the road to Houston.', '美國德州官員封閉了通往侯斯頓的公路。'],
    ['法國人', 'French drivers blocked the port.', '法國司機堵塞港口。'],
    ['a person of the same letters', 'Jordan Pickford made three saves.', 'Pickford撲出三球。'],
  ])('is there by what lies in it or by its people: %s', (_, source, told) => {
    expect(doubtsIn({ source, told })).toEqual([]);
  });

  it('is not read out of a longer word or a name', () => {
    expect(
      doubtsIn({ source: 'Mario Draghi met Amanda Gorman.', told: '馬里奧與阿曼達（Amanda Gorman）會面。' }),
    ).toEqual([]);
  });
});

describe('a name in Latin letters', () => {
  const source =
    'Prime Minister Olivia Marchetti met Chancellor Dieter Vogel. Halden Optics and Brixell will build the mirror, Torres said.';

  it.each([
    ['right behind Chinese', '承建商Halden Optics及Brixell將製造鏡片。'],
    ['at the beginning of a Chinese sentence', 'Halden Optics將聯同Brixell製造鏡片。'],
    ['with a given name that the source leaves out', '「會建鏡片。」Ana Torres說。'],
    [
      'whose country the source needs not say',
      '英國首相馬切蒂（Olivia Marchetti）會見德國總理福格爾（Dieter Vogel）。',
    ],
  ])('is borne out %s', (_, told) => {
    expect(doubtsIn({ source, told })).toEqual([]);
  });

  it.each([
    ['with another letter, right behind Chinese', '承建商Holden Optics將製造鏡片。', 'name: Holden Optics'],
    ['with another letter, at the beginning', 'Holden Optics將製造鏡片。', 'name: Holden Optics'],
    ['of one word that is a slip of one in the source', '鏡片將由Brixall製造。', 'name: Brixall'],
    ['of one word with two letters exchanged', 'The mirror will be built by Brixlel.', 'name: Brixlel'],
    ['with another given name', '首相馬切蒂（Livia Marchetti）會見總理。', 'name: 馬切蒂'],
  ])('is doubted %s', (_, told, doubt) => {
    expect(doubtsIn({ source, told }).map((one) => one.replace('首相', ''))).toContain(doubt);
  });

  it('is doubted with another surname of the same initial', () => {
    const told = 'Sales fell, said Miriam Foster, the finance chief.';
    const source = 'Sales fell, said finance chief Miriam Fowler.';
    expect(doubtsIn({ source, told })).toContain('name: Miriam Foster');
    expect(doubtsIn({ source, told: told.replace('Foster', 'Fowler') })).toEqual([]);
  });

  it('is no slip in British spelling', () => {
    const told = 'It will be built at the Centre for Optics.';
    expect(doubtsIn({ source: 'It will be built at the Center for Optics.', told })).toEqual([]);
  });
});

describe('a change that widens', () => {
  it('goes the way of the change', () => {
    expect(doubtsIn({ source: '股價全日跌7.3%。', told: '股價跌幅擴至7.3%。' })).toEqual([]);
    expect(doubtsIn({ source: '股價全日跌7.3%。', told: '股價升幅擴至7.3%。' })).not.toEqual([]);
  });
});

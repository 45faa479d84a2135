import { describe, expect, it } from 'vitest';
import { askLengths, lengthsOf, measure, sayLengths } from '../../../src/newsroom/edition/lengths.ts';
import { anEdition } from '../an-edition.ts';

describe('the length of a story', () => {
  it.each([
    ['消防處表示，四級火於晚上十時救熄。', 15],
    ['AlphaFold 3在2024年', 5],
    ['標普500指數升1.2%，報5,204.18點。[4]', 10],
    ['議會以31票對12票通過。[1][2]', 10],
    ['', 0],
  ])('counts figures and Latin words as one each in Chinese, and no citation: %s', (body, length) => {
    expect(measure(body, 'cjk')).toBe(length);
  });

  it('counts words in English, figures among them', () => {
    expect(measure('The council voted 31 to 12 on Thursday. [1][2]', 'words')).toBe(8);
  });

  it('is asked for with an aim inside the bounds, in the edition’s language and as it is counted', () => {
    const cjk = { unit: 'cjk', min: 600, max: 3_000 } as const;
    expect(askLengths(cjk, 'zh-Hant-HK')).toBe(
      '600至3,000字，以約1,300字為目標（數字和英文字每個算一字，引註不計）',
    );
    expect(sayLengths(cjk)).toBe('600 to 3,000 Chinese characters');
    for (const phase of ['write', 'rescue'] as const)
      for (const kind of ['story', 'update'] as const) {
        const lengths = lengthsOf(anEdition(), phase, kind);
        const aim = Number(/約([\d,]+)/u.exec(askLengths(lengths, 'zh-Hant-HK'))![1]!.replace(',', ''));
        expect(aim).toBeGreaterThan(lengths.min * 1.2);
        expect(aim).toBeLessThan(lengths.max * 0.8);
      }
  });
});

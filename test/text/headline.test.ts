import { describe, expect, it } from 'vitest';
import { Headlines } from '../../src/text/headline.ts';

/** The last title as a headline, when those before it were seen. */
function last(titles: readonly string[], outlet = ''): string {
  const headlines = new Headlines();
  for (const title of titles) headlines.learn(title, outlet);
  return headlines.of(titles.at(-1) ?? '', outlet);
}

describe('a headline is the title without', () => {
  it.each([
    ['國際油價收低 供應增加 | 國際焦點 | 國際 | 某某日報', '國際油價收低 供應增加'],
    ['快訊／嘉義市火警「連燒6戶木造民宅」│東寶新聞網', '快訊／嘉義市火警「連燒6戶木造民宅」'],
    ['周杰倫啟德開騷加至六場｜娛樂', '周杰倫啟德開騷加至六場'],
    ['Fire closes bridge over the Severn | UK news | The Paper', 'Fire closes bridge over the Severn'],
  ])('what stands behind a bar: %s', (title, headline) => {
    expect(new Headlines().of(title)).toBe(headline);
  });

  it.each([
    ['Bridge closed after crash - The Paper', 'Bridge closed after crash'],
    ['大橋因車禍封閉 - 香港一報', '大橋因車禍封閉'],
    ['大桥因车祸封闭_某某网', '大桥因车祸封闭'],
    ['大橋因車禍封閉 — 香港一報', '大橋因車禍封閉'],
  ])('what ended other titles behind a dash: %s', (title, headline) => {
    const suffix = title.slice(headline.length);
    expect(last([`Minister resigns${suffix}`, title])).toBe(title);
    expect(last([`Minister resigns${suffix}`, `Strike called off${suffix}`, title])).toBe(headline);
  });

  it.each([
    ['菲律賓｜向美國尋求豁免晶片關稅'],
    ['Starmer resigns - what happens next'],
    ['Arsenal 2 | Chelsea 2 after extra time'],
    ['一名男子墮樓身亡——警方正調查'],
  ])('and nothing of its own: %s', (title) => {
    expect(last(['An earlier title', 'Another one - elsewhere', title])).toBe(title);
  });

  it('what another outlet writes often is no suffix of this one', () => {
    const headlines = new Headlines();
    for (const title of ['Bus crash - live', 'Storm - live', 'Budget - live'])
      headlines.learn(title, 'a.example');
    expect(headlines.of('Vote count - live', 'a.example')).toBe('Vote count');
    expect(headlines.of('Vote count - live', 'b.example')).toBe('Vote count - live');
  });

  it('one headline that comes again and again teaches nothing', () => {
    expect(last(Array.from({ length: 5 }, () => 'Minister resigns - again'))).toBe(
      'Minister resigns - again',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { compareTellings, readTelling } from '../../../src/newsroom/coverage/same-telling.ts';

const compare = (a: string, b: string, textA = '', textB = '') =>
  compareTellings(readTelling({ titles: [a], text: textA }), readTelling({ titles: [b], text: textB }))
    .answer;

describe('two titles of one happening', () => {
  it.each([
    ['Bank of England cuts interest rates to 3.75%', 'Interest rates cut to 3.75% by Bank of England'],
    ['Typhoon Kalmaegi kills 40 in the Philippines', 'Philippines: 40 dead as Typhoon Kalmaegi hits'],
    ['Nvidia reports record revenue of $57bn', 'Nvidia posts record $57 billion in revenue for the quarter'],
    [
      'Man, 34, charged with murder of Leeds student Ella Price',
      'Leeds student Ella Price: man, 34, in court on murder charge',
    ],
    ['金管局跟隨聯儲局減息 基本利率降至4.25厘', '聯儲局減息後 金管局下調基本利率至4.25厘'],
    ['國泰航空訂購14架波音777-9客機', '國泰增購14架波音777-9 料2027年起交付'],
    ['屯門公路五車相撞 3死12傷', '五車屯門公路連環相撞釀3死12傷'],
    ['立法會通過 車cam罰款加至2000元', '車cam違規罰款增至2000元 立法會三讀通過'],
  ])('are the same: %s / %s', (a, b) => {
    expect(compare(a, b)).toBe('yes');
    expect(compare(b, a)).toBe('yes');
  });

  it('are the same by the texts behind them', () => {
    const a = 'Ferry sinks off Lamma, 38 feared dead';
    const b = 'Dozens missing after boat goes down near Lamma island with 38 aboard';
    const text =
      'The ferry sank off Lamma island on Monday. A boat with 38 aboard went down after it was hit; dozens are missing and 38 are feared dead.';
    expect(compare(a, b)).not.toBe('yes');
    expect(compare(a, b, text, text)).toBe('yes');
  });
});

describe('two titles of two happenings', () => {
  it.each([
    ['Trump announces tariffs on China', 'China tariffs paused by Trump'],
    ['Strike on hospital in Karsa leaves 12 dead', 'Strike on school in Karsa leaves 40 dead'],
    ['House fire in Leeds: 3 in hospital', 'House fire in York: 3 in hospital'],
    ['Nvidia reports record revenue of $57bn', 'Nvidia reports record revenue of $46bn'],
    ['Bank of England cuts interest rates to 3.75%', 'Bank of England holds interest rates at 4%'],
    ['Arsenal beat Chelsea 2-1 at the Emirates', 'Arsenal beat Spurs 4-1 at the Emirates'],
    ['屯門民居火警三人受傷送院', '元朗民居火警三人受傷送院'],
    ['花蓮外海規模6.1地震 全台有感', '花蓮外海規模4.8地震 全台有感'],
    ['恒指收市跌412點 科網股受壓', '恒指收市升210點 科網股反彈'],
    ['國泰航空訂購14架波音777-9客機', '國泰航空訂購30架空巴A330neo客機'],
    ['陳大文洗黑錢案判囚六年', '李小明洗黑錢案判囚三年'],
    ['港鐵荃灣線信號故障 服務受阻', '港鐵觀塘線信號故障 服務受阻'],
  ])('are never the same: %s / %s', (a, b) => {
    expect(compare(a, b)).not.toBe('yes');
  });
});

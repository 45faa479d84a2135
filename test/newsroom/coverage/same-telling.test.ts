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
    ['Spotify to cut 1,500 jobs, 17% of its workforce', 'Spotify lays off 17% of staff, about 1,500 people'],
    [
      'Dublin court jails Kinahan cartel member for 13 years',
      'Kinahan gang member sentenced to 13 years by court in Dublin',
    ],
    [
      'Magnitude 6.3 earthquake strikes northern Afghanistan, killing 20',
      'At least 20 dead as 6.3-magnitude quake hits northern Afghanistan',
    ],
    [
      'Water main bursts in Leeds, 3,000 homes without supply',
      '3,000 Leeds homes left without water after main burst',
    ],
    ['港股收市跌388點 報23,831點', '恒指全日挫388點 收報23,831點'],
    ['HSBC to cut 400 jobs in Hong Kong', '滙豐擬在港裁員400人'],
    ['Hong Kong cuts base rate to 4.25% after Fed move', '金管局下調基本利率至4.25厘 跟隨聯儲局'],
    ['Taiwan earthquake: magnitude 6.1 off Hualien', '花蓮外海發生規模6.1地震'],
    ['立法會通過 車cam罰款加至2000元', '車cam違規罰款增至2000元 立法會三讀通過'],
    ['暴雨致2萬戶停電 台電搶修', '豪雨釀20,000戶停電 台電連夜搶修'],
    [
      'Ofgem raises energy price cap by 2% from January',
      'Energy bills to rise 2% in January as Ofgem lifts price cap',
    ],
    ['Train crash in Lisbon kills 16', 'Sixteen dead in Lisbon train crash'],
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

it.each([
  ['比亞迪10月銷量48萬輛 創新高', '比亞迪上月售48萬輛車 銷量創新高'],
  ['天文台改發十號風球 料維持至深夜', '天文台發出10號颶風信號'],
  ['逾三成港人無儲蓄 調查', '調查指30%市民沒有儲蓄'],
  ['港交所第三季盈利49億元 升56%', '港交所季績賺49億元 按年增五成六'],
])('are doubtful, for whoever reads more than words, where figures agree in other words: %s / %s', (a, b) => {
  expect(compare(a, b)).toBe('doubtful');
  expect(compare(b, a)).toBe('doubtful');
});

it.each([
  [
    'Finance chief Paul Chan will resign over port scandal',
    'Finance chief Paul Chan will not resign over port scandal',
  ],
  ['Hang Seng Index closes up 0.5% in Hong Kong', 'Hang Seng Index closes down 0.5% in Hong Kong'],
])('are doubtful where one turns the other round: %s / %s', (a, b) => {
  expect(compare(a, b)).toBe('doubtful');
  expect(compare(b, a)).toBe('doubtful');
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
    ['Arsenal beat Chelsea 2-1 at Stamford Bridge', 'Arsenal beat Chelsea 3-0 at the Emirates'],
    ['Tesco half-year profit rises 8%', 'Sainsbury’s half-year profit rises 8%'],
    [
      'Man charged with murder of Leeds student Ella Price',
      'Man jailed for life for murder of Leeds student Ella Price',
    ],
    ['Jury retires in Leeds student murder trial', 'Man found guilty of murdering Leeds student'],
    [
      'Bank of England cuts interest rates to 3.75%',
      'Bank of England expected to cut interest rates to 3.75%',
    ],
    ['陳大文涉貪案開審', '陳大文涉貪案罪成 判囚六年'],
    ['天文台改發八號風球', '天文台改發十號風球'],
    ['中電宣布明年電費減2.6%', '港燈宣布明年電費減2.6%'],
    ['沙田馬場火警 40匹馬疏散', '跑馬地馬場火警 40匹馬疏散'],
    ['HSBC third-quarter profit rises 14%', '渣打第三季盈利增14%'],
    ['Hong Kong beat Singapore 2-1 in Asian Cup qualifier', '港足亞洲盃外圍賽1比1賽和孟加拉'],
    ['港鐵荃灣線信號故障 服務受阻', '港鐵觀塘線信號故障 服務受阻'],
  ])('are never the same: %s / %s', (a, b) => {
    expect(compare(a, b)).not.toBe('yes');
  });
});

/** What honest stories were doubted for at first sight, and errors in them that passed. */
import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { attributionsIn } from '../../../src/text/attributions.ts';
import { figuresIn } from '../../../src/text/figures/figures-in.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);

/** The doubts of a sentence that stands on the last of the sources, or on the source that it names. */
function doubtsIn(told: string, texts: readonly string[]): string[] {
  const pack = {
    builtAtMs: PUBLISHED,
    sources: texts.map((text, at) =>
      aSource(at + 1, `https://outlet.test/${at}`, text, { publishedAtMs: PUBLISHED, title: '' }),
    ),
  };
  const body = /\[\d\]$/u.test(told) ? told : `${told} [1]`;
  const { claims } = new ClaimCheck(pack).check({ title: '', body });
  return claims
    .filter(({ claim }) => claim.verdict === 'doubted')
    .map(({ claim }) => `${claim.kind} ${claim.text}`);
}

describe('a figure of a true sentence', () => {
  it.each([
    ['Profit fell by almost a third.', 'Profit fell 31 per cent.'],
    ['More than a third of the coral recovered.', '38% of the coral recovered.'],
    [
      '純利261.7億元（人民幣，下同）。[1]\n\n廣告收入升至250億元。',
      'Profit was 26.17 billion yuan. Advertising revenue rose to 25 billion yuan.',
    ],
    ['證監會一共發出九個終身禁令。', 'It is the ninth lifetime ban the regulator has issued.'],
    ['72小時內總雨量達617毫米。', '三日間累計617毫米。'],
    ['淨現金由首季末的322億元減少。', '第二季末淨現金212億元，較上季末的322億元減少。'],
    [
      'The bank trimmed its growth forecast to 4.1% from 4.5%.',
      'Growth of 4.1 per cent is expected, down from 4.5 per cent.',
    ],
    ['這是烏克蘭的局勢。', '俄烏開戰以來第二間。'],
    [
      '香港的教授說暴雨將更頻密。',
      'A professor at City University of Hong Kong said rain would become more frequent.',
    ],
    ['The leader pulled away at the 24-mile mark.', 'The leader pulled away at mile 24 to win.'],
    ['He took the race by three-tenths of a second.', 'He took the race by 0.3 seconds.'],
    ['該黨只多0.2個百分點。', 'The party was two tenths of a point ahead.'],
    ['65%買家屬用家。', '買家中約六成半為用家。'],
    ['交貨期延長一倍至26星期。', 'Lead times had doubled since October, to 26 weeks.'],
    ['市值一日之間減少52億美元。', '市值蒸發約52億美元。'],
    ['Profit fell in the six months to September.', 'Profit fell in the 26 weeks to September 28.'],
    [
      'No woman had won there since Ann Lacey eleven years ago.',
      'No woman had won there since Ann Lacey in 2015.',
    ],
    ['她上任僅半年。', 'Ann Lacey took office in May.'],
    ['今年首五個月，樓價累跌2.9%。', '樓價指數5月報381.9點，較去年底仍跌2.9%。'],
    [
      'She won $120,000, of which $20,000 was a bonus.',
      'She collected $100,000 in prizes and a bonus of $20,000.',
    ],
    ['The group has 58,000 staff and 412 shops.', 'The company employs 58,000 people in 412 stores.'],
    [
      'Sales without fuel slipped for a third half-year in a row.',
      'Sales excluding fuel slipped, the third half-yearly decline.',
    ],
  ])('is no doubt: %s', (told, source) => {
    expect(doubtsIn(told, [source])).toEqual([]);
  });

  it.each([
    ['Profit fell by almost a quarter.', 'Profit fell 31 per cent.'],
    ['The sea warmed to 31.8F.', '海水溫度曾達31.8度。'],
    ['The race began at 7F.', 'The race began at 7C.'],
    ['He took the race by two-tenths of a second.', 'He took the race by 0.3 seconds.'],
    [
      'No woman had won there since Ann Lacey twelve years ago.',
      'No woman had won there since Ann Lacey in 2015.',
    ],
    ['The strike lasted eight weeks.', 'The strike of the sorters lasted nine weeks.'],
  ])('is one where it is wrong: %s', (told, source) => {
    expect(doubtsIn(told, [source])).not.toEqual([]);
  });

  it('is read with the unit of its fraction', () => {
    const [points] = figuresIn('two tenths of a percentage point');
    expect(points).toMatchObject({ dimension: 'points', value: 0.2 });
    expect(figuresIn('之一成為').filter(({ dimension }) => dimension === 'percent')).toEqual([]);
  });
});

describe('a bound', () => {
  it.each([
    ['期內佔市場不足九成。', 'Its share of the market exceeded 90 per cent.', true],
    ['期內佔市場超過九成。', 'Its share of the market exceeded 90 per cent.', false],
    ['Each bill was kept over £10,000.', 'He approved bills, each below the £10,000 level.', true],
    ['Each bill was kept under £10,000.', 'He approved bills, each below the £10,000 level.', false],
    ['More than 30% of patients saw a doctor.', '當中只有不足三成患者曾求醫。', true],
  ])('is turned round or not: %s', (told, source, turned) => {
    expect(doubtsIn(told, [source]).some((doubt) => doubt.startsWith('direction'))).toBe(turned);
  });

  it('and what something was before gainsay each other', () => {
    const source = ['Net debt rose to £1.12bn from £965m a year earlier.'];
    expect(doubtsIn('Net debt has climbed to £1.12 billion, down from £965 million.', source)).not.toEqual(
      [],
    );
    expect(doubtsIn('Net debt has climbed to £1.12 billion, up from £965 million.', source)).toEqual([]);
  });

  it('belongs to the very figure, not to one that is rounded to it', () => {
    const source = [
      'Rates rose to 2.75 per cent. Prices may fall 6 per cent this year and 3 per cent next year.',
    ];
    expect(doubtsIn('樓價明年再跌3%。', source)).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    [
      '藥廠Novartis將申請註冊。',
      'Novaris will apply. The maker Novaris is Danish, and Novaris is rich.',
      true,
    ],
    [
      '藥廠Novaris將申請註冊。',
      'Novaris will apply. The maker Novaris is Danish, and Novaris is rich.',
      false,
    ],
    ['總統尼尼斯頓要求他留任。', '總統尼尼斯托要求他留任看守內閣。', true],
    [
      '學者維爾塔寧（Pekka Haavisto）說，中間黨失去18席。',
      '學者維爾塔寧（Pekka Virtanen）說，中間黨失去18席。',
      true,
    ],
    [
      '學者維爾塔寧（Pekka Virtanen）說，中間黨失去18席。',
      '學者維爾塔寧（Pekka Virtanen）說，中間黨失去18席。',
      false,
    ],
    ['銷售總監顧曉桐指，單位已售出。', '銷售總監顧曉彤表示，單位已售出。', true],
    ['分析師姚慕蘭相信影響有限。', '分析師姚慕華認為影響有限。', true],
  ])('that is almost the source’s is doubted: %s', (told, source, doubted) => {
    expect(doubtsIn(told, [source]).some((doubt) => doubt.startsWith('name'))).toBe(doubted);
  });

  it('of a country is doubted only where another place may stand instead', () => {
    expect(
      doubtsIn('He bought a Spanish villa for £410,000.', ['He spent £410,000 on a villa near Alicante.']),
    ).toEqual([]);
    expect(
      doubtsIn('He bought a Spanish villa for £410,000.', ['He spent £410,000 on a villa in Portugal.']),
    ).toEqual(['name Spanish']);
  });
});

describe('a speaker', () => {
  const SOURCES = [
    'Analyst Brian Arkwright said the dividend was the last reason to hold the stock. Shares fell 6 per cent.',
    'National officer Doug Pelham said staff were paying for mistakes. Ann Lacey, a judge, said she was sorry.',
    '銷售總監顧曉彤表示，單位已售出。',
  ];

  it.each([
    [
      'Doug Pelham of Usdaw, who calls the stock a "sell", said the dividend had been the last reason to own it. [1]',
      true,
    ],
    [
      'Brian Arkwright of Acme, who calls the stock a "sell", said the dividend had been the last reason to own it. [1]',
      false,
    ],
    ['顧曉彤形容派息是持有股份的最後理由。[1]', true],
    ['Doug Pelham said the workers paid for what others did. [2]', false],
  ])('whom only other sources know is somebody else: %s', (told, doubted) => {
    expect(doubtsIn(told, SOURCES).some((doubt) => doubt.startsWith('attribution'))).toBe(doubted);
  });

  it.each([
    ['Ann Lacey, defending, described Tolland as a broken man.', ['Ann Lacey']],
    ['古隆（Bishal Gurung）目擊三人跳下，他說樓梯有煙。', ['古隆']],
    ['學者何思敏分析，中間黨失去18席。', ['何思敏']],
    ['分析師何思敏把目標價下調至400元，料新遊戲表現一般。', ['何思敏']],
  ])('is read in %s', (sentence, speakers) => {
    expect(attributionsIn(sentence).map(({ speaker }) => speaker)).toEqual(speakers);
  });
});

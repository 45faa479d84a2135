/** Sentences as reporters write them beside the source's words: the true one is no doubt, the wrong one is. */
import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);

function doubtsIn(told: string, text: string): string[] {
  const source = aSource(1, 'https://outlet.test/1', text, { publishedAtMs: PUBLISHED, title: '' });
  const { claims } = new ClaimCheck({ builtAtMs: PUBLISHED, sources: [source] }).check({
    title: '',
    body: `${told} [1]`,
  });
  return claims
    .filter(({ claim }) => claim.verdict === 'doubted')
    .map(({ claim }) => `${claim.kind} ${claim.text}`);
}

describe('what is told loosely', () => {
  it.each([
    [
      '過半受訪者反對方案。',
      '52% of respondents objected to the plan.',
      '42% of respondents objected to the plan.',
    ],
    [
      'More than half of respondents objected to the plan.',
      '五成二受訪者反對方案。',
      '四成二受訪者反對方案。',
    ],
    [
      '不足半數住戶已投票。',
      '48 per cent of households have voted.',
      '58 per cent of households have voted.',
    ],
    ['Revenue doubled.', '收入增至原來的兩倍。', '收入增至原來的三倍。'],
  ])('%s', (told, right, wrong) => {
    expect(doubtsIn(told, right)).toEqual([]);
    expect(doubtsIn(told, wrong)).toHaveLength(1);
  });

  it.each([
    // A length of time, what is negated, and shares that may be added are no slips.
    ['The debate took over half an hour.', 'The debate took 45 minutes; 42% of members objected.'],
    ['過半受訪者不反對方案。', '42% of respondents objected to the plan.'],
    [
      'More than half of respondents objected to the plan.',
      'Of respondents 30% strongly objected to the plan and 25% mildly.',
    ],
  ])('is left alone: %s', (told, source) => {
    expect(doubtsIn(told, source)).toEqual([]);
  });
});

describe('a mark that was passed', () => {
  const gold = 'Spot gold touched a record $4,612.80 an ounce.';
  const hangSeng = '恒生指數收報25,213點，跌462點。';
  it.each([
    ['Gold broke through $4,600 an ounce.', 'Gold broke through $4,700 an ounce.', gold],
    ['Gold rose past $4,600 an ounce.', 'Gold rose past $4,700 an ounce.', gold],
    ['現貨金升穿每盎司4,600美元。', '現貨金升穿每盎司4,700美元。', gold],
    ['恒指跌穿25,300點。', '恒指跌穿25,100點。', hangSeng],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });
});

describe('a forecast for growth', () => {
  const source = 'The office cut its forecast for growth in 2027 from 1.9% to 1.4%.';
  it.each([
    [
      'The office cut its 2027 growth forecast to 1.4%.',
      'The office raised its 2027 growth forecast to 1.4%.',
    ],
    ['該辦公室下調2027年增長預測至1.4%。', '該辦公室上調2027年增長預測至1.4%。'],
  ])('is no growth: %s', (right, wrong) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });
});

describe('how much more something became', () => {
  it('is the same with 增加 and with 加幅', () => {
    const source = '最高罰款增加1.5倍至5,000元。';
    expect(doubtsIn('最高罰款加至5,000元，加幅達1.5倍。', source)).toEqual([]);
    expect(doubtsIn('最高罰款加至5,000元，加幅達2.5倍。', source)).toHaveLength(1);
  });
});

it('架次 may be of cars', () => {
  const source = '每日約有11.2萬架次車輛使用該隧道。';
  expect(doubtsIn('About 112,000 vehicles use the tunnel each day.', source)).toEqual([]);
  expect(doubtsIn('About 152,000 vehicles use the tunnel each day.', source)).toHaveLength(1);
});

describe('the age of what is no person', () => {
  it.each([
    ['樓齡45年。', '樓齡54年。', 'The building is 45 years old.'],
    ['這艘45年船齡的貨輪沉沒。', '這艘54年船齡的貨輪沉沒。', 'The 45-year-old cargo ship sank.'],
    ['The building is 45 years old.', 'The building is 54 years old.', '該廈已有45年歷史。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });
});

describe('a bare 元', () => {
  it.each([
    ['2025財年收入為30億元。', 'Revenue in fiscal 2025 was 3 billion yuan.'],
    ['公司去年收入為30億元。', 'The company had revenue of NT$3 billion last year.'],
  ])('is the currency of its source: %s', (told, source) => {
    expect(doubtsIn(told, source).filter((doubt) => doubt.startsWith('number'))).toEqual([]);
  });

  it('is no US dollar', () => {
    expect(doubtsIn('收入為30億元。', 'Revenue was US$3 billion.')).toEqual(['number 30億元']);
  });
});

describe('a Chinese name without a word of saying', () => {
  it.each([
    ['陳肇始出任局長。', '陳肇恒出任局長。', '新任局長為陳肇始。'],
    ['梁子文獲委任為主席。', '梁子明獲委任為主席。', '主席一職由梁子文接任。'],
    ['何啟聰當選會長。', '何啟明當選會長。', '會長選舉由何啟聰勝出。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

describe('a well-known firm, club or person, in either language', () => {
  it.each([
    ['滙豐計劃裁減500個職位。', '渣打計劃裁減500個職位。', 'HSBC plans to cut 500 jobs.'],
    ['Alibaba plans to cut 500 jobs.', 'Tencent plans to cut 500 jobs.', '阿里巴巴計劃裁減500個職位。'],
    ['曼聯以2比1勝出。', '曼城以2比1勝出。', 'Manchester United won 2-1.'],
    ['特朗普簽署關稅命令。', '拜登簽署關稅命令。', 'Donald Trump signed the tariff order.'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });

  it.each([
    // Another may be told of where nobody of its sort is left untold.
    ['特朗普簽署關稅命令。', 'The US president signed the tariff order.'],
    ['英特爾股價下跌。', 'Shares of the chip maker fell.'],
    ['Alibaba and Tencent plan to cut jobs.', '阿里巴巴計劃裁員，科網股下跌。'],
  ])('is left alone: %s', (told, source) => {
    expect(doubtsIn(told, source)).toEqual([]);
  });
});

describe('a figure that is worked out', () => {
  it.each([
    [
      'The payments came in 38 instalments, an average of about £49,000 each.',
      'The payments came in 38 instalments, an average of about £59,000 each.',
      'He received £1.86 million in 38 instalments.',
    ],
    [
      '每年要多付約6,700克朗，即每月約560克朗。',
      '每年要多付約6,700克朗，即每月約860克朗。',
      'It will cost them about 6,700 kroner more a year.',
    ],
    [
      '受訪的22名經濟師中，19人料錯。',
      '受訪的22名經濟師中，16人料錯。',
      'Of 22 economists polled only three had foreseen the move.',
    ],
    [
      '首期為5,200萬英鎊，若附加條款兌現，總額為5,900萬英鎊。',
      '首期為5,200萬英鎊，若附加條款兌現，總額為6,900萬英鎊。',
      'Villa paid an initial £52 million, with £7 million in add-ons.',
    ],
    [
      '紐卡素出價4,800萬英鎊，比成交價少400萬英鎊。',
      '紐卡素出價4,800萬英鎊，比成交價少900萬英鎊。',
      'Villa signed him for £52 million.\nHe is 22.\nHe scored often.\nNewcastle had a bid of £48 million turned down.',
    ],
    [
      'With 648,000 people registered, that means about 202,000 voted.',
      'With 648,000 people registered, that means about 252,000 voted.',
      '登記選民64.8萬人，投票率為31.2%。',
    ],
    [
      'Of 416 complaints half, or 208, were about noise.',
      'Of 416 complaints half, or 258, were about noise.',
      '共接獲416宗投訴，當中一半涉及噪音。',
    ],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });

  it('in a heading stands on its section', () => {
    const told = (heading: string) => `【${heading}】\n他的年薪由140萬歐元增至600萬歐元。`;
    const source = 'His salary rises from €1.4 million to €6 million a year.';
    expect(doubtsIn(told('年薪升逾三倍'), source)).toEqual([]);
    expect(doubtsIn(told('年薪升逾七倍'), source)).toHaveLength(1);
  });
});

describe('days and hours as people call them', () => {
  it.each([
    [
      'The council meets on New Year’s Day.',
      'The council meets on Boxing Day.',
      'The council meets on 1 January.',
    ],
    ['新議會於元旦開會。', '新議會於聖誕節開會。', 'The council meets on 1 January.'],
    [
      'He was led away shortly before noon.',
      'He was led away shortly before 3pm.',
      'He was led away at 11.40am.',
    ],
    ['他在下午三時許被帶走。', '他在下午五時許被帶走。', 'He was led away at 3.10pm.'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });

  it('times in a row are no degrees: 八度', () => {
    const source = 'He has eight caps for Portugal.';
    expect(doubtsIn('他曾八度代表葡萄牙。', source)).toEqual([]);
    expect(doubtsIn('他曾九度代表葡萄牙。', source)).toHaveLength(1);
  });
});

describe('which way', () => {
  it.each([
    [
      '央行把2027年經濟增長預測由1.6%下調至1.1%。',
      '央行把2027年經濟增長預測由1.6%上調至1.1%。',
      'The bank now expects GDP to grow 1.1 per cent in 2027; in September it had forecast 1.6 per cent.',
    ],
    [
      'Porto rejected a Newcastle bid of £48 million on Saturday.',
      'Porto accepted a Newcastle bid of £48 million on Saturday.',
      'Newcastle had a bid of £48 million turned down by Porto on Saturday.',
    ],
    [
      'Borrowing will be £117 billion, which is £4 billion less than was forecast in March.',
      'Borrowing will be £117 billion, which is £4 billion more than was forecast in March.',
      'Borrowing this year is forecast at £117bn, £4bn lower than expected in March.',
    ],
    [
      'The Derwent peaked some 40 centimetres below its level in December 2015.',
      'The Derwent peaked some 40 centimetres above its level in December 2015.',
      'The river Derwent at Cockermouth peaked about 40cm below the level reached in December 2015.',
    ],
    [
      '以借款20萬英鎊、分25年攤還計算，每月供款約1,123英鎊，較一年前少約92英鎊。',
      '以借款20萬英鎊、分25年攤還計算，每月供款約1,123英鎊，較一年前多約92英鎊。',
      'Someone borrowing £200,000 over 25 years on that rate pays about £1,123 a month, roughly £92 less than 12 months ago.',
    ],
    [
      'It admitted the offence and must also pay £128,400 in costs.',
      'It denied the offence and must also pay £128,400 in costs.',
      'The firm, which admitted one offence, was also ordered to pay costs of £128,400.',
    ],
    [
      '財政部長拒絕評論加息。',
      '財政部長拒絕評論減息。',
      'The rate was raised on Thursday. The finance minister declined to comment on the rise.',
    ],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

describe('who says what, and how many seats', () => {
  it('is whoever says what stands behind the name, whoever tells the rest', () => {
    const source =
      'House prices rose 0.3 per cent in October and are 6.2 per cent higher than a year earlier, Real Estate Norway said. Its managing director Henning Lauridsen expects them to flatten this winter.';
    const told =
      '樓價10月升0.3%，按年則升逾6%，挪威地產業協會的勞里德森（Henning Lauridsen）預期今個冬天會持平。';
    expect(doubtsIn(told, source)).toEqual([]);
  });

  it('reads seats: 五席', () => {
    expect(doubtsIn('Independents won five seats.', '獨立候選人取得五席。')).toEqual([]);
    expect(doubtsIn('Independents won six seats.', '獨立候選人取得五席。')).toHaveLength(1);
  });
});

describe('a country behind the word that opens the sentence', () => {
  it.each([
    ['The Dutch government resigned.', 'The Danish government resigned.', '荷蘭政府總辭。'],
    ['In Lisbon the trams stopped.', 'In Madrid the trams stopped.', '里斯本的電車停駛。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).toHaveLength(1);
  });
});

describe('a figure that is worked out from what is told elsewhere', () => {
  it.each([
    [
      'Net debt has come down by £46 million to £141 million.',
      'Net debt has come down by £64 million to £141 million.',
      'Net debt fell to 141 million pounds from 187 million.',
    ],
    [
      'It expects £96 million to £99 million, £5 million to £6 million more than before.',
      'It expects £96 million to £99 million, £8 million to £12 million more than before.',
      'It now expects annual profit of between £96 million and £99 million, up from a forecast of £90 million to £94 million.',
    ],
    [
      'By 3pm power had been restored to 45,000 homes, leaving around 17,000 without.',
      'By 3pm power had been restored to 45,000 homes, leaving around 27,000 without.',
      'About 62,000 homes lost power.\nA man died.\nTrees fell.\nSchools were shut.\nPower had been restored to 45,000 homes by 3pm.',
    ],
    [
      'Pay starts at £13.40 an hour, 69p more than the legal minimum of £12.71.',
      'Pay starts at £13.40 an hour, 69p more than the legal minimum of £12.17.',
      'Pay at the site started at £13.40 an hour, 69p above the legal minimum.',
    ],
    ['公司已連續九年虧損。', '公司已連續七年虧損。', 'The company has lost money for nine straight years.'],
    ['首兩名死者是一對六十多歲夫婦。', '首兩名死者是一對八十多歲夫婦。', '罹難者為一對6旬夫妻。'],
    ['他欠下高利貸逾100萬元。', '他欠下高利貸逾500萬元。', '他欠下「大耳窿」過百萬元債務。'],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

describe('a report of a match', () => {
  const source =
    'Okafor headed a 94th-minute equaliser as Harlow came from two goals down to draw 2-2.\nPyke was sent off eight minutes after the break.\nRuiz pulled one back from the spot on 71 minutes.\n“At three-nil down most teams fold,” said Marsh.';
  it.each([
    [
      'Harlow recovered from two goals down to draw 2-2.',
      'Harlow recovered from two goals down to draw 4-4.',
    ],
    ['Pyke was dismissed in the 53rd minute.', 'Pyke was dismissed in the 58th minute.'],
    ['Ruiz scored with 19 minutes left.', 'Ruiz scored with 29 minutes left.'],
    ['派克在第53分鐘被逐離場。', '派克在第63分鐘被逐離場。'],
    ['魯伊斯在完場前19分鐘追回一球。', '魯伊斯在完場前29分鐘追回一球。'],
    [
      'Marsh said that most teams would have folded at 3-0 down.',
      'Marsh said that most teams would have folded at 4-0 down.',
    ],
  ])('%s', (right, wrong) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

it('is of two sources, one of them in another language', () => {
  const sources = [
    'At least 23 people died. Rescuers had found 109 survivors, leaving 39 people unaccounted for, the agency chief told reporters.',
    '當地警方15日說，遇難人數已升至26人，另有36人下落不明，110人獲救。',
  ].map((text, at) =>
    aSource(at + 1, `https://outlet.test/${at}`, text, { publishedAtMs: PUBLISHED, title: '' }),
  );
  const { claims } = new ClaimCheck({ builtAtMs: PUBLISHED, sources }).check({
    title: '',
    body: '失蹤人數方面，搜救當局早前說有39人，警方的數字為36人。[1][2]',
  });
  expect(claims.filter(({ claim }) => claim.verdict === 'doubted')).toEqual([]);
});

it('takes no firm’s name from the words around a count', () => {
  expect(
    doubtsIn('她117次把公司支票存入自己的戶口。', '她盜取公司款項，先後117次將公司支票存入自己的戶口。'),
  ).toEqual([]);
});

describe('who says what', () => {
  it.each([
    [
      'Corrigan wrote 163 cheques to herself, the prosecutor, Daniel Aske, said.',
      'Corrigan wrote 163 cheques to herself, her barrister, Tobias Lund, said.',
    ],
    [
      'Tobias Lund said that she had a gambling addiction and had repaid £9,500.',
      'Daniel Aske said that she had a gambling addiction and had repaid £9,500.',
    ],
  ])('%s', (right, wrong) => {
    const source =
      "Prosecutor Daniel Aske told the court that Corrigan had written 163 cheques to herself.\nCorrigan's barrister, Tobias Lund, said she had a gambling addiction. He said she had repaid £9,500.";
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });
});

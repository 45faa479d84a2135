import { describe, expect, it } from 'vitest';
import { Clusterer } from '../../../../src/newsroom/intake/cluster/clusterer.ts';

const OTHER_NEWS = [
  'Ferry strike enters second week as talks stall',
  '西貢行山徑山泥傾瀉　兩條路線封閉',
  'Museum of clocks opens after long repairs',
  '中學文憑試放榜　狀元人數創十年新低',
];

/** Whether the second headline finds the event of the first, among other news. */
function joins(one: string, other: string): boolean {
  const clusterer = new Clusterer();
  const items = [...OTHER_NEWS, one, other].map((title, n) => ({ title, lede: '', atMs: n * 600_000 }));
  let events = 0;
  for (const item of items) {
    const decision = clusterer.decide(item);
    const eventId = decision.action === 'join' ? decision.eventId : ++events;
    if (decision.action !== 'join') clusterer.begin(eventId);
    clusterer.place(item, eventId);
  }
  return clusterer.eventOf(items.at(-1)!) === clusterer.eventOf(items.at(-2)!);
}

describe('headlines in two languages, without a model', () => {
  it.each([
    [
      'Northquay exchange halts withdrawals after $84.6 million hole',
      '加密貨幣交易所Northquay暫停提款　虧空8460萬美元',
    ],
    ['Japan earthquake: magnitude 7.4 quake kills 126', '日本7.4級地震增至126死'],
    ['Federal Reserve cuts interest rates to 3.75%', '美聯儲宣布減息　利率降至3.75厘'],
    ['Gold price hits record $4,381 an ounce', '金價創新高　每盎司見4,381美元'],
    ['Airbus A350 of Skymark makes emergency landing in Taipei', 'Skymark航空A350客機緊急降落台北'],
  ])('join when names and numbers agree: %s', (english, chinese) => {
    expect(joins(english, chinese)).toBe(true);
    expect(joins(chinese, english)).toBe(true);
  });

  it.each([
    ['Japan earthquake: magnitude 7.4 quake kills 126', '日本5.1級地震　無人受傷'],
    [
      'Northquay exchange halts withdrawals after $84.6 million hole',
      '加密貨幣交易所Southbay暫停提款　虧空2300萬美元',
    ],
    ['UK parliament passes budget', '英國國會通過移民法案'],
    ['Fire in London school injures 12', '倫敦銀行大火　40人死亡'],
    ['China announces tariffs on US goods', '中國暫緩關稅'],
    ['Police arrest 12 in Paris protest', '巴黎球迷騷亂　12人受傷'],
  ])('stay apart when only the kind of thing agrees: %s', (english, chinese) => {
    expect(joins(english, chinese)).toBe(false);
    expect(joins(chinese, english)).toBe(false);
  });
});

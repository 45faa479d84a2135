/** Figures that a writer works out from the sources' own, told right and told wrong. */
import { describe, expect, it } from 'vitest';
import { inspectVerifyLine } from '../../../src/newsroom/inspect/inspect-verify.ts';
import { scorePair } from './claims-score.ts';

describe('a figure worked out from two of a source', () => {
  it.each([
    [
      'The bank cut its growth forecast for next year to 1.8% from 2.3%.',
      'The bank expects growth of 1.8 per cent next year, half a point less than it had forecast.',
      'The bank expects growth of 1.8 per cent next year, a quarter point less than it had forecast.',
    ],
    [
      '投票率達71.2%，較四年前的47%大增。',
      '投票率達71.2%，比四年前多24個百分點以上。',
      '投票率達71.2%，比四年前多34個百分點以上。',
    ],
    [
      'About 905,000 households lost power, and 312,000 were still without it at noon.',
      'More than 900,000 households lost power, and roughly a third of those were without it at noon.',
      'More than 900,000 households lost power, and roughly two-thirds of those were without it at noon.',
    ],
    [
      'The interim dividend is 3 HK cents a share, against 12 HK cents last year.',
      "The dividend is 3 HK cents, a quarter of last year's 12 cents.",
      "The dividend is 3 HK cents, a fifth of last year's 12 cents.",
    ],
    [
      'The first boat carried 214 passengers and the second 131.',
      'The boats carried 214 and 131 passengers, 345 in total.',
      'The boats carried 214 and 131 passengers, 435 in total.',
    ],
    ['首艘載客214人，次艘131人。', '首艘載客214人，兩艘合共345人。', '首艘載客214人，兩艘合共435人。'],
    ['羅耀基連任五屆，今次敗選。', '爭取第六度連任的羅耀基敗選。', '爭取第七度連任的羅耀基敗選。'],
    [
      '同一幅畫2011年拍出1.28億元。',
      '同一幅畫2011年以1.28億元成交，八年間升值。',
      '同一幅畫2011年以1.28億元成交，六年間升值。',
    ],
    [
      '股價收報24.15元，創2012年2月以來新低。',
      '股價跌至24.15元，見近八年低位。',
      '股價跌至24.15元，見近六年低位。',
    ],
    [
      'Inflation will average 5.9%, up from the 4.1% it forecast in December.',
      'Inflation will average 5.9 per cent, 1.8 points more than it forecast in December.',
      'Inflation will average 5.9 per cent, 2.8 points more than it forecast in December.',
    ],
    ['撥款由4,000萬元增至5,200萬元。', '撥款增加1,200萬元至5,200萬元。', '撥款增加2,200萬元至5,200萬元。'],
    [
      '以貸款500萬元計，每月供款減少720元。',
      '每月供款減720元，一年合共慳8,640元。',
      '每月供款減720元，一年合共慳6,840元。',
    ],
    ['The mill was completed in 1978.', 'The mill is 41 years old.', 'The mill is 51 years old.'],
    ['火警在晚上9時14分發生，10時02分升級。', '火警在48分鐘後升級。', '火警在28分鐘後升級。'],
    ['發出5,610張，當中5,020張已履行。', '發出5,610張，尚餘590張。', '發出5,610張，尚餘690張。'],
    [
      'Growth is put at 0.9%, down from 1.4% in December.',
      'Growth is put at 0.9 per cent, half a point less than in December.',
      'Growth is put at 0.9 per cent, half a point more than in December.',
    ],
    ['The index closed at 5,618.26.', 'The index closed at 5,618.', 'The index closed at 5,681.'],
  ])('%s → %s, not %s', async (source, supported, changed) => {
    expect(await scorePair({ source, supported, changed })).toEqual({ falseAlarms: [], caught: true });
  });

  it.each([
    // Nothing says that it is worked out.
    [
      'Some 905,000 homes lost power, 312,000 for a day.',
      'Some 905,000 homes lost power, and 593,000 got help.',
    ],
    // Their units are apart.
    [
      'Sales fell to 30 million euros. It shut 12 shops.',
      'Sales were 30 million euros, 18 more than planned.',
    ],
    // Neither of the two is told.
    ['It sold 905,000 tickets, 312,000 of them abroad.', 'It sold 593,000 tickets more than abroad.'],
  ])('but not of %s: %s', async (source, changed) => {
    const { caught } = await scorePair({ source, supported: '', changed });
    expect(caught).toBe(true);
  });
});

describe('a title', () => {
  const doubtsOf = async (title: string, text: string) => {
    const sources = [{ n: 1, url: 'https://paper.test/a', publishedAt: '2019-11-20T08:00:00Z', text }];
    const { claims } = await inspectVerifyLine({ builtAt: '2019-11-20T12:00:00Z', title, body: '', sources });
    return claims.filter(({ verdict }) => verdict === 'doubted').map((claim) => claim.text);
  };

  it.each([
    ['Typhoon cuts power to 900,000 homes', 'About 905,000 homes lost power.', []],
    ['Typhoon cuts power to 700,000 homes', 'About 905,000 homes lost power.', ['700,000']],
    ['Typhoon leaves 19 dead', 'At least 18 died.', ['19']],
    ['亞洲拍賣額跌兩成', '首三季拍賣總額按年跌兩成一。', []],
    ['大罷工八成高鐵停駛', '國鐵九成高鐵列車取消。', ['八成']],
  ])('%s: %s', async (title, text, doubted) => {
    expect(await doubtsOf(title, text)).toEqual(doubted);
  });
});

/** Which way something went: told the other way round it is doubted, told honestly in other words it is not. */
import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 18, 9);

function doubtsIn(source: string, told: string): string[] {
  const pack = {
    builtAtMs: PUBLISHED,
    sources: [aSource(1, 'https://outlet.test/a', source, { publishedAtMs: PUBLISHED, title: '' })],
  };
  const { claims } = new ClaimCheck(pack).check({ title: '', body: `${told}[1]` });
  return claims
    .filter(({ claim }) => claim.kind === 'direction' && claim.verdict === 'doubted')
    .map(({ claim }) => claim.text);
}

describe('what went one way', () => {
  it.each([
    [
      'The peso weakened 0.8% to 19.42 a dollar.',
      'The peso lost 0.8 per cent.',
      'The peso gained 0.8 per cent.',
    ],
    ['The Nikkei added 112 points.', 'The Nikkei rose 112 points.', 'The Nikkei fell 112 points.'],
    [
      'Rents are 30% higher in the port than inland.',
      'Rents in the port are 30 per cent higher than inland.',
      'Rents in the port are 30 per cent lower than inland.',
    ],
    [
      'The shares ended down 6.1%.',
      'The shares ended 6.1 per cent lower.',
      'The shares ended 6.1 per cent higher.',
    ],
    [
      'The plot fetched 18 per cent below the price of its neighbour.',
      '該地成交價較毗鄰地皮低一成八。',
      '該地成交價較毗鄰地皮高一成八。',
    ],
    ['零售商生意少兩至四成。', '零售商生意減少20%至40%。', '零售商生意增加20%至40%。'],
    [
      'Turnover came to £37m, compared with £50m, down 26 per cent.',
      '成交額較去年少26%。',
      '成交額較去年多26%。',
    ],
    [
      'In a poll, 58% supported the toll and 31% opposed it.',
      '民調顯示，58%支持收費。',
      '民調顯示，58%反對收費。',
    ],
    ['Its loan margin narrowed by seven basis points to 1.9%.', '貸款息差收窄7點子。', '貸款息差擴闊7點子。'],
    [
      'His brother Alan was cleared by a jury of handling stolen goods.',
      'His brother, Alan, was acquitted by a jury of handling stolen goods.',
      'His brother, Alan, was convicted by a jury of handling stolen goods.',
    ],
    [
      'Rowe pleaded guilty to theft from the charity in May.',
      'Rowe admitted theft from the charity in May.',
      'Rowe denied theft from the charity in May.',
    ],
    [
      'Profit was £31m, missing the £35m forecast of nine analysts.',
      '利潤3,100萬英鎊，遜於九名分析員預測的3,500萬英鎊。',
      '利潤3,100萬英鎊，勝過九名分析員預測的3,500萬英鎊。',
    ],
    [
      '何思敏以2,310票擊敗工商黨主席黃柏年。',
      '何思敏得2,310票，擊敗爭取連任的工商黨主席黃柏年。',
      '何思敏得2,310票，不敵爭取連任的工商黨主席黃柏年。',
    ],
    ['股份跌幅擴大至7.3%。', '股份跌幅擴至7.3%。', '股份跌幅縮至7.3%。'],
    // The figures gainsay the word, in the sentence or in the source.
    [
      'Sales dropped 7.8%, against a decline of 3.1% a year before.',
      '銷售下跌7.8%，跌幅較去年的3.1%擴大。',
      '銷售下跌7.8%，跌幅較去年的3.1%收窄。',
    ],
    [
      'The margin improved to 49.7% from 46.9%.',
      'The margin widened to 49.7 per cent.',
      'The margin narrowed to 49.7 per cent.',
    ],
    ['佔比由10.7%升至15%。', '佔比由10.7%升至15%。', '佔比由10.7%跌至15%。'],
    ['Turnout was 61.8%, up from 59.9%.', '投票率61.8%，高於上屆的59.9%。', '投票率61.8%，低於上屆的59.9%。'],
    [
      'Profit was £71.3 million. The consensus was £66.8 million.',
      'Profit of £71.3 million beat the average forecast of £66.8 million.',
      'Profit of £71.3 million missed the average forecast of £66.8 million.',
    ],
    [
      'The ice-age cycle slowed from 41,000 to 100,000 years.',
      'The cycle lengthened from 41,000 to 100,000 years.',
      'The cycle shortened from 41,000 to 100,000 years.',
    ],
    [
      '9月進口量按年減少2.3%。',
      'Imports were 2.3 per cent fewer than a year before.',
      'Imports were 2.3 per cent more than a year before.',
    ],
    [
      '業績遜預期，該行原先預測盈利2.25億元。',
      '業績遜於該行預測的2.25億元。',
      '業績勝於該行預測的2.25億元。',
    ],
    [
      'The country may have to import 300,000 tonnes of rice.',
      '國家或要進口30萬噸米。',
      '國家或要出口30萬噸米。',
    ],
    [
      'The cashier’s husband, a tailor, will stand trial on a count of money laundering, which he denies.',
      '出納員的裁縫丈夫否認一項洗黑錢罪。',
      '出納員的裁縫丈夫承認一項洗黑錢罪。',
    ],
  ])('%s', (source, honest, reversed) => {
    expect(doubtsIn(source, honest)).toEqual([]);
    expect(doubtsIn(source, reversed)).not.toEqual([]);
  });

  it.each([
    ['The board lost 3 members and 5% of its budget.', 'The board has 5 per cent less to spend.'],
    ['At most 10% may be sold to staff.', '最多10%可售予員工。'],
    ['The minister denied the claim and admitted the delay.', 'The minister admitted the delay.'],
    ['Inflation fell to 5.2%.', 'Inflation is still above 5 per cent, having dropped to 5.2 per cent.'],
    [
      'The clinic treated 40% more patients for £2m less.',
      'The clinic spent £2m less on 40 per cent more patients.',
    ],
  ])('an honest retelling of %s', (source, honest) => {
    expect(doubtsIn(source, honest)).toEqual([]);
  });
});

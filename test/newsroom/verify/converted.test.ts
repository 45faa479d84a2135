import { describe, expect, it } from 'vitest';
import { marketSource } from '../../../src/newsroom/edition/market-source.ts';
import type { MarketSnapshot } from '../../../src/newsroom/model/market-snapshot.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const AT = Date.UTC(2026, 10, 18, 9);
const MARKET: MarketSnapshot = {
  takenAtMs: AT,
  quotes: [
    {
      symbol: 'usdhkd',
      label: '美元兌港元',
      currency: 'HKD',
      last: 7.8,
      previousClose: 7.79,
      change: 0.01,
      changePercent: 0.13,
      asOfMs: AT,
      day: '2026-11-18',
      session: 'today',
      closes: [],
      source: 'Stooq',
      sourceUrl: 'https://stooq.com/q/?s=usdhkd',
    },
  ],
};

function numbersOf(body: string, market?: MarketSnapshot) {
  const article = aSource(1, 'https://outlet.test/1', 'The company was awarded US$5 million.', {
    publishedAtMs: AT,
    title: '',
  });
  const snapshot = market
    ? [marketSource(market, 9, { zone: 'Asia/Hong_Kong', language: 'zh-Hant-HK' })]
    : [];
  const pack = { builtAtMs: AT, sources: [article, ...snapshot], ...(market && { market }) };
  return new ClaimCheck(pack)
    .check({ title: '', body })
    .claims.filter(({ claim }) => claim.kind === 'number')
    .map(({ claim, miscited }) => [claim.text, claim.verdict, claim.passage?.n, miscited]);
}

const OWN = ['500萬美元', 'supported', 1, undefined];

describe('a sum that is told in a second currency', () => {
  it('stands on the rate of the snapshot, which is cited for it', () => {
    expect(numbersOf('公司獲賠500萬美元（約3,900萬港元）。[1][9]', MARKET)).toEqual([
      OWN,
      ['3,900萬港元', 'supported', 9, undefined],
    ]);
    expect(numbersOf('公司獲賠500萬美元（約3,900萬港元）。[1]', MARKET)[1]).toEqual([
      '3,900萬港元',
      'supported',
      9,
      9,
    ]);
    expect(numbersOf('It was awarded US$5 million (about HK$39 million). [1]', MARKET)[1]?.[1]).toBe(
      'supported',
    );
  });

  it.each([
    ['at another rate', '公司獲賠500萬美元（約3,500萬港元）。[1][9]', MARKET],
    ['into a currency without a rate', '公司獲賠500萬美元（約390萬英鎊）。[1][9]', MARKET],
    ['without a snapshot', '公司獲賠500萬美元（約3,900萬港元）。[1]', undefined],
  ])('is doubted %s', (_, body, market) => {
    expect(numbersOf(body, market).map(([, verdict]) => verdict)).toEqual(['supported', 'doubted']);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HomeFiles } from '../../../src/async/home-files.ts';
import { AssetCollector } from '../../../src/newsroom/assets/asset-collector.ts';
import { chooseMarkets } from '../../../src/newsroom/assets/market/choose-markets.ts';
import { marketInput, marketSource } from '../../../src/newsroom/edition/market-source.ts';
import type { Market } from '../../../src/newsroom/edition/edition-markets.ts';
import { UndiciFetcher } from '../../../src/web-fetch/undici-fetcher.ts';
import type { MarketSnapshot } from '../../../src/newsroom/model/market-snapshot.ts';
import { numbersIn } from '../../../src/text/numbers.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { eventually, FakeClock } from '../../support/fake-clock.ts';
import { hangs, LoopbackMarket, says } from '../../support/market/loopback-market.ts';
import { candles, closeAt, historyRows, weekdays } from '../../support/market/sessions.ts';
import { anEdition } from '../an-edition.ts';

/** Tuesday, 10:15 in London. */
const NOW = Date.UTC(2026, 5, 2, 9, 15);
const LIVE = new AbortController().signal;

const share: Market = {
  provider: 'stooq',
  symbol: 'acme.us',
  label: 'Acme',
  currency: 'USD',
  categories: ['US Stocks'],
  words: ['Acme'],
};
const spx: Market = {
  ...share,
  symbol: '^spx',
  label: 'S&P 500',
  currency: 'points',
  words: ['S&P 500'],
  otherwise: true,
};
const bitcoin: Market = {
  provider: 'coinbase',
  symbol: 'BTC-USD',
  label: 'Bitcoin',
  currency: 'USD',
  categories: ['Crypto'],
  words: ['bitcoin'],
};
const STOCKS = { category: 'US Stocks', title: 'Wall Street falls' };
const CRYPTO = { category: 'Crypto', title: 'Bitcoin falls' };

let market: LoopbackMarket;
let fetcher: UndiciFetcher;
beforeAll(async () => {
  market = new LoopbackMarket();
  await market.start();
  // No time of ours passes: a busy machine may take as long as it likes.
  const patience = { totalMs: 600_000, idleMs: 600_000 };
  fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [market.host],
    ...patience,
  });
});
afterAll(async () => {
  await fetcher.close();
  await market.stop();
});

/** Sessions from March to Monday, 1 June; history's last row is that of the quote. */
const DAYS = weekdays('2026-06-01', 80);
beforeEach(() => {
  market.stooq.set('^spx', {
    quote: '2026-06-01,22:00:11,5190,5240,5180,5204.18,0',
    history: historyRows(DAYS),
  });
  market.coinbase.set('BTC-USD', { amount: '67012.345', candles: candles('2026-06-02', 90, 66_000) });
});
afterEach(() => {
  market.faults.clear();
  market.stooq.clear();
  market.coinbase.clear();
  market.asked.length = 0;
});

const studio = { make: () => Promise.reject(new Error('no pictures here')) };
function collector(clock = new FakeClock(NOW)): AssetCollector {
  const edition = anEdition({ markets: { symbols: [spx, share, bitcoin] } });
  return new AssetCollector({
    clock,
    edition,
    fetcher,
    studio,
    files: new HomeFiles({ home: '/' }),
    stooqUrl: market.url,
    coinbaseUrl: market.url,
  });
}
const ask = (story: { category: string; title: string }, now = NOW) =>
  collector(new FakeClock(now)).beforeWriting(story, LIVE);

describe('a market snapshot', () => {
  it('has the last price of Stooq, the close before it, and sixty sessions', async () => {
    const { snapshot, failures } = await ask(STOCKS);
    expect(failures).toEqual([]);
    const quote = snapshot!.quotes[0]!;
    expect(snapshot!.quotes).toHaveLength(1);
    const previous = closeAt(78);
    expect(quote).toMatchObject({
      symbol: '^spx',
      label: 'S&P 500',
      currency: 'points',
      last: 5204.18,
      previousClose: previous,
      change: Number((5204.18 - previous).toFixed(2)),
      changePercent: Number((((5204.18 - previous) / previous) * 100).toFixed(2)),
      day: '2026-06-01',
      session: 'latest session',
      source: 'Stooq',
      sourceUrl: 'https://stooq.com/q/?s=%5Espx',
      // 22:00:11 in Warsaw's summer.
      asOfMs: Date.UTC(2026, 5, 1, 20, 0, 11),
    });
    expect(quote.closes.map(({ day }) => day)).toEqual(DAYS.slice(19, 79));
    expect(quote.closes.at(-1)).toEqual({ day: '2026-05-29', close: previous });
    expect(market.asked.toSorted()).toEqual([
      '/q/d/l/?s=%5Espx&i=d&d1=20260212&d2=20260602',
      '/q/l/?s=%5Espx&f=sd2t2ohlcv&h&e=csv',
    ]);
  });

  it('reads the time of Stooq as Warsaw has it in winter, too', async () => {
    const days = weekdays('2026-01-14', 20);
    market.stooq.set('^spx', { quote: '2026-01-15,17:30:00,1,1,1,4999.5,0', history: historyRows(days) });
    const { snapshot } = await ask(STOCKS, Date.UTC(2026, 0, 15, 16, 45));
    expect(snapshot!.quotes[0]).toMatchObject({ asOfMs: Date.UTC(2026, 0, 15, 16, 30), session: 'today' });
  });

  it('reads a table behind notices, with days that have no numbers', async () => {
    const rows = [...historyRows(DAYS), '2026-05-25,N/D,N/D,N/D,N/D,N/D'].join('\n');
    market.faults.set(
      '/q/d/l/',
      says(`\nWarning: Division by zero in x\n\nDate,Open,High,Low,Close,Volume\n${rows}\n`),
    );
    const { snapshot } = await ask(STOCKS);
    expect(snapshot!.quotes[0]!.closes).toHaveLength(60);
  });

  it('has the spot price of Coinbase and the closes of days that have ended', async () => {
    const { snapshot } = await ask(CRYPTO);
    const quote = snapshot!.quotes[0]!;
    expect(quote).toMatchObject({
      last: 67_012.345,
      asOfMs: NOW,
      day: '2026-06-02',
      session: 'today',
      previousClose: closeAt(89, 66_000),
      source: 'Coinbase',
    });
    expect(quote.closes).toHaveLength(60);
    expect(quote.closes.at(-1)!.day).toBe('2026-06-01');
    expect(quote.closes[0]!.day).toBe('2026-04-03');
    expect(quote.change).toBe(Number((67_012.345 - closeAt(89, 66_000)).toFixed(3)));
  });

  const stooqFaults: [string, string, string, () => void][] = [
    ['a symbol nobody knows', 'no_data', 'no ', () => market.stooq.delete('^spx')],
    [
      'a used-up quota',
      'quota',
      'today',
      () => market.faults.set('/q/l/', says('Exceeded the daily hits limit')),
    ],
    ['no history', 'no_data', 'no such data', () => market.faults.set('/q/d/l/', says('No data'))],
    [
      'a page that wants a browser',
      'bad_format',
      '<!doctype html>',
      () => market.faults.set('/q/', says('<!doctype html><script>solve()</script>')),
    ],
    ['nothing at all', 'bad_format', 'instead of a table', () => market.faults.set('/q/l/', says(''))],
    [
      'half a row',
      'bad_format',
      'a quote of',
      () => market.faults.set('/q/l/', says('Symbol,Date,Time,Open,High,Low,Close\n^SPX,2026-06-01,22:0')),
    ],
    [
      "another symbol's row",
      'bad_format',
      'no row',
      () =>
        market.faults.set(
          '/q/l/',
          says('Symbol,Date,Time,Open,High,Low,Close\n^DJI,2026-06-01,22:00:00,1,1,1,1'),
        ),
    ],
    ['a server that fails', 'unreachable', 'http_500', () => market.faults.set('/q/l/', says('', 500))],
    [
      'a halted share',
      'stale',
      'last traded on 2026-05-20',
      () =>
        market.stooq.set('^spx', { quote: '2026-05-20,15:31:00,1,1,1,5000,0', history: historyRows(DAYS) }),
    ],
    [
      'a history that ended',
      'stale',
      'ends on 2026-05-',
      () =>
        market.stooq.set('^spx', {
          quote: '2026-06-01,22:00:00,1,1,1,5000,0',
          history: historyRows(weekdays('2026-05-15', 30)),
        }),
    ],
    [
      'pence for pounds',
      'implausible',
      'after',
      () =>
        market.stooq.set('^spx', { quote: '2026-06-01,22:00:00,1,1,1,520418,0', history: historyRows(DAYS) }),
    ],
    [
      'a price of zero',
      'implausible',
      'not above zero',
      () => market.stooq.set('^spx', { quote: '2026-06-01,22:00:00,0,0,0,0,0', history: historyRows(DAYS) }),
    ],
  ];
  it.each(stooqFaults)('says what is wrong with %s: %s', async (_what, error, detail, breakIt) => {
    breakIt();
    const found = await ask(STOCKS);
    expect(found.snapshot).toBeUndefined();
    expect(found.failures).toEqual([
      { kind: 'market', of: '^spx', error, detail: expect.stringContaining(detail) as string },
    ]);
  });

  it.each([
    ['an unknown product', 'no_data', () => market.coinbase.clear()],
    ['a price that is no JSON', 'bad_format', () => market.faults.set('/v2/', says('<html>'))],
    [
      'a price of something else',
      'bad_format',
      () => market.faults.set('/v2/', says('{"data":{"amount":"1","base":"ETH","currency":"USD"}}')),
    ],
    ['candles of another form', 'bad_format', () => market.faults.set('/products/', says('[[1,2],[3]]'))],
    ['candles of no time', 'no_data', () => market.faults.set('/products/', says('[[1e300,1,1,1,1,1]]'))],
    ['no candles', 'no_data', () => market.faults.set('/products/', says('[]'))],
    ['too many questions', 'quota', () => market.faults.set('/products/', says('{}', 429))],
  ])('says what is wrong with %s of Coinbase: %s', async (_what, error, breakIt) => {
    breakIt();
    const found = await ask(CRYPTO);
    expect(found.failures.map((it) => it.error)).toEqual([error]);
    expect(found.snapshot).toBeUndefined();
  });

  it('keeps the one market when the other has no numbers', async () => {
    const found = await ask({ category: 'US Stocks', title: 'S&P 500 falls with Acme' });
    expect(found.snapshot!.quotes.map(({ symbol }) => symbol)).toEqual(['^spx']);
    expect(found.failures).toMatchObject([{ of: 'acme.us', error: 'no_data' }]);
  });

  it('waits for nobody longer than its budget', async () => {
    market.faults.set('/q/l/', hangs);
    const clock = new FakeClock(NOW);
    const asking = collector(clock).beforeWriting(STOCKS, LIVE);
    await eventually(() => market.asked.length === 2);
    await clock.advance(15_000);
    expect((await asking).failures).toMatchObject([{ error: 'out_of_time' }]);
    expect(clock.waiters).toBe(0);
  });

  it('rejects only with the reason of its signal', async () => {
    market.faults.set('/q/l/', hangs);
    const stop = new AbortController();
    const asking = collector().beforeWriting(STOCKS, stop.signal);
    await eventually(() => market.asked.length === 2);
    stop.abort(new Error('the line closes'));
    await expect(asking).rejects.toThrow('the line closes');
  });

  it('asks nobody for a story that has no market', async () => {
    expect(await ask({ category: 'Sports', title: 'S&P 500 and bitcoin' })).toEqual({ failures: [] });
    expect(market.asked).toEqual([]);
  });
});

describe('the markets of a story', () => {
  const all = [
    spx,
    share,
    bitcoin,
    { ...bitcoin, symbol: 'ETH-USD', words: ['ether'], categories: ['Crypto'] },
  ];
  const symbols = (category: string, title: string, concreteAnchor?: string) =>
    chooseMarkets({ category, title, concreteAnchor }, all).map(({ symbol }) => symbol);

  it('are those that title and anchor name, the title first', () => {
    expect(symbols('Crypto', 'Ether rises', 'bitcoin at 67,000')).toEqual(['ETH-USD', 'BTC-USD']);
    expect(symbols('US Stocks', 'Acme cuts forecast')).toEqual(['acme.us']);
  });

  it('are at most two, and none of another category', () => {
    const three = [spx, share, { ...share, symbol: 'b.us', words: ['Beta'] }];
    const found = chooseMarkets({ category: 'US Stocks', title: 'S&P 500, Acme, Beta' }, three);
    expect(found.map(({ symbol }) => symbol)).toEqual(['^spx', 'acme.us']);
    expect(symbols('Sports', 'Acme wins')).toEqual([]);
  });

  it('are what the edition names for the others where no word is mentioned', () => {
    expect(symbols('US Stocks', 'Shares fall')).toEqual(['^spx']);
    expect(symbols('Crypto', 'Exchange halts withdrawals')).toEqual([]);
  });
});

describe('a snapshot as material', () => {
  let snapshot: MarketSnapshot;
  beforeEach(async () => {
    snapshot = (await ask(STOCKS)).snapshot!;
  });

  it.each([
    ['en', 'en'],
    ['zh-Hant-HK', 'zh'],
  ] as const)(
    'is a source in the words of a desk in %s, with every number that the writer is given',
    (language, own) => {
      const source = marketSource(snapshot, 4, { zone: 'Europe/London', language });
      const quote = snapshot.quotes[0]!;
      expect(source).toMatchObject({
        n: 4,
        kind: 'market',
        domain: 'stooq.com',
        usable: true,
        language: own,
      });
      expect(/\p{Script=Han}/u.test(source.text)).toBe(own === 'zh');
      expect(source.text.replace(quote.label, '').replace(quote.symbol, '')).not.toMatch(
        own === 'zh' ? /[A-Za-z]/u : /\p{Script=Han}/u,
      );
      const values = numbersIn(source.text).map(({ value }) => value);
      const { last, previousClose, change, changePercent, closes } = quote;
      const prices = closes.map(({ close }) => close);
      const all = [last, previousClose, change, changePercent, Math.max(...prices), Math.min(...prices)];
      for (const value of all) expect(values).toContain(Math.abs(value));
    },
  );

  it('is JSON for the writer, without the days of the chart, and says which source to cite', () => {
    const input = JSON.parse(JSON.stringify(marketInput(snapshot, 4))) as {
      quotes: Record<string, unknown>[];
    };
    expect(input).toMatchObject({
      cite_as: 4,
      quotes: [{ last: 5204.18, as_of: '2026-06-01T20:00:11.000Z', sessions: 60 }],
    });
    expect(JSON.stringify(input).length).toBeLessThan(1_000);
  });
});

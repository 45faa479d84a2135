/**
 * Coinbase: crypto prices without a key. The spot price comes from its API, daily candles from its exchange. Days are
 * UTC; today's candle is incomplete. The spot price has no time, so the time of asking is used.
 */
import { z } from 'zod';
import { DAY_MS, fetchText, NoMarketData, type ReadMarket } from './market-data.ts';

const API_URL = 'https://api.coinbase.com';
/** The exchange has another host; any configured base serves both. */
const EXCHANGE_URL = 'https://api.exchange.coinbase.com';

const spot = z.object({
  data: z.object({
    amount: z.string().regex(/^\d+(?:\.\d+)?$/),
    base: z.string(),
    currency: z.string(),
  }),
});
/** time (s), low, high, open, close, volume; newest first. */
const candles = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()], z.unknown()));

export const readCoinbase: ReadMarket = async ({ symbol }, world) => {
  const api = world.baseUrl ?? API_URL;
  const exchange = api === API_URL ? EXCHANGE_URL : api;
  const [priceJson, candlesJson] = await Promise.all([
    fetchText(`${api}/v2/prices/${symbol}/spot`, 'application/json', world),
    fetchText(`${exchange}/products/${symbol}/candles?granularity=86400`, 'application/json', world),
  ]);
  const { data } = parsed(priceJson, spot, 'spot price');
  if (`${data.base}-${data.currency}` !== symbol)
    throw new NoMarketData('bad_format', `a price of ${data.base}-${data.currency} instead of ${symbol}`);
  const today = dayOf(world.nowMs);
  return {
    last: Number(data.amount),
    asOfMs: world.nowMs,
    day: today,
    today,
    closes: parsed(candlesJson, candles, 'candles')
      .map(([seconds, , , , close]) => ({ day: dayOf(seconds * 1_000), close }))
      .filter(({ day }) => day < today)
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    source: 'Coinbase',
    sourceUrl: `https://www.coinbase.com/advanced-trade/spot/${symbol}`,
  };
};

function parsed<T>(json: string, schema: z.ZodType<T>, what: string): T {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (cause) {
    throw new NoMarketData('bad_format', `the ${what} of Coinbase is not JSON`, { cause });
  }
  const result = schema.safeParse(given);
  if (!result.success) throw new NoMarketData('bad_format', `the ${what} of Coinbase has another form`);
  return result.data;
}

/** A value outside the range of dates gives a day that is never before today. */
function dayOf(ms: number): string {
  return Math.abs(ms) < 100_000 * DAY_MS ? new Date(ms).toISOString().slice(0, 10) : '9999-12-31';
}

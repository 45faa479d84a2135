/** Asks a story's markets concurrently. A failure of one doesn't affect the other. */
import type { Market } from '../../edition/edition-markets.ts';
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import type { MarketQuote } from '../../model/market-snapshot.ts';
import type { AssetFailure, MarketFound } from '../../model/story-assets.ts';
import { readCoinbase } from './coinbase.ts';
import { judgeQuote } from './judge-quote.ts';
import { NoMarketData, type ReadMarket } from './market-data.ts';
import { readStooq } from './stooq.ts';

export interface MarketPlaces {
  readonly fetcher: Fetcher;
  /** The providers' addresses; their own by default. */
  readonly stooqUrl?: string | undefined;
  readonly coinbaseUrl?: string | undefined;
}

const PROVIDERS: Readonly<Record<Market['provider'], ReadMarket>> = {
  stooq: readStooq,
  coinbase: readCoinbase,
};

/** Once `signal` aborts, every market without an answer counts as timed out. Never rejects. */
export async function takeSnapshot(
  markets: readonly Market[],
  places: MarketPlaces,
  nowMs: number,
  signal: AbortSignal,
): Promise<MarketFound> {
  const asked = await Promise.all(markets.map((market) => ask(market, places, nowMs, signal)));
  const quotes = asked.flatMap((it) => ('symbol' in it ? [it] : []));
  const failures = asked.flatMap((it) => ('error' in it ? [it] : []));
  return { failures, ...(quotes.length > 0 && { snapshot: { takenAtMs: nowMs, quotes } }) };
}

async function ask(
  market: Market,
  { fetcher, stooqUrl, coinbaseUrl }: MarketPlaces,
  nowMs: number,
  signal: AbortSignal,
): Promise<MarketQuote | AssetFailure> {
  const baseUrl = market.provider === 'stooq' ? stooqUrl : coinbaseUrl;
  try {
    const data = await PROVIDERS[market.provider](market, { fetcher, baseUrl, nowMs, signal });
    return judgeQuote(market, data);
  } catch (error) {
    const detail = (error as Error).message;
    const kind = error instanceof NoMarketData ? error.error : signal.aborted ? 'out_of_time' : 'unreachable';
    return { kind: 'market', of: market.symbol, error: kind, detail };
  }
}

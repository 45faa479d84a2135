/** The port to a provider of market data. */
import type { Market } from '../../edition/edition-markets.ts';
import type { Fetcher } from '../../../web-fetch/fetcher.ts';
import type { DailyClose } from '../../model/market-snapshot.ts';
import type { MarketError } from '../../model/story-assets.ts';

/**
 * Read one market.
 * @throws NoMarketData, or the signal's reason.
 */
export type ReadMarket = (market: Market, world: MarketWorld) => Promise<MarketData>;

export interface MarketWorld {
  readonly fetcher: Fetcher;
  /** Without a trailing slash. */
  readonly baseUrl?: string | undefined;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

export interface MarketData {
  readonly last: number;
  readonly asOfMs: number;
  /** The day of `last`'s session, and today, in the provider's zone: `2026-06-02`. */
  readonly day: string;
  readonly today: string;
  /** Closes of the days before `day`, oldest first. */
  readonly closes: readonly DailyClose[];
  readonly source: string;
  readonly sourceUrl: string;
}

export class NoMarketData extends Error {
  override readonly name = 'NoMarketData';
  readonly error: MarketError;

  constructor(error: MarketError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.error = error;
  }
}

/** Years of daily closes take some hundred kilobytes, if a provider ignores the requested days. */
const MOST_BYTES = 4_000_000;

/** The body of a GET as text. Status 404 means an unknown symbol, 429 a quota. */
export async function fetchText(url: string, accept: string, world: MarketWorld): Promise<string> {
  const { fetcher, signal } = world;
  const answer = await fetcher.get(url, { accept, maxBytes: MOST_BYTES, signal });
  if (answer.kind === 'ok') return new TextDecoder().decode(answer.bytes);
  if (answer.kind === 'unchanged') throw new NoMarketData('bad_format', `${url} has no body`);
  const { reason, detail } = answer;
  const error = reason === 'http_404' ? 'no_data' : reason === 'http_429' ? 'quota' : 'unreachable';
  throw new NoMarketData(error, `${reason}: ${detail}`);
}

export const DAY_MS = 86_400_000;

/** The number of days from one date (`2026-06-02`) to another. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
}

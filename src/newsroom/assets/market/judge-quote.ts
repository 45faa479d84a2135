/** Turns a provider's data into a quote that may be printed. */
import type { Market } from '../../edition/edition-markets.ts';
import type { MarketQuote } from '../../model/market-snapshot.ts';
import { daysBetween, NoMarketData, type MarketData } from './market-data.ts';

/** The number of sessions in the chart. */
const SESSIONS = 60;
/** From the Thursday before Easter to the Tuesday after it. */
const LONGEST_BREAK_DAYS = 5;
/** Two closes may be as far apart as a New Year's week. */
const LONGEST_GAP_DAYS = 11;
/** A larger change between two sessions is a split, pence instead of pounds, or an error. */
const MOST_FACTOR = 3;

/**
 * Check a provider's data.
 * @throws NoMarketData when they are old, incomplete or impossible.
 */
export function judgeQuote(market: Market, data: MarketData): MarketQuote {
  const { symbol, label, currency, words } = market;
  const { last, day, today, asOfMs, source, sourceUrl } = data;
  if (daysBetween(day, today) > LONGEST_BREAK_DAYS)
    throw new NoMarketData(
      'stale',
      `${symbol} was last traded on ${day}: halted, delisted, or a long holiday`,
    );
  const closes = data.closes.slice(-SESSIONS);
  const previous = closes.at(-1);
  if (!previous) throw new NoMarketData('no_data', `${symbol} has no close before ${day}`);
  if (daysBetween(previous.day, day) > LONGEST_GAP_DAYS)
    throw new NoMarketData(
      'stale',
      `the history of ${symbol} ends on ${previous.day}, its price is of ${day}`,
    );
  const previousClose = previous.close;
  if ([last, ...closes.map(({ close }) => close)].some((price) => !(price > 0)))
    throw new NoMarketData('implausible', `${symbol} has a price that is not above zero`);
  if (Math.max(last / previousClose, previousClose / last) > MOST_FACTOR)
    throw new NoMarketData('implausible', `${symbol} at ${last} after ${previousClose}`);
  const change = withoutDust(last - previousClose, Math.max(decimals(last), decimals(previousClose)));
  return {
    symbol,
    label,
    ...(words.length > 0 && { names: words }),
    currency,
    last,
    previousClose,
    change,
    changePercent: withoutDust((change / previousClose) * 100, 2),
    asOfMs,
    day,
    session: day === today ? 'today' : 'latest session',
    closes,
    source,
    sourceUrl,
  };
}

function decimals(value: number): number {
  return Math.min(8, (/\.(\d+)$/.exec(String(value))?.[1] ?? '').length);
}

/** Rounded, and never −0. */
function withoutDust(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}

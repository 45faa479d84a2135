import { createHash } from 'node:crypto';
import type { Edition } from './edition.ts';
import type { DailyClose, MarketQuote, MarketSnapshot } from '../model/market-snapshot.ts';
import { domainOf } from '../model/url-key.ts';
import type { Source } from '../model/source-pack.ts';

/** `assets.market` of a reporter's input: the numbers, without the days of the chart. `n` is the source to cite. */
export function marketInput({ takenAtMs, quotes }: MarketSnapshot, n: number): object {
  return {
    cite_as: n,
    taken_at: new Date(takenAtMs).toISOString(),
    quotes: quotes.map((quote) => {
      const { symbol, label, currency, last, previousClose, change, changePercent, closes } = quote;
      const range = extremes(quote);
      return {
        symbol,
        label,
        currency,
        last,
        previous_close: previousClose,
        change,
        change_percent: changePercent,
        as_of: new Date(quote.asOfMs).toISOString(),
        session: quote.session,
        session_day: quote.day,
        ...(range && {
          sessions: closes.length,
          highest_close: range.highest,
          lowest_close: range.lowest,
        }),
      };
    }),
  };
}

/** Of the closes; the newest of equals. A quote has at least one. */
function extremes({ closes }: MarketQuote): { highest: DailyClose; lowest: DailyClose } | undefined {
  const [first, ...others] = closes;
  if (!first) return undefined;
  let [highest, lowest] = [first, first];
  for (const it of others) {
    if (it.close >= highest.close) highest = it;
    if (it.close <= lowest.close) lowest = it;
  }
  return { highest, lowest };
}

/** A market snapshot as a source that can be cited: one line for each quote, in English, as numbers are read in any language. */
export function marketSource(
  { quotes, takenAtMs }: MarketSnapshot,
  n: number,
  { zone }: Pick<Edition, 'zone'>,
): Source {
  const [first] = quotes;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' });
  const lines = quotes.map((quote) => {
    const { label, symbol, last, previousClose, change, changePercent, currency, day: session } = quote;
    const unit = currency === 'points' ? 'points' : currency;
    const way = change === 0 ? 'unchanged' : change > 0 ? 'up' : 'down';
    const moved = change === 0 ? way : `${way} ${shown(change)} ${unit} (${shown(changePercent)}%)`;
    const when = quote.session === 'today' ? 'on' : 'at the close of';
    const range = extremes(quote);
    const extreme = ({ close, day: on }: DailyClose) => `${shown(close, true)} ${unit} on ${on}`;
    return (
      `${label} (${symbol}): ${shown(last, true)} ${unit} ${when} ${session}, ${moved} ` +
      `from the previous close of ${shown(previousClose, true)} ${unit}.` +
      (range
        ? ` Over the ${quote.closes.length} sessions before, the highest close was ${extreme(range.highest)} and the lowest ${extreme(range.lowest)}.`
        : '')
    );
  });
  const text = [...lines, `As of ${day.format(takenAtMs)}.`].join('\n');
  const url = first?.sourceUrl ?? '';
  return {
    n,
    kind: 'market',
    url,
    domain: domainOf(url),
    outlet: [...new Set(quotes.map(({ source }) => source))].join(', '),
    title: quotes.map(({ label }) => label).join(', '),
    publishedAtMs: takenAtMs,
    language: 'en',
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    usable: true,
  };
}

/** Changes are told without their sign: a word says the way. */
function shown(value: number, signed = false): string {
  return (signed ? value : Math.abs(value)).toLocaleString('en-GB', { maximumFractionDigits: 4 });
}

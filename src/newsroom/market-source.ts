import { createHash } from 'node:crypto';
import type { Edition } from './edition.ts';
import type { MarketSnapshot } from './market-snapshot.ts';
import { domainOf } from './pool/url-key.ts';
import type { Source } from './source-pack.ts';

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
    return (
      `${label} (${symbol}): ${shown(last, true)} ${unit} ${when} ${session}, ${moved} ` +
      `from the previous close of ${shown(previousClose, true)} ${unit}.`
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

/**
 * A snapshot as material: for the writer as JSON, and as sources with a text, so that every number of a finance
 * story can be looked up where all its claims are.
 */
import { createHash } from 'node:crypto';
import type { MarketQuote, MarketSnapshot } from '../../market-snapshot.ts';
import { domainOf } from '../../pool/url-key.ts';
import type { Source } from '../../source-pack.ts';
import { amount, changeInWords, city, dayInWords, extremes, moment, type Language } from './market-words.ts';

export interface Readers {
  readonly language: Language;
  readonly zone: string;
}

/** `assets.market` of a worker's input: the numbers, without the days of the chart. */
export function marketInput({ takenAtMs, quotes }: MarketSnapshot): object {
  return {
    taken_at: new Date(takenAtMs).toISOString(),
    quotes: quotes.map((quote) => {
      const range = extremes(quote);
      return {
        symbol: quote.symbol,
        label: quote.label,
        currency: quote.currency,
        last: quote.last,
        previous_close: quote.previousClose,
        change: quote.change,
        change_percent: quote.changePercent,
        as_of: new Date(quote.asOfMs).toISOString(),
        session: quote.session,
        session_day: quote.day,
        ...(range && {
          sessions: quote.closes.length,
          highest_close: range.highest,
          lowest_close: range.lowest,
        }),
        source: quote.source,
        source_url: quote.sourceUrl,
      };
    }),
  };
}

/** Each quote as a source of the pack, cited from `[from]` on. They are no articles: the gate doesn't count them. */
export function marketSources({ quotes }: MarketSnapshot, readers: Readers, from: number): Source[] {
  return quotes.map((quote, at) => {
    const text = marketText(quote, readers);
    return {
      n: from + at,
      kind: 'market',
      url: quote.sourceUrl,
      domain: domainOf(quote.sourceUrl),
      outlet: quote.source,
      title: titleOf(quote, readers),
      publishedAtMs: quote.asOfMs,
      language: readers.language === 'en' ? 'en' : 'zh',
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      usable: true,
    };
  });
}

function titleOf({ label, asOfMs }: MarketQuote, { language, zone }: Readers): string {
  const when = moment(asOfMs, zone, language);
  return language === 'en'
    ? `${label}: market data as of ${when} (${city(zone, language)})`
    : `${label}：截至${city(zone, language)}時間${when}的市場數據`;
}

/** Every number of the quote, one statement a line. */
function marketText(quote: MarketQuote, readers: Readers): string {
  const { language } = readers;
  const money = (value: number) => amount(value, quote.currency, language);
  const range = extremes(quote);
  const long = (day: string) => dayInWords(day, language);
  const change = changeInWords(quote, language);
  const sessions = quote.closes.length;
  if (language === 'en')
    return [
      `${titleOf(quote, readers)}. Symbol ${quote.symbol} at ${quote.source}.`,
      `${quote.session === 'today' ? 'Last price' : `Last price, of the latest session on ${long(quote.day)}`}: ${money(quote.last)}.`,
      `Previous close: ${money(quote.previousClose)}. Against it ${quote.label} is ${change}.`,
      ...(range
        ? [
            `Over the ${sessions} sessions before, the highest close was ${money(range.highest.close)} on ${long(range.highest.day)} and the lowest ${money(range.lowest.close)} on ${long(range.lowest.day)}.`,
          ]
        : []),
    ].join('\n');
  return [
    `${titleOf(quote, readers)}。${quote.source}代號${quote.symbol}。`,
    `${quote.session === 'today' ? '最新價' : `最近交易日（${long(quote.day)}）最新價`}：${money(quote.last)}。`,
    `前收市價：${money(quote.previousClose)}。${quote.label}較前收市${change}。`,
    ...(range
      ? [
          `此前${sessions}個交易日，最高收市價為${long(range.highest.day)}的${money(range.highest.close)}，最低為${long(range.lowest.day)}的${money(range.lowest.close)}。`,
        ]
      : []),
  ].join('\n');
}

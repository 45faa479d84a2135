import { createHash } from 'node:crypto';
import type { Edition } from './edition.ts';
import type { DailyClose, MarketQuote, MarketSnapshot } from '../model/market-snapshot.ts';
import { domainOf } from '../model/url-key.ts';
import type { Source } from '../model/source-pack.ts';
import { dateFormat } from '../../time/date-format.ts';

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

/** A market snapshot as a source that can be cited: a line for each quote, in the edition's language, as readers see it. */
export function marketSource(
  { quotes, takenAtMs }: MarketSnapshot,
  n: number,
  { zone, language }: Pick<Edition, 'zone' | 'language'>,
): Source {
  const [first] = quotes;
  const isEnglish = language === 'en';
  const day = dateFormat(isEnglish ? 'en-GB' : 'zh-HK', { timeZone: zone, dateStyle: 'long' });
  const asOf = isEnglish ? `As of ${day.format(takenAtMs)}.` : `截至${day.format(takenAtMs)}。`;
  const text = [...quotes.map(isEnglish ? inEnglish : inChinese), asOf].join('\n');
  const url = first?.sourceUrl ?? '';
  return {
    n,
    kind: 'market',
    url,
    domain: domainOf(url),
    outlet: [...new Set(quotes.map(({ source }) => source))].join(', '),
    title: quotes.map(({ label }) => label).join(isEnglish ? ', ' : '、'),
    publishedAtMs: takenAtMs,
    language: isEnglish ? 'en' : 'zh',
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    usable: true,
  };
}

function inEnglish(quote: MarketQuote): string {
  const { label, symbol, last, previousClose, change, changePercent, currency, day } = quote;
  const unit = currency === 'points' ? 'points' : currency;
  const way = change === 0 ? 'unchanged' : change > 0 ? 'up' : 'down';
  const moved = change === 0 ? way : `${way} ${shown(change)} ${unit} (${shown(changePercent)}%)`;
  const when = quote.session === 'today' ? 'on' : 'at the close of';
  const range = extremes(quote);
  const extreme = ({ close, day: on }: DailyClose) => `${shown(close, true)} ${unit} on ${on}`;
  return (
    `${label} (${symbol}): ${shown(last, true)} ${unit} ${when} ${day}, ${moved} ` +
    `from the previous close of ${shown(previousClose, true)} ${unit}.` +
    (range
      ? ` Over the ${quote.closes.length} sessions before, the highest close was ${extreme(range.highest)} and the lowest ${extreme(range.lowest)}.`
      : '')
  );
}

const UNITS: Readonly<Record<string, string>> = {
  points: '點',
  USD: '美元',
  HKD: '港元',
  CNY: '人民幣',
  GBP: '英鎊',
  EUR: '歐元',
  JPY: '日圓',
  TWD: '台幣',
};

function inChinese(quote: MarketQuote): string {
  const { label, symbol, last, previousClose, change, changePercent, currency, day } = quote;
  const sum = (value: number) => `${shown(value)}${UNITS[currency] ?? ` ${currency}`}`;
  const moved =
    change === 0
      ? `與前收市價${sum(previousClose)}持平`
      : `較前收市價${sum(previousClose)}${change > 0 ? '升' : '跌'}${sum(change)}（${shown(changePercent)}%）`;
  const range = extremes(quote);
  const extreme = ({ close, day: on }: DailyClose) => `${sum(close)}（${on}）`;
  return (
    `${label} (${symbol})：${day}${quote.session === 'today' ? '報' : '收報'}${sum(last)}，${moved}。` +
    (range
      ? `之前${quote.closes.length}個交易日，收市價最高為${extreme(range.highest)}，最低為${extreme(range.lowest)}。`
      : '')
  );
}

/** Changes are told without their sign: a word says the way. */
function shown(value: number, signed = false): string {
  return (signed ? value : Math.abs(value)).toLocaleString('en-GB', { maximumFractionDigits: 4 });
}

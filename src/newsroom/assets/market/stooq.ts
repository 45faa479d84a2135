/**
 * Stooq: shares, indices and metals, as CSV without a key.
 *
 * Days and times are Warsaw's. Errors come with status 200, too: `N/D` in a row, `No data`, `Exceeded the daily hits
 * limit`, or a page that requires a browser.
 */
import { startOfDay } from '../../../text/zone-day.ts';
import type { DailyClose } from '../../model/market-snapshot.ts';
import { DAY_MS, fetchText, NoMarketData, type ReadMarket } from './market-data.ts';
import { shorten } from '../../../text/shorten.ts';
import { dateFormat } from '../../../time/date-format.ts';

const BASE_URL = 'https://stooq.com';
const ZONE = 'Europe/Warsaw';
/** Sixty sessions span up to ninety days, plus holidays. */
const HISTORY_DAYS = 110;
/** Server notices may precede the table. */
const MOST_NOTICES = 10;

export const readStooq: ReadMarket = async ({ symbol }, world) => {
  const base = world.baseUrl ?? BASE_URL;
  const s = encodeURIComponent(symbol.toLowerCase());
  const today = warsawDay(world.nowMs);
  const from = warsawDay(world.nowMs - HISTORY_DAYS * DAY_MS);
  const range = `&d1=${from.replaceAll('-', '')}&d2=${today.replaceAll('-', '')}`;
  const [quoteCsv, historyCsv] = await Promise.all([
    fetchText(`${base}/q/l/?s=${s}&f=sd2t2ohlcv&h&e=csv`, 'text/csv,*/*;q=0.5', world),
    fetchText(`${base}/q/d/l/?s=${s}&i=d${range}`, 'text/csv,*/*;q=0.5', world),
  ]);
  const quote = quoteOf(quoteCsv, symbol);
  return {
    ...quote,
    today,
    closes: closesOf(historyCsv).filter(({ day }) => day < quote.day),
    source: 'Stooq',
    sourceUrl: `${BASE_URL}/q/?s=${s}`,
  };
};

function quoteOf(csv: string, symbol: string): { last: number; asOfMs: number; day: string } {
  const [row] = table(csv, 'symbol').filter((it) => it['symbol']?.toLowerCase() === symbol.toLowerCase());
  if (!row) throw new NoMarketData('bad_format', `the quote has no row for ${symbol}`);
  const { date = '', time = '', close = '' } = row;
  if ([date, close].includes('N/D')) throw new NoMarketData('no_data', `Stooq has no quote for ${symbol}`);
  const last = Number(close);
  if (close === '' || !Number.isFinite(last) || !isDay(date))
    throw new NoMarketData('bad_format', `a quote of ${shown(date)}, ${shown(close)}`);
  return { last, day: date, asOfMs: warsawTime(date, time) };
}

function closesOf(csv: string): DailyClose[] {
  const closes = table(csv, 'date').map(({ date = '', close = '' }) => ({
    day: date,
    close: close === '' ? NaN : Number(close),
  }));
  // Days without trade have no numbers and are skipped.
  return closes
    .filter(({ day, close }) => isDay(day) && Number.isFinite(close))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Rows keyed by lower-case column names. `first` is the first column. */
function table(csv: string, first: string): Partial<Record<string, string>>[] {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  const cells = (line: string) => line.split(',').map((cell) => cell.trim());
  const head = lines
    .slice(0, MOST_NOTICES)
    .findIndex((line) => cells(line)[0]?.toLowerCase() === first && line.includes(','));
  if (head === -1) throw notATable(lines.find((line) => line !== '') ?? '');
  const names = cells(lines[head] ?? '').map((name) => name.toLowerCase());
  return lines
    .slice(head + 1)
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? `#${at}`, cell])));
}

function notATable(line: string): NoMarketData {
  if (/daily hits limit/i.test(line)) return new NoMarketData('quota', 'Stooq has no more answers today');
  if (/^(?:no data|brak danych)/i.test(line)) return new NoMarketData('no_data', 'Stooq has no such data');
  return new NoMarketData('bad_format', `Stooq answered ${shown(line)} instead of a table`);
}

function shown(text: string): string {
  return JSON.stringify(shorten(text, 60));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text));
}

function warsawDay(atMs: number): string {
  return dateFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(atMs);
}

/** Clocks change at night, outside the sessions of quoted days. */
function warsawTime(day: string, time: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const [hours = 0, minutes = 0, seconds = 0] = /^\d{1,2}:\d{2}(?::\d{2})?$/.test(time)
    ? time.split(':').map(Number)
    : [];
  return startOfDay(ZONE, noon, 0) + ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

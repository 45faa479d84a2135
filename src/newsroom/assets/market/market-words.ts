/** Formats market numbers in the edition's language. */
import type { MarketQuote } from '../../model/market-snapshot.ts';
import type { WrittenLanguage } from '../../../time/locale.ts';
import { dateFormat } from '../../../time/date-format.ts';

/** `5,432.10`, `0.5213`: at least two decimals; small prices have four significant digits. */
export function price(value: number): string {
  const small = Math.abs(value) < 1;
  return new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: 2,
    ...(small ? { maximumSignificantDigits: 4, minimumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  }).format(value);
}

/** With its unit: `5,432.10 points`, `67,012.34 USD`. */
export function amount(value: number, currency: string, language: WrittenLanguage): string {
  if (currency !== 'points') return `${price(value)} ${currency}`;
  return language === 'en' ? `${price(value)} points` : `${price(value)}點`;
}

/** `+32.10 (+0.59%)`, with a real minus sign. */
export function signedChange({ change, changePercent }: MarketQuote): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${sign}${price(Math.abs(change))} (${sign}${Math.abs(changePercent).toFixed(2)}%)`;
}

/** `21:00 on 1 June 2026`; 2026年6月1日21:00. In `zone`. */
export function moment(atMs: number, zone: string, language: WrittenLanguage): string {
  const clock = dateFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(atMs);
  const day = dateFormat(language === 'en' ? 'en-GB' : 'zh-HK', {
    timeZone: zone,
    dateStyle: 'long',
  }).format(atMs);
  return language === 'en' ? `${clock} on ${day}` : `${day}${clock}`;
}

/** A date such as `2026-06-02`: `2 June 2026`; 2026年6月2日. Short: `2 Jun`; 6月2日. */
export function dayInWords(
  day: string,
  language: WrittenLanguage,
  length: 'long' | 'short' = 'long',
): string {
  const options: Intl.DateTimeFormatOptions =
    length === 'long' ? { dateStyle: 'long' } : { day: 'numeric', month: 'short' };
  return dateFormat(language === 'en' ? 'en-GB' : 'zh-HK', {
    timeZone: 'UTC',
    ...options,
  }).format(Date.parse(day));
}

/** A zone's name for people: its city, in Chinese (倫敦) if known. */
export function city(zone: string, language: WrittenLanguage): string {
  const name = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  const chinese: Readonly<Record<string, string>> = {
    London: '倫敦',
    'Hong Kong': '香港',
    'New York': '紐約',
    Taipei: '台北',
  };
  return language === 'en' ? name : (chinese[name] ?? name);
}

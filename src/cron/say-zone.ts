/** Time zones and days for people. */
import type { Locale } from '../time/locale.ts';
import { dateFormat } from '../time/date-format.ts';

/** "London time", "Hong Kong time", "UTC"; 香港時間. */
export function sayZone(zone: string, locale: Locale): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  if (/^(?:UTC|UCT|GMT|Zulu|Universal)/.test(city)) return city.startsWith('GMT') ? city : 'UTC';
  if (locale === 'zh') return zoneName(zone) ?? city;
  return zone.includes('/') ? `${city} time` : city;
}

function zoneName(zone: string): string | undefined {
  try {
    const format = dateFormat('zh-HK', { timeZone: zone, timeZoneName: 'longGeneric' });
    return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    return undefined; // an unknown zone
  }
}

/** "Friday 20 November 2026 at 07:30"; 2026年11月20日星期五 07:30. */
export function sayDay(ms: number, zone: string, locale: Locale): string {
  const day = sayDate(ms, zone, locale);
  const time = timeIn(ms, zone, locale);
  return locale === 'en' ? `${day} at ${time}` : `${day} ${time}`;
}

/** The same; only "Friday 20 November 2026" for the end of a day. */
export function sayEnd(ms: number, zone: string, locale: Locale): string {
  return timeIn(ms, zone, 'en') === '23:59' ? sayDate(ms, zone, locale) : sayDay(ms, zone, locale);
}

function sayDate(ms: number, timeZone: string, locale: Locale): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return formatOf(locale, { timeZone, ...parts })
    .format(ms)
    .replace(',', '');
}

function timeIn(ms: number, timeZone: string, locale: Locale): string {
  return formatOf(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
}

const formatOf = (locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(locale === 'en' ? 'en-GB' : 'zh-HK', options);

/**
 * The "as of" line of a breaking story: the time of its newest source. Code writes it, because a model has no clock.
 * In the edition's zone, and in Hong Kong's when it writes for readers there.
 */
import type { Edition } from '../edition/edition.ts';
import { isPast } from '../model/source-pack.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { dateFormat } from '../../time/date-format.ts';

const HONG_KONG = 'Asia/Hong_Kong';
const CHINESE_CITIES: Readonly<Record<string, string>> = {
  'Europe/London': '英國',
  [HONG_KONG]: '香港',
  'America/New_York': '紐約',
  'Asia/Taipei': '台北',
};

/** Undefined when the story isn't breaking, or no readable source gives a time that has come. */
export function asOfLine(
  flags: readonly string[],
  { sources, builtAtMs }: SourcePack,
  { language, zone }: Pick<Edition, 'language' | 'zone'>,
): string | undefined {
  const times = sources.flatMap(({ usable, kind, publishedAtMs }) =>
    usable && kind !== 'market' && publishedAtMs !== undefined && isPast(publishedAtMs, builtAtMs)
      ? [publishedAtMs]
      : [],
  );
  if (!flags.includes('breaking') || times.length === 0) return undefined;
  const newest = Math.max(...times);
  if (language === 'en') return `As of ${said(newest, zone, 'en-GB')} (${cityOf(zone)}).`;
  const zones = [...new Set([zone, HONG_KONG])];
  const each = zones.map((one) => `${CHINESE_CITIES[one] ?? cityOf(one)}時間${said(newest, one, 'zh-HK')}`);
  return `截至${each.join('（')}${each.length > 1 ? '）' : ''}。`;
}

function said(atMs: number, timeZone: string, locale: 'en-GB' | 'zh-HK'): string {
  const clock = dateFormat('en-GB', { timeZone, timeStyle: 'short' }).format(atMs);
  const day = dateFormat(locale, { timeZone, day: 'numeric', month: 'long' }).format(atMs);
  return locale === 'en-GB' ? `${clock} on ${day}` : `${day}${clock}`;
}

function cityOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

/** Completion of time zones as people type them: by city or region, by country, in Chinese, by their offset from UTC. */
import type { Choice, Locale } from '../feature/command.ts';
import { byZone, fold, wordsFor, ZONES } from '../time/named-zone.ts';

export { zoneNamed } from '../time/named-zone.ts';

/** Zones matching the typed text; without text, the desk's own and the frequent ones. */
export function zoneChoices(typed: string, nowMs: number, own: string, locale: Locale): Choice[] {
  const wanted = fold(typed);
  const ranked = [...new Set([own, ...ZONES])]
    .map((zone) => ({ zone, rank: rankOf(zone, wanted, nowMs) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 25);
  return ranked.map(({ zone }) => ({ name: sayChoice(zone, nowMs, locale), value: zone }));
}

const NO_MATCH = 4;

/**
 * 0: it is the name; 1: a name begins with it; 2: a word of a name does; 3: it is contained in a name or in the
 * offset from UTC.
 */
function rankOf(zone: string, wanted: string, nowMs: number): number {
  if (wanted === '') return 0;
  const words = wordsFor(zone);
  if (words.includes(wanted)) return 0;
  if (words.some((word) => word.startsWith(wanted))) return 1;
  if (words.some((word) => word.includes(` ${wanted}`))) return 2;
  const distance = distanceIn(wanted);
  if (distance !== undefined) return distance === offsetOf(zone, nowMs) ? 3 : NO_MATCH;
  return words.some((word) => word.includes(wanted)) ? 3 : NO_MATCH;
}

/** "Hong Kong · Asia/Hong_Kong · 22:00 now" */
function sayChoice(zone: string, nowMs: number, locale: Locale): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const name = byZone.get(zone)?.[locale][0] ?? city;
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(nowMs);
  return `${name === zone ? name : `${name} · ${zone}`} · ${{ en: `${time} now`, zh: `現在 ${time}` }[locale]}`;
}

/** "+8", "utc+8", "gmt-05:30": minutes east of UTC. */
function distanceIn(wanted: string): number | undefined {
  const [, sign, hours, minutes] = /^(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(wanted) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
}

function offsetOf(zone: string, nowMs: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const said = format.formatToParts(nowMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return distanceIn(said.toLowerCase()) ?? 0;
}

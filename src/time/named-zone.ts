/** Time zones by the names that people use: a city or region, a country, in English and Chinese. */
import { OLD_SPELLINGS, ZONE_NAMES } from './zone-names.ts';
import type { ZoneName } from './zone-names.ts';

export const byZone = new Map(ZONE_NAMES.map((name) => [name.zone, name]));

/** All zones, frequent ones first. */
export const ZONES: readonly string[] = [
  ...new Set([
    ...ZONE_NAMES.map(({ zone }) => zone),
    ...Intl.supportedValuesOf('timeZone').map((zone) => OLD_SPELLINGS[zone] ?? zone),
  ]),
];

/** The zone with exactly this name, such as "hong kong", 倫敦 or "europe/london"; undefined for other text. */
export function zoneNamed(given: string): string | undefined {
  const wanted = fold(given);
  return ZONES.find((zone) => wordsFor(zone).includes(wanted));
}

/** All names of a zone: its id, its city, and its common names. */
export function wordsFor(zone: string): string[] {
  const { en = [], zh = [] }: Partial<ZoneName> = byZone.get(zone) ?? {};
  const city = zone.split('/').at(-1) ?? zone;
  const old = Object.keys(OLD_SPELLINGS).filter((spelling) => OLD_SPELLINGS[spelling] === zone);
  return [...en, ...zh, city, zone, ...old].map(fold);
}

/** Lower case without accents; underscores and slashes become spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[\s_/]+/g, ' ')
    .trim();
}

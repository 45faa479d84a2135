/** The weight of outlets, by the edition's tiers. */
import type { Edition } from './edition.ts';

type Tier = 'T1' | 'T2' | 'T3' | 'unknown';

const WEIGHTS: Readonly<Record<Tier, number>> = { T1: 3, T2: 2, unknown: 1, T3: 0.4 };

/** A tier's entry includes subdomains: `bbc.co.uk` covers `news.bbc.co.uk`. */
export function tierOf(tiers: Edition['tiers'], domain: string): Tier {
  const covers = (entry: string) => domain === entry || domain.endsWith(`.${entry}`);
  return (['T1', 'T2', 'T3'] as const).find((tier) => tiers[tier].some(covers)) ?? 'unknown';
}

/** The weight of a source of this tier in ranking. */
export function weightOf(tier: Tier): number {
  return WEIGHTS[tier];
}

/** Whether there are two outlets, including one of the first tier or two of the second. */
export function passesGate(tiers: Edition['tiers'], domains: readonly string[]): boolean {
  const found = domains.map((domain) => tierOf(tiers, domain));
  const count = (tier: Tier) => found.filter((it) => it === tier).length;
  return domains.length >= 2 && (count('T1') >= 1 || count('T2') >= 2);
}

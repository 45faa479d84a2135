/**
 * The gate before writing: two usable sources of two outlets, and among all that report it one outlet of the first
 * tier or two of the second.
 */
import type { Edition } from '../edition/edition.ts';
import { outletsOf } from '../model/outlets.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { passesGate } from '../edition/tiers.ts';

/** What a pack lacks: usable sources, a second outlet, or an outlet of a tier that counts. */
export type Lack = 'sources' | 'outlets' | 'tier';

interface GateTerms {
  readonly tiers: Edition['tiers'];
  /** An editor has ordered the story and takes responsibility for its outlets. */
  readonly ordered: boolean;
}

/** The first thing that is lacking; undefined when nothing is. Market data don't count as sources. */
export function lackOf({ sources }: Pick<SourcePack, 'sources'>, terms: GateTerms): Lack | undefined {
  const articles = sources.filter((source) => source.kind !== 'market');
  const usable = articles.filter((source) => source.usable);
  if (usable.length < 2) return 'sources';
  if (outletsOf(domainsOf(usable)).length < 2) return 'outlets';
  const telling = outletsOf(domainsOf(articles.filter(tells)));
  return terms.ordered || passesGate(terms.tiers, telling) ? undefined : 'tier';
}

/** Other unreadable pages (a paywall, a timeout) still count as reports. */
const TELLS_NO_MORE = new Set(['off_topic', 'http_404', 'http_410']);

function tells({ usable, error }: Source): boolean {
  return usable || !TELLS_NO_MORE.has(error ?? '');
}

function domainsOf(sources: readonly Source[]): string[] {
  return sources.map(({ domain }) => domain);
}

/**
 * The gate before writing: two usable sources of two outlets, and among all that tell it one outlet of the first
 * tier or two of the second.
 */
import type { Edition } from '../edition/edition.ts';
import { outletsOf } from '../model/outlets.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { passesGate } from '../edition/tiers.ts';

/** What a pack lacks: sources that can be used, another outlet beside the one, or an outlet of standing. */
export type Lack = 'sources' | 'outlets' | 'standing';

interface GateTerms {
  readonly tiers: Edition['tiers'];
  /** An editor has ordered the story: whose word counts is then theirs to judge. */
  readonly ordered: boolean;
}

/** The first thing that a story can't be written for; undefined when nothing is lacking. Market data are no sources. */
export function lackOf({ sources }: Pick<SourcePack, 'sources'>, terms: GateTerms): Lack | undefined {
  const articles = sources.filter((source) => source.kind !== 'market');
  const usable = articles.filter((source) => source.usable);
  if (usable.length < 2) return 'sources';
  if (outletsOf(domainsOf(usable)).length < 2) return 'outlets';
  const telling = outletsOf(domainsOf(articles.filter(tells)));
  return terms.ordered || passesGate(terms.tiers, telling) ? undefined : 'standing';
}

/** Pages that are there and can't be read (a paywall, a time-out) tell it still, as they did when it was selected. */
const TELLS_NO_MORE = new Set(['off_topic', 'http_404', 'http_410']);

function tells({ usable, error }: Source): boolean {
  return usable || !TELLS_NO_MORE.has(error ?? '');
}

function domainsOf(sources: readonly Source[]): string[] {
  return sources.map(({ domain }) => domain);
}

/** The addresses that a text's citations lead to. Platforms show them as links. */
import type { OpBody } from '../../sessions/op.ts';
import type { Citations } from '../../text/citations.ts';
import type { SourcePack } from '../model/source-pack.ts';

/** All sources that may be cited. */
export function citationsOf({ sources }: SourcePack): Citations {
  return Object.fromEntries(sources.filter(({ usable }) => usable).map(({ n, url }) => [n, url]));
}

/** Those that this text cites, for its op. */
export function citationsIn(words: string, pack: SourcePack): Pick<OpBody, 'citations'> {
  const cited = new Set([...words.matchAll(/\[(\d{1,3})\]/gu)].map(([, n]) => Number(n)));
  const known = Object.entries(citationsOf(pack)).filter(([n]) => cited.has(Number(n)));
  return known.length > 0 ? { citations: Object.fromEntries(known) } : {};
}

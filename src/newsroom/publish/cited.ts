/** Where the citations of a text lead to: the addresses of its sources. A platform shows them as links. */
import type { OpBody } from '../../sessions/op.ts';
import type { Citations } from '../../text/citations.ts';
import type { SourcePack } from '../model/source-pack.ts';

/** All that may be cited. */
export function citationsOf({ sources }: SourcePack): Citations {
  return Object.fromEntries(sources.filter(({ usable }) => usable).map(({ n, url }) => [n, url]));
}

/** Those that these words cite, for their op. */
export function citationsIn(words: string, pack: SourcePack): Pick<OpBody, 'citations'> {
  const cited = new Set([...words.matchAll(/\[(\d{1,3})\]/gu)].map(([, n]) => Number(n)));
  const known = Object.entries(citationsOf(pack)).filter(([n]) => cited.has(Number(n)));
  return known.length > 0 ? { citations: Object.fromEntries(known) } : {};
}

import { urlKey } from '../model/url-key.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';

const CITATION = /\[(\d{1,2})\]/g;

/** The numbers that a body cites, ascending, each once. */
export function citedIn(body: string): number[] {
  const numbers = [...body.matchAll(CITATION)].map((match) => Number(match[1]));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The usable sources that a result names or its body cites. */
export function sourcesUsed(
  { body, named }: { readonly body: string; readonly named: readonly (number | string)[] },
  pack: SourcePack,
): Source[] {
  const cited = new Set(citedIn(body));
  const numbers = new Set(named.filter((name) => typeof name === 'number'));
  const keys = new Set(named.flatMap((name) => (typeof name === 'string' ? (urlKey(name) ?? []) : [])));
  return pack.sources.filter(
    ({ n, url, usable }) => usable && (cited.has(n) || numbers.has(n) || keys.has(urlKey(url) ?? '')),
  );
}

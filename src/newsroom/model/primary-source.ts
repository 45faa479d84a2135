import { urlKey } from './url-key.ts';
import type { Source, SourcePack } from './source-pack.ts';

/** Whether two spellings of a URL are the same page. */
export function sameUrl(a: string, b: string): boolean {
  return a === b || (urlKey(a) !== undefined && urlKey(a) === urlKey(b));
}

/** The source of a pack that a story's primary URL names; undefined when the page led elsewhere. */
export function primaryOf(pack: SourcePack, primaryUrl: string): Source | undefined {
  return pack.sources.find(({ url }) => sameUrl(url, primaryUrl));
}

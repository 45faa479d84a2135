import { urlKey } from './url-key.ts';
import type { Source, SourcePack } from './source-pack.ts';

/** Whether two URLs are spellings of the same page. */
export function sameUrl(a: string, b: string): boolean {
  return a === b || (urlKey(a) !== undefined && urlKey(a) === urlKey(b));
}

/** The source of a pack for a story's primary URL; undefined when the page redirected elsewhere. */
export function primaryOf(pack: SourcePack, primaryUrl: string): Source | undefined {
  return pack.sources.find(({ url }) => sameUrl(url, primaryUrl));
}

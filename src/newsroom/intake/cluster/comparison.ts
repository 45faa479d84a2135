/** A link beside an event, in what a cosine doesn't see. */
import { contradict, NO_CLAIMS } from './claims.ts';
import type { Cluster } from './cluster.ts';
import { crossMatch } from './cross-language.ts';
import type { SeenLink } from './seen-link.ts';

/** What headlines claim, and other scripts, are compared with so many links of an event. */
const COMPARED = 5;

/** Likeness across scripts; undefined where the event has a link in the script of this one. */
export function crossOf(link: SeenLink, { links }: Cluster): number | undefined {
  const compared = Math.min(links.length, COMPARED);
  for (let at = 0; at < compared; at++)
    if ((links[at]!.bridge === undefined) === (link.bridge === undefined)) return undefined;
  return Math.max(0, ...links.slice(0, compared).map((other) => crossMatch(link, other)));
}

/** Every link that is compared claims something else: an event that has both by now is of both. */
export function contradicts({ claims }: SeenLink, cluster: Cluster): boolean {
  if (claims === NO_CLAIMS) return false;
  return cluster.links.slice(0, COMPARED).every((other) => contradict(claims, other.claims));
}

/** Both tell some, and none is the same. */
export function differ(link: SeenLink, cluster: Cluster, kind: 'names' | 'numbers'): boolean {
  const told = kind === 'names' ? cluster.tellsNames : cluster.tellsNumbers;
  if (link[kind].length === 0 || !told) return false;
  return !link[kind].some((term) => cluster.has(term));
}

/** The first denial, new numbers, or names and words that the event never had. */
export function isMateriallyNew(cluster: Cluster, link: SeenLink): boolean {
  if (link.claims.denies && !cluster.links.some(({ claims }) => claims.denies)) return true;
  const { terms, firstWord, end } = link;
  let fresh = 0;
  for (let at = firstWord; at < end; at++) if (!cluster.has(terms[at]!)) fresh += 1;
  return link.numbers.some((number) => !cluster.has(number)) || fresh >= Math.max(3, (end - firstWord) * 0.4);
}

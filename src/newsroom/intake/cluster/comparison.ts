/** A link beside an event, in what a cosine doesn't see. */
import { contradict, NO_CLAIMS } from './claims.ts';
import type { Cluster } from './cluster.ts';
import { logistic } from './match.ts';
import type { Bridge, SeenLink } from './seen-link.ts';
import { hasTerm } from './sparse-vector.ts';

/** What headlines claim, and other scripts, are compared with so many links of an event. */
const COMPARED = 5;

/**
 * Likeness across scripts, without a translation: what a Chinese text writes in Latin letters and in digits, and the
 * few names of the alias table. Each kind of evidence has its points; they were set by hand, for lack of labelled pairs,
 * so that a country and a subject never suffice: it takes a telling number or a name beside them.
 */
const POINTS = { name: 1, telling: 1.5, number: 0.75, alias: 0.5 };
/** Aliases say what kind of thing happened where; more of them don't make it the same. */
const MOST_ALIASES = 1.5;
const OTHER_NUMBERS = -1;
const ENOUGH = 2.25;
const STEEP = 1.7;

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

/** Probability that two links of different scripts tell of one happening; 0 for two of one script. */
function crossMatch(a: SeenLink, b: SeenLink): number {
  if (a.bridge !== undefined && b.bridge === undefined) return bridged(a.bridge, b);
  if (b.bridge !== undefined && a.bridge === undefined) return bridged(b.bridge, a);
  return 0;
}

function bridged({ names, numbers, telling, aliases }: Bridge, other: SeenLink): number {
  const shared = (terms: Int32Array) => terms.reduce((sum, term) => sum + (hasTerm(other, term) ? 1 : 0), 0);
  const sharedNumbers = shared(numbers);
  const sharedTelling = shared(telling);
  const differ = sharedNumbers === 0 && numbers.length > 0 && other.numbers.length > 0;
  const points =
    POINTS.name * shared(names) +
    POINTS.telling * sharedTelling +
    POINTS.number * (sharedNumbers - sharedTelling) +
    Math.min(POINTS.alias * shared(aliases), MOST_ALIASES) +
    (differ ? OTHER_NUMBERS : 0);
  return points <= 0 ? 0 : logistic(STEEP * (points - ENOUGH));
}

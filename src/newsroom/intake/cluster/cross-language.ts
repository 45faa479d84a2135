/**
 * Likeness across scripts, without a translation: what a Chinese text writes in Latin letters and in digits, and the
 * few names of the alias table. Each kind of evidence has its points; they were set by hand, for lack of labelled pairs,
 * so that a country and a subject never suffice: it takes a telling number or a name beside them.
 */
import { logistic } from './match.ts';
import type { Bridge, SeenLink } from './seen-link.ts';
import { hasTerm } from './sparse-vector.ts';

const POINTS = { name: 1, telling: 1.5, number: 0.75, alias: 0.5 };
/** Aliases say what kind of thing happened where; more of them don't make it the same. */
const MOST_ALIASES = 1.5;
const OTHER_NUMBERS = -1;
const ENOUGH = 2.25;
const STEEP = 1.7;

/** Probability that two links of different scripts tell of one happening; 0 for two of one script. */
export function crossMatch(a: SeenLink, b: SeenLink): number {
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

/**
 * A daily run has as many stories as it may where there are as many good ones. Which are good is the planner's to say:
 * picking fewer, it says of each candidate that it leaves why. It is asked for what is missing, without a cost; then
 * what it picked is ordered all the same, and the record says so.
 */
import type { InputsSnapshot } from '../model/candidate.ts';
import type { CheckedPicks, Objection } from './check-picks.ts';

/** How often a turn is asked before what it picked is ordered. */
const MOST_ASKED = 2;

interface TooFew {
  /** Places of the run that are still free, and how many of them could be filled. */
  readonly picked: number;
  readonly atMost: number;
  /** Candidates that could be picked, and of which nobody said why not. */
  readonly unexplained: readonly number[];
}

/** @returns undefined where the run is full, or where each candidate that isn't in it has its reason. */
export function tooFew(
  { chosen, dropped }: CheckedPicks,
  passedOver: readonly { readonly i: number; readonly why: string }[],
  { snapshot, objection }: { readonly snapshot: InputsSnapshot; readonly objection: Objection },
): TooFew | undefined {
  const { kind, candidates, pick } = snapshot;
  if (kind !== 'daily' || chosen.length >= pick.atMost) return undefined;
  const reasons = passedOver.filter(({ why }) => why !== '');
  const settled = new Set([
    ...chosen.map(({ candidate }) => candidate.i),
    ...[...dropped, ...reasons].map(({ i }) => i),
  ]);
  const unexplained = candidates
    .filter((candidate) => !settled.has(candidate.i) && objection(candidate) === undefined)
    .map(({ i }) => i);
  return unexplained.length === 0 ? undefined : { picked: chosen.length, atMost: pick.atMost, unexplained };
}

/** Once more asked, in a turn whose tools put these values aside; undefined when it was asked often enough. */
export function nextAsk(kept: readonly unknown[]): object | undefined {
  const asked = kept.filter((value) => typeof value === 'object' && value !== null && ASKED in value).length;
  return asked < MOST_ASKED ? { [ASKED]: asked + 1 } : undefined;
}

const ASKED = 'asked_why_fewer';

/** For the planner: what to do about it. */
export function sayTooFew({ picked, atMost, unexplained }: TooFew): string {
  const more = Math.min(atMost - picked, unexplained.length);
  const which = unexplained.map((i) => `i=${i}`).join(', ');
  return (
    `nothing is ordered yet: ${picked} of ${atMost} stories; ` +
    `pick ${more} more or say why not: ${which}. ` +
    'Call write_run again with all picks, and with a true reason in passed_over for each of these that you leave'
  );
}

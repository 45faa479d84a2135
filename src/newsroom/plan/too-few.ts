/**
 * A daily batch should be full if there are enough good stories. The planner decides which are good; if it picks
 * fewer, it must give a reason for each candidate it leaves out. It is asked for missing reasons, at no cost; after
 * that its picks are ordered anyway, and the record says so.
 */
import type { InputsSnapshot } from '../model/candidate.ts';
import type { CheckedPicks, Objection } from './check-picks.ts';

/** How often a turn is asked before its picks are ordered anyway. */
const MOST_ASKED = 2;

interface TooFew {
  /** The free places of the batch, and how many of them could be filled. */
  readonly picked: number;
  readonly atMost: number;
  /** Candidates that could be picked and that have no reason. */
  readonly unexplained: readonly number[];
}

/** @returns undefined when the batch is full, or every candidate outside it has a reason. */
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

/** The record of asking once more, kept with the turn; undefined when it was asked often enough. */
export function nextAsk(kept: readonly unknown[]): object | undefined {
  const asked = kept.filter((value) => typeof value === 'object' && value !== null && ASKED in value).length;
  return asked < MOST_ASKED ? { [ASKED]: asked + 1 } : undefined;
}

const ASKED = 'asked_why_fewer';

/** Instructions for the planner. */
export function sayTooFew({ picked, atMost, unexplained }: TooFew): string {
  const more = Math.min(atMost - picked, unexplained.length);
  const which = unexplained.map((i) => `i=${i}`).join(', ');
  return (
    `nothing is ordered yet: ${picked} of ${atMost} stories; ` +
    `pick ${more} more or say why not: ${which}. ` +
    'Call write_run again with all picks, and with a true reason in passed_over for each of these that you leave'
  );
}

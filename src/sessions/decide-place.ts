/** A place disappears, or is there again: what that means for its session and those of its threads. */
import type { SessionKey } from './key.ts';
import type { Loss } from './place-book.ts';

/** How a session remembers that its place disappeared. */
export interface Disappearance {
  readonly kind: Loss;
  readonly because: string;
  readonly atMs: number;
  /** The place that disappeared: its own, or its channel. */
  readonly place: SessionKey;
}

export interface Member {
  readonly key: SessionKey;
  readonly loss?: Disappearance;
}

/** Each session of a family, as it is remembered from now on. */
type Losses = readonly { readonly key: SessionKey; readonly loss: Disappearance }[];

/**
 * A place is out of reach. A reason that was said stays what it was: by it the jobs are found again.
 * @returns `isNews`: it was in reach until now.
 */
export function decideLost(
  loss: Disappearance & { readonly kind: 'lost' },
  family: readonly Member[],
): { readonly losses: Losses; readonly isNews: boolean } {
  const place = family.find(({ key }) => key === loss.place);
  return {
    losses: family.map(({ key, loss: old }) => ({ key, loss: old ?? loss })),
    isNews: place !== undefined && place.loss?.kind !== 'lost',
  };
}

/**
 * A place is gone. What was out of reach before, and paused for that, is gone now.
 * @returns `resumed`: the jobs that were paused for this reason are not any more, and are paused anew.
 */
export function decideGone(
  loss: Disappearance & { readonly kind: 'gone' },
  family: readonly Member[],
): readonly (Losses[number] & { readonly resumed?: string })[] {
  return family.map(({ key, loss: old }) => ({ key, loss, ...(old && { resumed: old.because }) }));
}

/** @returns the sessions that are there again with their place: those that went with it, and by the same kind of loss. */
export function decideBack(place: SessionKey, from: Loss, family: readonly Member[]): Losses {
  return family.flatMap(({ key, loss }) =>
    loss?.kind === from && (key === place || loss.place === place) ? [{ key, loss }] : [],
  );
}

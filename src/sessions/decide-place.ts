/** Decides what the loss or return of a place means for its session and those of its threads. */
import type { SessionKey } from './key.ts';
import type { Loss } from './place-book.ts';

/** What a session remembers about the loss of its place. */
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

/** New state for each session of a family. */
type Losses = readonly { readonly key: SessionKey; readonly loss: Disappearance }[];

/**
 * A place can't be reached. An earlier reason is kept, because the paused jobs are found by it.
 * @returns `isNews`: it could be reached until now.
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
 * A place is deleted. Sessions that were paused because the place couldn't be reached are deleted now.
 * @returns `resumed`: jobs that were paused for the old reason; they are paused again for the new one.
 */
export function decideGone(
  loss: Disappearance & { readonly kind: 'gone' },
  family: readonly Member[],
): readonly (Losses[number] & { readonly resumed?: string })[] {
  return family.map(({ key, loss: old }) => ({ key, loss, ...(old && { resumed: old.because }) }));
}

/** @returns the sessions that return with their place: those lost together with it, by the same kind of loss. */
export function decideBack(place: SessionKey, from: Loss, family: readonly Member[]): Losses {
  return family.flatMap(({ key, loss }) =>
    loss?.kind === from && (key === place || loss.place === place) ? [{ key, loss }] : [],
  );
}

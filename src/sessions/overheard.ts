import type { Entry } from './entry.ts';

/** The largest share of a window for talk that wasn't addressed to the desk. */
export const OVERHEARD_SHARE = 0.3;

/** Whether people said it to each other, in a channel that the desk watches. */
export function isOverheard({ meta }: Entry): boolean {
  return meta?.kind === 'observed';
}

import type { InputsSnapshot, LeftOut } from '../model/candidate.ts';

/** How many are kept in a batch's record, besides those that notes excluded. */
const MOST_CLOSE = 30;
const MOST_BY_NOTE = 30;

/**
 * What a batch's record keeps of the events that selection left out: the closest ones, and those that notes excluded.
 */
export function closestLeftOut({ leftOut }: Pick<InputsSnapshot, 'leftOut'>): readonly LeftOut[] {
  const byNote = leftOut.filter(({ noteId }) => noteId !== undefined).slice(0, MOST_BY_NOTE);
  const shown = new Set([...leftOut.slice(0, MOST_CLOSE), ...byNote]);
  return leftOut.filter((one) => shown.has(one));
}

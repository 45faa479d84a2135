import type { InputsSnapshot, LeftOut } from '../model/candidate.ts';

/** The record of a run keeps so many, besides those that notes excluded. */
const MOST_CLOSE = 30;
const MOST_BY_NOTE = 30;

/** What the record of a run says of what selection left out: the closest, and those that notes excluded. */
export function closestLeftOut({ leftOut }: Pick<InputsSnapshot, 'leftOut'>): readonly LeftOut[] {
  const byNote = leftOut.filter(({ noteId }) => noteId !== undefined).slice(0, MOST_BY_NOTE);
  const shown = new Set([...leftOut.slice(0, MOST_CLOSE), ...byNote]);
  return leftOut.filter((one) => shown.has(one));
}

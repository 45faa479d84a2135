import type { InputsSnapshot, LeftOut } from '../candidate.ts';

/** More than this a planner doesn't weigh, and every word of it is paid for. */
const MOST_CLOSE = 30;
/** Planners tell editors what their notes kept out. */
const MOST_BY_NOTE = 30;

/** What a planner reads of what was left out: the closest, and those that notes excluded; `more` counts the others. */
export function closestLeftOut({ leftOut }: Pick<InputsSnapshot, 'leftOut'>): {
  readonly leftOut: readonly LeftOut[];
  readonly more: number;
} {
  const byNote = leftOut.filter(({ noteId }) => noteId !== undefined).slice(0, MOST_BY_NOTE);
  const shown = new Set([...leftOut.slice(0, MOST_CLOSE), ...byNote]);
  return { leftOut: leftOut.filter((one) => shown.has(one)), more: leftOut.length - shown.size };
}

/** The message that shows a turn's progress and that its answer replaces (`feature/progress.ts`). */
import { traitsOf } from './traits-of.ts';
import type { Turn } from './turn.ts';

/** No progress is shown where messages can't be edited, or where a quiet run must leave no message. */
export function showsProgress({ session, run }: Pick<Turn, 'session' | 'run'>): boolean {
  return traitsOf(session)?.has.edits === true && run?.quiet !== true;
}

/** The key of the op whose message shows the turn's progress. */
export function progressKey(turn: string): string {
  return `${turn}/progress`;
}

/** The message that shows how far a turn has come, and that its end takes the place of (`feature/progress.ts`). */
import { traitsOf } from './traits-of.ts';
import type { Turn } from './turn.ts';

/** Where messages can't be changed, and where a quiet run must leave none, nothing is shown before the end. */
export function showsProgress({ session, run }: Pick<Turn, 'session' | 'run'>): boolean {
  return traitsOf(session)?.has.edits === true && run?.quiet !== true;
}

/** The key of the op whose message shows how far a turn is. */
export function progressKey(turn: string): string {
  return `${turn}/progress`;
}

import type { Note } from '../../sessions/note.ts';
import type { NoteBook } from '../../sessions/note-book.ts';
import type { Turn } from '../../sessions/turn.ts';
import type { Clock } from '../../time/clock.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import type { StoryBook } from '../model/story-book.ts';

/** Prepares what planners read: feeds, pool, clustering, selection. */
interface PlannerInputs {
  prepare(
    kind: PlanKind,
    terms: { readonly notes: readonly Note[]; readonly signal: AbortSignal; readonly holder: string },
  ): Promise<InputsSnapshot>;
}

/**
 * Prepare a planner's inputs before its turn waits in its lane, and store them under the turn's id, where a restart
 * finds them.
 */
export function preparePlanner(
  kind: PlanKind,
  deps: {
    readonly inputs: PlannerInputs;
    readonly stories: Pick<StoryBook, 'inputs' | 'saveInputs'>;
    readonly notes: Pick<NoteBook, 'list'>;
    readonly clock: Clock;
  },
): (turn: Turn, signal: AbortSignal) => Promise<void> {
  return async (turn, signal) => {
    if (await deps.stories.inputs(turn.id)) return;
    const notes = await deps.notes.list(turn.session, deps.clock.now());
    const terms = { notes, signal, holder: turn.session };
    await deps.stories.saveInputs(turn.id, await deps.inputs.prepare(kind, terms));
  };
}

import type { Note } from '../../sessions/note.ts';
import type { NoteBook } from '../../sessions/note-book.ts';
import type { Turn } from '../../sessions/turn.ts';
import type { Clock } from '../../time/clock.ts';
import type { Bilingual } from '../../time/locale.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import type { StoryBook } from '../model/story-book.ts';

/** Prepares what planners read: feeds, pool, clustering, selection. */
interface PlannerInputs {
  prepare(
    kind: PlanKind,
    terms: { readonly notes: readonly Note[]; readonly signal: AbortSignal; readonly holder: string },
  ): Promise<InputsSnapshot>;
}

const ABOUT: Readonly<Record<PlanKind, Bilingual>> = {
  daily: { en: 'plans the daily edition', zh: '策劃每日的報道' },
  hourly: { en: 'plans what is new this hour', zh: '策劃每小時的新報道' },
};

/**
 * The turns of a planner: its inputs are prepared before the turn waits in its lane, and stored under the turn's id,
 * where a restart finds them.
 */
export function plannerProfile(
  kind: PlanKind,
  deps: {
    readonly inputs: PlannerInputs;
    readonly stories: Pick<StoryBook, 'inputs' | 'saveInputs'>;
    readonly notes: Pick<NoteBook, 'list'>;
    readonly clock: Clock;
  },
) {
  return {
    forJobs: ABOUT[kind],
    prepare: async (turn: Turn, signal: AbortSignal) => {
      if (await deps.stories.inputs(turn.id)) return;
      const notes = await deps.notes.list(turn.session, deps.clock.now());
      const terms = { notes, signal, holder: turn.session };
      await deps.stories.saveInputs(turn.id, await deps.inputs.prepare(kind, terms));
    },
  };
}

import type { ProfileWords } from '../../cron/job-profile.ts';
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
  daily: { en: 'plans the daily edition', zh: '選題：策劃每日的報道' },
  hourly: { en: 'plans what is new this hour', zh: '選題：策劃每小時的新報道' },
};

/** "A planner", "hourly planning run", 選題; as it is called in either language. */
const CALLED = new RegExp(
  [
    '^(?:(?:remind|tell) (?:us|me) (?:to|of) )?(?:(?:an?|the|our|another|one|new|daily|hourly|weekday|weekly|morning|evening|news|story|stories|edition) )*(?:planner|planning(?: run| job| turn)?|plan(?: (?:the|our|new|next|daily|hourly|of))*(?: (?:stories|edition|news)))(?: (?:job|run|turn))?$',
    '^(?:提醒我們|(?:一|個|新|每日|每小時|每天|早上|晚上)|嘅|的|\\s)*(?:planner|選題|策劃|選稿)(?:工作|任務|排程|報道|新聞)?$',
  ].join('|'),
  'iu',
);
const SPOKEN_OF = {
  calls: CALLED,
  mentions:
    /\bplan|\b(?:stories|story|edition|headlines|news)\b|選題|选题|策劃|策划|選稿|选稿|報道|报道|新聞|新闻/iu,
};
export const PLANNER_WORDS: Readonly<Record<PlanKind, ProfileWords>> = {
  daily: SPOKEN_OF,
  hourly: { ...SPOKEN_OF, prefers: /\bhour|每小時/iu },
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
    forJobs: { about: ABOUT[kind], words: PLANNER_WORDS[kind] },
    prepare: async (turn: Turn, signal: AbortSignal) => {
      if (await deps.stories.inputs(turn.id)) return;
      const notes = await deps.notes.list(turn.session, deps.clock.now());
      const terms = { notes, signal, holder: turn.session };
      await deps.stories.saveInputs(turn.id, await deps.inputs.prepare(kind, terms));
    },
  };
}

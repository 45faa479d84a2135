/** The last brief of a session: as it is kept, in words for `/session status`, and as what its turns know of it. */
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { TurnBook } from '../sessions/turn-book.ts';
import type { Locale } from '../time/locale.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine } from '../text/shorten.ts';
import { unitOf } from './read-draft.ts';
import { BRIEF, briefStateSchema } from './state.ts';
import type { BriefState } from './state.ts';
import { shortTopic, wordsIn } from './wording.ts';

interface StatusDeps {
  readonly state: SessionStateBook;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly turns: Pick<TurnBook, 'find'>;
  /** The memory in which a session's turns take place. */
  readonly memoryOf: (session: SessionKey) => SessionKey;
}

/** Undefined where there is none, or none since the session was begun anew. */
export async function lastBrief(
  session: SessionKey,
  { state, sessions, turns, memoryOf }: StatusDeps,
): Promise<BriefState | undefined> {
  const kept = briefStateSchema.safeParse(await state.get(session, BRIEF)).data;
  const generation = (await sessions.get(memoryOf(session)))?.generation ?? 0;
  if (kept?.generation !== generation) return undefined;
  // A turn that was cut off has written nothing any more.
  const isCutOff = kept.outcome === 'working' && (await turns.find(kept.turn))?.state === 'closed';
  return isCutOff ? { ...kept, outcome: 'interrupted' } : kept;
}

/** A line for each field of the state, by its name there. */
export function sayState(brief: BriefState, locale: Locale): string[] {
  const { status, outcomes } = wordsIn(locale);
  const { search_results: found, draft_post: draft, review_feedback: review, final_post: final } = brief;
  return [
    status.last(shortTopic(brief.user_topic), outcomes[brief.outcome]),
    `- \`user_topic\`: ${shortTopic(brief.user_topic)}`,
    `- \`search_results\`: ${found ? status.search(found.articles.length, found.searched) : status.none}`,
    `- \`draft_post\`: ${draft ? status.draft(draft.word_count, unitOf(draft.post_markdown), draft.sources_used.length) : status.none}`,
    `- \`review_feedback\`: ${review ? sayReview(review, status) : status.none}`,
    `- \`final_post\`: ${final === undefined ? status.none : status.final(final.length)}`,
  ];
}

const MOST_NOTES = 200;

function sayReview(
  { ready_for_publish, issues_found, review_notes }: NonNullable<BriefState['review_feedback']>,
  status: ReturnType<typeof wordsIn>['status'],
): string {
  const stands = ready_for_publish ? status.ready : status.notReady(issues_found.length);
  return review_notes === '' ? stands : `${stands}; ${markdownWords(shortLine(review_notes, MOST_NOTES))}`;
}

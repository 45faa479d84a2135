import type { ModelRequest } from '../llm/chat-model.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { Turn } from '../sessions/turn.ts';
import { askerOf } from './asker-of.ts';

/** What model attempts are for: the turn, its run, and who asked. */
export function aboutOf(turn: Turn): NonNullable<ModelRequest['about']> {
  const { id, session, run } = turn;
  const asker = askerOf(turn);
  // A worker's session is named after the newsroom's batch.
  const ofStory = channelOf(session) === 'story' ? chatIdOf(session).split('/')[0] : undefined;
  const known = run ? id : ofStory;
  return {
    turn: id,
    session,
    ...(known !== undefined && { run: known }),
    ...(asker && { asker }),
  };
}

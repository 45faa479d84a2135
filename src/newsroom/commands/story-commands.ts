import type { Command } from '../../feature/command.ts';
import { messageCommands } from './message-commands.ts';
import type { MessageDeps } from './message-commands.ts';
import { storyActions } from './story-actions.ts';
import { storyBatches } from './story-batches.ts';
import type { StoryBatchesDeps } from './story-batches.ts';
import { storyFollow } from './story-follow.ts';
import type { StoryFollowDeps } from './story-follow.ts';
import { storyLook } from './story-look.ts';
import type { StoryLookDeps } from './story-look.ts';
import { storyLists } from './story-lists.ts';
import type { StoryListsDeps } from './story-lists.ts';
import { storyVotes } from './story-votes.ts';
import type { StoryVotesDeps } from './story-votes.ts';
import { storyWrite } from './story-write.ts';

export type StoryCommandsDeps = StoryLookDeps &
  StoryListsDeps &
  StoryBatchesDeps &
  StoryFollowDeps &
  MessageDeps &
  StoryVotesDeps;

/**
 * `/story write|sources|correct|follow|approve|hold|kill|retry|why|waiting|left|batch|failed|like|dislike|feedback|forget`. Everybody who may talk may read;
 * actions are for editors.
 * @param acting the same, with the stories that somebody may change as those that they see
 */
export function storyCommands(deps: StoryCommandsDeps, acting: StoryCommandsDeps): Command[] {
  return [
    storyWrite(acting),
    ...storyLook(deps),
    ...storyLists(deps),
    ...storyBatches(deps),
    ...storyActions(acting),
    storyFollow(acting),
    ...storyVotes(deps),
    ...messageCommands(deps),
  ];
}

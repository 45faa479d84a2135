import type { Command } from './command.ts';
import { messageCommands } from './message-commands.ts';
import type { MessageHouse } from './message-commands.ts';
import { storyDeeds } from './story-deeds.ts';
import { storyFollow } from './story-follow.ts';
import type { StoryFollowHouse } from './story-follow.ts';
import { storyLook } from './story-look.ts';
import type { StoryLookHouse } from './story-look.ts';
import { storyWrite } from './story-write.ts';

export type StoryCommandsHouse = StoryLookHouse & StoryFollowHouse & MessageHouse;

/** `/story write|sources|correct|follow|approve|hold|kill|retry|why`. Whoever may talk may read; deeds are for editors. */
export function storyCommands(house: StoryCommandsHouse): Command[] {
  return [
    storyWrite(house),
    ...storyLook(house),
    ...storyDeeds(house),
    storyFollow(house),
    ...messageCommands(house),
  ];
}

import type { Command } from './command.ts';
import { storyDeeds } from './story-deeds.ts';
import { storyFollow } from './story-follow.ts';
import type { StoryFollowHouse } from './story-follow.ts';
import { storyLook } from './story-look.ts';
import type { StoryLookHouse } from './story-look.ts';
import { storyWrite } from './story-write.ts';

export type StoryCommandsHouse = StoryLookHouse & StoryFollowHouse;

/** `/story write|sources|correct|follow|approve|hold|kill|retry|why`. Whoever may talk may read; deeds are for editors. */
export function storyCommands(house: StoryCommandsHouse): Command[] {
  return [storyWrite(house), ...storyLook(house), ...storyDeeds(house), storyFollow(house)];
}

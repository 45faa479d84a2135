import { channelCommands } from '../commands/channel-commands.ts';
import type { Command } from '../feature/command.ts';
import { storyCommands } from '../commands/story-commands.ts';
import { newsletterCommands } from '../newsletter/newsletter-commands.ts';
import { commandRegistry } from '../commands/command-registry.ts';

/**
 * What commands there are, with no desk behind them: their names, words and options, to be held against what is
 * registered. None of them can be run.
 */
export function commandList(): readonly Command[] {
  const nobody = {} as Parameters<typeof commandRegistry>[0];
  const noStories = {} as Parameters<typeof storyCommands>[0];
  const noPlace = {} as Parameters<typeof channelCommands>[0];
  const noNewsletters = {} as Parameters<typeof newsletterCommands>[0];
  const registry = commandRegistry({
    ...nobody,
    more: [...storyCommands(noStories), ...channelCommands(noPlace), ...newsletterCommands(noNewsletters)],
  });
  return [...registry.list(), ...registry.onMessages()];
}

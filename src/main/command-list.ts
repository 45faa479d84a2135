import { channelCommands } from '../commands/channel-commands.ts';
import type { Command } from '../commands/command.ts';
import { commandRegistry } from '../commands/command-registry.ts';

/**
 * What commands there are, with no desk behind them: their names, words and options, to be held against what is
 * registered. None of them can be run.
 */
export function commandList(): readonly Command[] {
  const nobody = {} as Parameters<typeof commandRegistry>[0];
  const noPlace = {} as Parameters<typeof channelCommands>[0];
  return commandRegistry({ ...nobody, more: channelCommands(noPlace) }).list();
}

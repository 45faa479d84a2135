import { kernelCommands } from '../commands/command-registry.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import type { CommandDeclaration } from '../feature/command.ts';
import { declared } from '../feature/feature-module.ts';
import { featureCommands } from './features.ts';

/**
 * What commands there are, with no desk behind them: their names, words and options, to be held against what is
 * registered. Those that are only behind a button are not in it.
 */
export function commandList(): readonly CommandDeclaration[] {
  const all = [...declared(kernelCommands), ...declared(channelCommands), ...featureCommands()];
  return all.filter(({ hidden }) => !hidden);
}

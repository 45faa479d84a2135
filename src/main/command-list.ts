import { kernelCommands } from '../commands/command-registry.ts';
import { channelCommands } from '../commands/channel-commands.ts';
import type { CommandDeclaration } from '../feature/command.ts';
import { declared } from '../feature/feature-module.ts';
import { featureCommands } from './features.ts';

/**
 * All command declarations without a desk, for comparison with what is registered. Excludes commands that are only
 * used by buttons.
 */
export function commandList(): readonly CommandDeclaration[] {
  const all = [...declared(kernelCommands), ...declared(channelCommands), ...featureCommands()];
  return all.filter(({ hidden }) => !hidden);
}

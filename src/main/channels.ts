/** The channels of the house. A new one is a folder under `channels/` and a line here. */
import type { ChannelModule } from '../channels/channel.ts';
import { consoleChannel, terminalChannel } from '../channels/console/channel.ts';
import { discordChannel } from '../channels/discord/channel.ts';
import type { Config } from '../config/config.ts';
import { registerChannels } from '../sessions/channel-traits.ts';
import type { Outbox } from '../sessions/op.ts';

export const CHANNELS: readonly ChannelModule<Config>[] = [discordChannel, consoleChannel, terminalChannel];

registerChannels(CHANNELS.map(({ traits }) => traits));

/** Those that the settings have what they need for. */
export function channelsOf(config: Config): readonly ChannelModule<Config>[] {
  return CHANNELS.filter((channel) => channel.isSetUp(config));
}

export function isSetUp(config: Config): (channel: string) => boolean {
  return (name) => channelsOf(config).some(({ traits }) => traits.name === name);
}

/** Where messages go that need no connection. */
export function localOutboxes(): Record<string, Outbox> {
  return Object.fromEntries(
    CHANNELS.flatMap(({ traits, outbox }) => (outbox ? [[traits.name, outbox]] : [])),
  );
}

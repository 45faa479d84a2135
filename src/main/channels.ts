/** The list of channels. A new one is a folder under `channels/` and a line here. */
import type { Logger } from 'pino';
import type { ChannelModule } from '../channels/channel.ts';
import { consoleChannel, terminalChannel } from '../channels/console/channel.ts';
import { discordChannel } from '../channels/discord/channel.ts';
import type { Config } from '../config/config.ts';
import type { ChannelSetup } from '../feature/channel-setup.ts';
import { registerChannels } from '../sessions/channel-traits.ts';
import type { Outbox } from '../sessions/op.ts';

const channels: ChannelModule<Config>[] = [];

/**
 * Add a channel, for tests.
 * @returns a function that removes it; calling it twice does no harm.
 */
export function addChannel(channel: ChannelModule<Config>): () => void {
  const unregister = registerChannels([channel.traits]);
  channels.push(channel);
  return () => {
    const at = channels.indexOf(channel);
    if (at !== -1) channels.splice(at, 1);
    unregister();
  };
}

addChannel(discordChannel);
addChannel(consoleChannel);
addChannel(terminalChannel);

/** All channels, configured or not. */
export function allModules(): readonly ChannelModule<Config>[] {
  return channels;
}

/** The configured channels. */
export function channelsOf(config: Config): readonly ChannelModule<Config>[] {
  return channels.filter((channel) => channel.isSetUp(config));
}

/** Whether a channel of this name exists and is configured. */
export function isSetUp(config: Config): (channel: string) => boolean {
  return (name) => channelsOf(config).some(({ traits }) => traits.name === name);
}

/** The channels that people set up. */
export function channelSetups(): readonly ChannelSetup<Config>[] {
  return channels.flatMap(({ setup }) => setup ?? []);
}

/** Outboxes that need no connection. */
export function localOutboxes(): Record<string, Outbox> {
  return Object.fromEntries(
    channels.flatMap(({ traits, outbox }) => (outbox ? [[traits.name, outbox]] : [])),
  );
}

/** Whether an unhandled error comes from a channel's SDK alone, which goes on; it is logged then. */
export function survives(error: unknown, log: Logger): boolean {
  const own = allModules().find(({ isOwnFault }) => isOwnFault?.(error))?.traits;
  if (own) log.error({ err: error, module: own.name }, `an event of ${own.title} broke its SDK`);
  return own !== undefined;
}

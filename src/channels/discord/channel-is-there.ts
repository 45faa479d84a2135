import { ChannelType, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { APIChannel } from 'discord-api-types/v10';
import type { Client } from 'discord.js';
import type { Clock } from '../../time/clock.ts';
import { discordRest, failureOf } from './discord-rest.ts';
import type { RestSettings } from './discord-rest.ts';

/** Discord has no channel with this id, doesn't show it to the bot, or the id is invalid. */
const NONE: readonly number[] = [
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.InvalidFormBodyOrContentType,
];

/** Channels that can't contain messages. */
const WITHOUT_MESSAGES: readonly ChannelType[] = [
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
];

/** How long to wait for a connection that is being made. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 250;

/** Whether the bot can see a channel with this id that takes messages; undefined where Discord can't be asked. */
export async function channelIsThere(
  connected: () => Client<true> | undefined,
  id: string,
  clock: Clock,
): Promise<boolean | undefined> {
  const endMs = clock.elapsed() + PATIENCE_MS;
  while (!connected() && clock.elapsed() < endMs) await clock.until(clock.now() + LOOK_MS);
  const client = connected();
  // The client's cache includes channels that the bot may not see.
  return client && isThere(async () => (await client.channels.fetch(id, { force: true }))?.type);
}

/** The same without a connection. */
// ts-unused-exports:disable-next-line
export function channelIsThereByRest(settings: RestSettings, id: string): Promise<boolean | undefined> {
  const rest = discordRest(settings);
  return isThere(async () => ((await rest.get(Routes.channel(id))) as APIChannel).type);
}

async function isThere(typeOf: () => Promise<ChannelType | undefined>): Promise<boolean | undefined> {
  try {
    const type = await typeOf();
    return type !== undefined && !WITHOUT_MESSAGES.includes(type);
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'refused' && NONE.includes(failure.code) ? false : undefined;
  }
}

import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { DiscordAPIError } from 'discord.js';
import type { Client } from 'discord.js';
import type { Clock } from '../../time/clock.ts';

const NONE: readonly unknown[] = [RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.MissingAccess];

/** How long a connection that is being made is waited for. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 250;

/** Whether there is such a channel that the bot sees; undefined where Discord can't be asked. */
export async function channelIsThere(
  connected: () => Client<true> | undefined,
  id: string,
  clock: Clock,
): Promise<boolean | undefined> {
  const untilMs = clock.now() + PATIENCE_MS;
  while (!connected() && clock.now() < untilMs) await clock.until(clock.now() + LOOK_MS);
  const client = connected();
  if (!client) return undefined;
  try {
    return (await client.channels.fetch(id)) !== null;
  } catch (error) {
    return error instanceof DiscordAPIError && NONE.includes(error.code) ? false : undefined;
  }
}

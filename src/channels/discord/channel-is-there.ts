import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { DiscordAPIError } from 'discord.js';
import type { Client } from 'discord.js';

const NONE: readonly unknown[] = [RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.MissingAccess];

/** Whether there is such a channel that the bot sees; undefined where Discord can't be asked. */
export async function channelIsThere(client: Client | undefined, id: string): Promise<boolean | undefined> {
  if (!client?.isReady()) return undefined;
  try {
    return (await client.channels.fetch(id)) !== null;
  } catch (error) {
    return error instanceof DiscordAPIError && NONE.includes(error.code) ? false : undefined;
  }
}

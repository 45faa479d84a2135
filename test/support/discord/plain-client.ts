import { Client, Events, GatewayIntentBits, Partials, type ClientOptions } from 'discord.js';
import type { LoopbackDiscord } from './loopback-discord.ts';

const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;

/** The unmodified client of discord.js, pointed at the loopback. */
export function plainClient(discord: LoopbackDiscord, options: Partial<ClientOptions> = {}): Client {
  return new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    // Direct channels come into the cache by what is said there.
    partials: [Partials.Channel],
    // Discord wants five seconds between identifications; the loopback does not.
    ws: { buildIdentifyThrottler: () => Promise.resolve({ waitForIdentify: () => Promise.resolve() }) },
    ...options,
    rest: { api: discord.api, version: '10', ...options.rest },
  });
}

/** Log in and wait until the client is ready. */
export async function logIn(client: Client, discord: LoopbackDiscord): Promise<void> {
  const ready = next(client, Events.ClientReady);
  await client.login(discord.token);
  await ready;
}

/** The next event of that name. */
export function next(client: Client, event: string): Promise<unknown> {
  return new Promise((resolve) => client.once(event, resolve));
}

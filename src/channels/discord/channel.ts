/** Discord, as the house takes it in: its SDK is loaded only where a token is set. */
import { chatIdOf } from '../../sessions/key.ts';
import type { ChannelModule } from '../channel.ts';
import type { DiscordSettings } from './discord-deps.ts';
import { isOfDiscord } from './stray-error.ts';
import { DISCORD } from './traits.ts';

interface Settings {
  readonly discord: Omit<DiscordSettings, 'token' | 'alertRole'> & { readonly token?: string };
}

export const discordChannel: ChannelModule<Settings> = {
  traits: DISCORD,
  isSetUp: ({ discord }) => discord.token !== undefined,
  connect: async (deps, { key, alertRole, pace }, { discord }) => {
    const { Discord } = await import('./discord.ts');
    const settings = { ...discord, token: tokenOf(discord), ...(alertRole !== undefined && { alertRole }) };
    return new Discord({ key, ...pace, deps: { ...deps, settings } });
  },
  sendingOnly: async (terms, { discord }) => {
    const { sendingOnly } = await import('./sending-only.ts');
    return sendingOnly({ ...terms, rest: restOf(discord) });
  },
  isThere: async (session, { discord }) => {
    const { channelIsThereByRest } = await import('./channel-is-there.ts');
    return channelIsThereByRest(restOf(discord), chatIdOf(session));
  },
  mayTell: (person, { discord }) => discord.dmAllowlist.includes(person),
  examine: async (examined, { discord }) => {
    if (discord.token === undefined)
      return [{ check: DISCORD.title, state: 'ok', text: NOT_SET_UP, remedy: HOW_TO }];
    const { examineDiscord } = await import('./doctor.ts');
    return examineDiscord({ ...discord, ...examined, token: discord.token });
  },
  setup: {
    name: DISCORD.name,
    title: DISCORD.title,
    secret: 'DISCORD_TOKEN',
    howTo: {
      en: 'Make an application at https://discord.com/developers/applications, then Bot → Reset Token.',
      zh: '在 https://discord.com/developers/applications 建立應用程式，然後按 Bot → Reset Token 取得權杖。',
    },
    look: async (token, { discord }) => {
      const { lookAtDiscord } = await import('./setup.ts');
      return lookAtDiscord(restOf({ ...discord, token }));
    },
    permissions: async (token, chat, { discord }) => {
      const { lookAtChannel } = await import('./setup.ts');
      return lookAtChannel(restOf({ ...discord, token }), chat);
    },
  },
  greeting: ({ discord }) =>
    discord.token === undefined
      ? 'To go live   DISCORD_TOKEN brings it to Discord (discord.com/developers); npx nightdesk doctor helps.'
      : 'Discord   connecting; npx nightdesk doctor checks token, intents and permissions.',
  isOwnFault: isOfDiscord,
};

const NOT_SET_UP = 'It is not configured; the console is the channel.';
const HOW_TO =
  'To use it: make an application at https://discord.com/developers/applications, take its token (Bot → Reset ' +
  'Token), set DISCORD_TOKEN, and run this again for the address that invites the bot.';

function restOf(discord: Settings['discord']) {
  const { apiBase } = discord;
  return { token: tokenOf(discord), ...(apiBase !== undefined && { apiBase }) };
}

function tokenOf({ token }: Settings['discord']): string {
  if (token === undefined) throw new Error('Discord is not set up: it has no token');
  return token;
}

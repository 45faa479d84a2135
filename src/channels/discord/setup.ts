/** Setting up Discord: the bot behind a token, its invitation, the channels that it can be given, and what it lacks there. */
import { ApplicationFlags, ChannelType, Routes } from 'discord-api-types/v10';
import type {
  APIApplication,
  APIChannel,
  APIUser,
  RESTGetAPICurrentUserGuildsResult,
} from 'discord-api-types/v10';
import type { ChannelLook, ChannelTrouble, ChatPermissions, SetupChat } from '../../feature/channel-setup.ts';
import { discordRest, failureOf } from './discord-rest.ts';
import type { RestSettings } from './discord-rest.ts';
import { inviteAddress, missingFrom, neededIn } from './permissions.ts';
import { plainLabel } from './plain-label.ts';
import { isForum } from './read-back.ts';
import { rightsThere } from './rights-there.ts';

const PLACES: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];
const READS_MESSAGES = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Whom the token belongs to, and the channels of its servers. */
// ts-unused-exports:disable-next-line
export async function lookAtDiscord(settings: RestSettings): Promise<ChannelLook> {
  const rest = discordRest(settings);
  try {
    const me = (await rest.get(Routes.user())) as APIUser;
    const { id, flags = 0 } = (await rest.get(Routes.currentApplication())) as APIApplication;
    const guilds = (await rest.get(Routes.userGuilds())) as RESTGetAPICurrentUserGuildsResult;
    const chats: SetupChat[] = [];
    for (const { id: guild, name: server } of guilds) {
      const channels = await channelsOf(rest, guild);
      for (const channel of channels.filter(({ type }) => PLACES.includes(type)))
        chats.push({ id: channel.id, title: `#${plainLabel(channel.name ?? channel.id)}`, server });
    }
    return {
      kind: 'seen',
      who: me.username,
      invite: inviteAddress(id),
      readsMessages: (flags & READS_MESSAGES) !== 0,
      chats,
    };
  } catch (error) {
    return troubleOf(error);
  }
}

/** A server that refuses its channels keeps nobody from those of the others. */
async function channelsOf(rest: ReturnType<typeof discordRest>, guild: string): Promise<APIChannel[]> {
  try {
    return (await rest.get(Routes.guildChannels(guild))) as APIChannel[];
  } catch (error) {
    if (failureOf(error).kind === 'refused') return [];
    throw error;
  }
}

/** What the bot lacks in a channel. */
// ts-unused-exports:disable-next-line
export async function lookAtChannel(settings: RestSettings, chat: string): Promise<ChatPermissions> {
  const rest = discordRest(settings);
  try {
    const me = (await rest.get(Routes.user())) as APIUser;
    const { bits, channel, isThread } = await rightsThere(rest, me.id, chat);
    const title = `#${plainLabel(channel.name ?? chat)}`;
    if (bits === undefined) return { kind: 'seen', title, missing: [], wanted: [] };
    const { needed, wanted } = neededIn(isThread ? 'thread' : isForum(channel) ? 'forum' : 'channel');
    const names = (permissions: typeof needed) => missingFrom(permissions, bits).map(({ name }) => name);
    return { kind: 'seen', title, missing: names(needed), wanted: names(wanted) };
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'refused' ? { kind: 'hidden' } : troubleOf(error);
  }
}

function troubleOf(error: unknown): ChannelTrouble {
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'unauthorized':
      return { kind: 'trouble', reason: 'wrong_secret', says: '401' };
    case 'limited':
      return { kind: 'trouble', reason: 'busy', says: '429' };
    case 'refused':
      return { kind: 'trouble', reason: 'refused', says: `${failure.says} (${failure.code})` };
    case 'not sent':
    case 'unknown':
      return { kind: 'trouble', reason: 'unreachable', says: failure.says };
  }
}

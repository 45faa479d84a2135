/** Looks up the bot's permissions in a channel over REST. */
import { ChannelType, Routes } from 'discord-api-types/v10';
import type { APIChannel, APIGuild, APIGuildMember } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import { permissionsIn } from './permissions.ts';
import type { ChannelRules } from './permissions.ts';

export interface RightsThere {
  /** Undefined in direct messages, which need no permissions. */
  readonly bits: bigint | undefined;
  readonly channel: APIChannel;
  readonly isThread: boolean;
}

const THREADS: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** @param guilds a cache, so that each guild is fetched once. @throws what the SDK throws. */
export async function rightsThere(
  rest: REST,
  me: string,
  channelId: string,
  guilds = new Map<string, GuildAndMe>(),
): Promise<RightsThere> {
  const channel = (await rest.get(Routes.channel(channelId))) as APIChannel & {
    guild_id?: string;
    parent_id?: string | null;
  };
  const isThread = THREADS.includes(channel.type);
  if (channel.guild_id === undefined) return { bits: undefined, channel, isThread };
  const parentId = isThread ? channel.parent_id : undefined;
  const place = typeof parentId === 'string' ? await rest.get(Routes.channel(parentId)) : channel;
  const { guild, member } = await guildAndMe(rest, me, channel.guild_id, guilds);
  const bits = permissionsIn(guild, { id: me, roles: member.roles }, place as ChannelRules);
  return { bits, channel, isThread };
}

export interface GuildAndMe {
  readonly guild: APIGuild;
  readonly member: APIGuildMember;
}

async function guildAndMe(
  rest: REST,
  me: string,
  guildId: string,
  guilds: Map<string, GuildAndMe>,
): Promise<GuildAndMe> {
  const known = guilds.get(guildId);
  if (known) return known;
  const [guild, member] = await Promise.all([
    rest.get(Routes.guild(guildId)),
    rest.get(Routes.guildMember(guildId, me)),
  ]);
  const asked = { guild: guild as APIGuild, member: member as APIGuildMember };
  guilds.set(guildId, asked);
  return asked;
}

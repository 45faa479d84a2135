/** Discord's channels as sessions: their titles and origins. */
import { ChannelType } from 'discord.js';
import type { Channel, Guild } from 'discord.js';
import type { Origin } from '../../sessions/entry.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { plainLabel } from './plain-label.ts';

export interface Place {
  readonly session: SessionKey;
  readonly origin: Origin;
  readonly title: string;
  /** The channel itself, or the channel of a thread. */
  readonly channelId: string;
  readonly guild: Guild | undefined;
  /** A thread opened by the desk. */
  readonly own: boolean;
}

const FORUMS: readonly ChannelType[] = [ChannelType.GuildForum, ChannelType.GuildMedia];

/** @param me the bot's user id. */
export function placeOf(channel: Channel, me: string): Place {
  const session = sessionKey('discord', channel.id);
  const known = { channel: 'discord', chatId: channel.id };
  if (channel.isDMBased()) {
    const name = 'recipient' in channel ? channel.recipient?.displayName : undefined;
    const title = `@${plainLabel(name ?? 'direct message')}`;
    return {
      session,
      origin: { ...known, kind: 'dm' },
      title,
      channelId: channel.id,
      guild: undefined,
      own: false,
    };
  }
  const { guild } = channel;
  if (channel.isThread()) {
    const parent = channel.parentId === null ? {} : { parent: sessionKey('discord', channel.parentId) };
    return {
      session,
      origin: { ...known, kind: 'thread', guildId: guild.id, ...parent },
      title: plainLabel(channel.name),
      channelId: channel.parentId ?? channel.id,
      guild,
      own: channel.ownerId === me,
    };
  }
  const kind = FORUMS.includes(channel.type) ? 'forum' : 'channel';
  const origin: Origin = { ...known, kind, guildId: guild.id };
  return { session, origin, title: `#${plainLabel(channel.name)}`, channelId: channel.id, guild, own: false };
}

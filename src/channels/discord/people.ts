/**
 * Questions about people outside an interaction: where they may manage jobs, and where the bot can post.
 *
 * Discord doesn't report removed roles or departures, so members are fetched each time.
 */
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { Client, Guild, GuildBasedChannel, GuildMember } from 'discord.js';
import type { Choice } from '../../feature/command.ts';
import type { Right } from '../../sessions/actor.ts';
import { channelOf, chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { DiscordSettings } from './discord-deps.ts';
import { isServed, rightsOf } from './person.ts';
import type { PlacePosition } from './place-memory.ts';
import { plainLabel } from './plain-label.ts';
import { isRefused } from './refusal-codes.ts';

const POSTING = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.ReadMessageHistory,
];

/** A person's rights in a channel; empty where the person or the channel isn't known. */
export async function rightsAt(
  client: Client,
  settings: DiscordSettings,
  userId: string,
  channelId: string,
): Promise<readonly Right[]> {
  const channel = await client.channels.fetch(channelId).catch(() => null);
  if (!channel || channel.isDMBased() || !isServed(channel.guild.id, settings)) return [];
  const member = await memberOf(channel.guild, userId);
  if (!member) return [];
  return rightsOf(
    { permissions: channel.permissionsFor(member), roles: [...member.roles.cache.keys()] },
    settings,
  );
}

/**
 * A person's rights anywhere on a server; empty for people who aren't on it, or while that can't be known.
 * @returns undefined where the bot isn't on the server, because nobody can say.
 */
export async function rightsOn(
  client: Client<true>,
  settings: DiscordSettings,
  userId: string,
  guildId: string,
): Promise<readonly Right[] | undefined> {
  const guild = client.guilds.cache.get(guildId);
  if (!guild) return undefined;
  const member = isServed(guildId, settings) ? await memberOf(guild, userId) : null;
  return member ? rightsAnywhere(guild, member, settings) : [];
}

/** Whether somebody may manage jobs anywhere on a server; `later` while Discord can't say. */
export async function managesOn(
  guild: Guild,
  settings: DiscordSettings,
  userId: string,
): Promise<boolean | 'later'> {
  try {
    const member = await guild.members.fetch({ user: userId, force: true });
    return rightsAnywhere(guild, member, settings).some((right) => right !== 'talk');
  } catch (error) {
    return isRefused(error) ? false : 'later';
  }
}

function rightsAnywhere(guild: Guild, member: GuildMember, settings: DiscordSettings): Right[] {
  const roles = [...member.roles.cache.keys()];
  const anywhere = guild.channels.cache.map((channel) => channel.permissionsFor(member));
  const held = [member.permissions, ...anywhere].flatMap((permissions) =>
    rightsOf({ permissions, roles }, settings),
  );
  return [...new Set(held)];
}

interface Search {
  readonly userId: string;
  readonly guildId: string;
  /** The place that a replacement is wanted for. */
  readonly beside: Pick<PlacePosition, 'parent' | 'category'> & { isBound(session: SessionKey): boolean };
}

/**
 * Channels of a server where this person may manage jobs and the bot can post; the value is the session's key.
 * First the thread's own channel, then those of the same category, then those with jobs, then the others, each by
 * name.
 */
export async function channelsFor(
  client: Client<true>,
  settings: DiscordSettings,
  { userId, guildId, beside }: Search,
): Promise<Choice[]> {
  const guild = client.guilds.cache.get(guildId);
  const member = guild && (await memberOf(guild, userId));
  const me = guild?.members.me;
  if (!member || !me || !isServed(guildId, settings)) return [];
  const roles = [...member.roles.cache.keys()];
  const serves = (channel: GuildBasedChannel) =>
    channel.isTextBased() &&
    !channel.isThread() &&
    channel.permissionsFor(me).has(POSTING) &&
    rightsOf({ permissions: channel.permissionsFor(member), roles }, settings).includes('jobs');
  const rank = ({ id, parentId }: GuildBasedChannel): number => {
    if (id === beside.parent) return 0;
    if (parentId !== null && parentId === beside.category) return 1;
    return beside.isBound(sessionKey('discord', id)) ? 2 : 3;
  };
  return [...guild.channels.cache.values()]
    .filter(serves)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .map(({ id, name }) => ({ name: `#${plainLabel(name)}`, value: sessionKey('discord', id) }));
}

/**
 * Those of the sessions whose channels somebody can see now. A private thread counts as visible to people who
 * manage threads, because its other members aren't known.
 */
export async function seenBy(
  client: Client<true>,
  settings: DiscordSettings,
  userId: string,
  sessions: readonly SessionKey[],
): Promise<ReadonlySet<SessionKey>> {
  const members = new Map<string, Promise<GuildMember | null>>();
  const seen = new Set<SessionKey>();
  for (const session of sessions) {
    const channel =
      channelOf(session) === 'discord'
        ? await client.channels.fetch(chatIdOf(session)).catch(() => null)
        : null;
    if (!channel || channel.isDMBased() || !isServed(channel.guild.id, settings)) continue;
    const { guild } = channel;
    const asked = members.get(guild.id) ?? memberOf(guild, userId);
    members.set(guild.id, asked);
    const member = await asked;
    const needed =
      channel.type === ChannelType.PrivateThread
        ? [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ManageThreads]
        : PermissionFlagsBits.ViewChannel;
    if (member && channel.permissionsFor(member).has(needed)) seen.add(session);
  }
  return seen;
}

async function memberOf(guild: Guild, userId: string): Promise<GuildMember | null> {
  return guild.members.fetch({ user: userId, force: true }).catch(() => null);
}

/** Who may do what, computed as Discord does: owner, administrator, @everyone, roles, overwrites, threads by parent. */
import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Can,
  type APIOverwrite,
} from 'discord-api-types/v10';
import { refusal } from './discord-error.ts';
import type { Channel, Guild, World } from './world.ts';

const EVERYTHING = Object.values(Can).reduce((all, bit) => all | bit, 0n);
const NEEDS_SENDING = Can.MentionEveryone | Can.AttachFiles | Can.EmbedLinks | Can.SendTTSMessages;

/** What the roles of a member give in the whole guild; nothing to one who is no member. */
export function permissionsInGuild(guild: Guild, userId: string): bigint {
  const member = guild.members.get(userId);
  if (!member) return 0n;
  if (guild.ownerId === userId) return EVERYTHING;
  const roles = [guild.id, ...member.roles].map((id) => BigInt(guild.roles.get(id)?.permissions ?? '0'));
  const held = roles.reduce((all, bits) => all | bits, 0n);
  return held & Can.Administrator ? EVERYTHING : held;
}

/** What a user may do in a channel; a thread has its parent's overwrites, a private one is for its members. */
export function permissionsIn(world: World, userId: string, channel: Channel): bigint {
  if (channel.guildId === undefined) {
    const takesPart = userId === world.bot.id || channel.recipients.some(({ id }) => id === userId);
    return takesPart ? EVERYTHING : 0n;
  }
  const guild = world.guild(channel.guildId);
  const inGuild = permissionsInGuild(guild, userId);
  if (inGuild === EVERYTHING) return EVERYTHING;
  const ruled = channel.thread ? world.channels.get(channel.parentId ?? '') : channel;
  const held = overwritten(inGuild, ruled?.overwrites ?? [], guild, userId);
  if (!(held & Can.ViewChannel)) return 0n;
  if (channel.type === ChannelType.PrivateThread) {
    if (!(held & Can.ManageThreads) && !channel.thread?.members.has(userId)) return 0n;
  }
  const sends = channel.thread ? Can.SendMessagesInThreads : Can.SendMessages;
  return held & sends ? held : held & ~NEEDS_SENDING;
}

/** Refuse unless the user sees the channel (50001) and has every right named (50013). */
export function demand(world: World, userId: string, channel: Channel, ...needed: readonly bigint[]): void {
  const held = permissionsIn(world, userId, channel);
  if (!(held & Can.ViewChannel)) throw refusal('missingAccess');
  if (needed.some((bit) => !(held & bit))) throw refusal('missingPermissions');
}

function overwritten(
  held: bigint,
  overwrites: readonly APIOverwrite[],
  guild: Guild,
  userId: string,
): bigint {
  const roles = guild.members.get(userId)?.roles ?? [];
  const ofRole = (id: string) => (it: APIOverwrite) => it.type === OverwriteType.Role && it.id === id;
  const everyone = overwrites.filter(ofRole(guild.id));
  const ofRoles = overwrites.filter((it) => roles.some((role) => ofRole(role)(it)));
  const own = overwrites.filter((it) => it.type === OverwriteType.Member && it.id === userId);
  // All denials of a layer come before its allowances: one role that allows outweighs another that denies.
  return [everyone, ofRoles, own].reduce((bits, layer) => {
    const denied = layer.reduce((all, it) => all | BigInt(it.deny), 0n);
    const allowed = layer.reduce((all, it) => all | BigInt(it.allow), 0n);
    return (bits & ~denied) | allowed;
  }, held);
}

/** The author of a message, and whether a channel can be read. */
import type { Channel, Message } from 'discord.js';
import type { Person } from './person.ts';
import type { Place } from './place.ts';
import { plainLabel } from './plain-label.ts';

const DISCORD_EPOCH_MS = Date.UTC(2015, 0, 1);

/** The display name of a message's author on its server. */
export function nameOf(message: Message): string {
  return plainLabel(message.member?.displayName ?? message.author.displayName);
}

/**
 * The author with roles and permissions in that channel; without them in direct messages and for people who have
 * left.
 */
export async function personOf(message: Message, { guild }: Place): Promise<Person> {
  const { author, channel } = message;
  const known = { id: author.id, name: nameOf(message) };
  if (!guild || channel.isDMBased()) return { ...known, permissions: null, roles: [] };
  // History doesn't include membership.
  const member = message.member ?? (await guild.members.fetch(author.id).catch(() => null));
  const permissions = member && channel.permissionsFor(member);
  return { ...known, guildId: guild.id, permissions, roles: [...(member?.roles.cache.keys() ?? [])] };
}

/** Where the history is closed, Discord returns an empty one. */
export function mayRead(channel: Channel, me: string): boolean {
  if (channel.isDMBased()) return true;
  return channel.permissionsFor(me)?.has(['ViewChannel', 'ReadMessageHistory']) ?? false;
}

/** The first id of a moment: milliseconds since 2015, followed by 22 bits. */
export function idAt(ms: number): string {
  return (BigInt(Math.max(0, ms - DISCORD_EPOCH_MS)) << 22n).toString();
}

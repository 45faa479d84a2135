/** Who wrote a message, and what of a channel can be read. */
import type { Channel, Message } from 'discord.js';
import type { Person } from './person.ts';
import type { Place } from './place.ts';
import { plainLabel } from './plain-label.ts';

const DISCORD_EPOCH_MS = Date.UTC(2015, 0, 1);

/** What the writer of a message is called on its server. */
export function nameOf(message: Message): string {
  return plainLabel(message.member?.displayName ?? message.author.displayName);
}

/** The writer with roles and permissions in that channel; none in direct messages and of who has left. */
export async function personOf(message: Message, { guild }: Place): Promise<Person> {
  const { author, channel } = message;
  const known = { id: author.id, name: nameOf(message) };
  if (!guild || channel.isDMBased()) return { ...known, permissions: null, roles: [] };
  // History doesn't tell who is a member.
  const member = message.member ?? (await guild.members.fetch(author.id).catch(() => null));
  const permissions = member && channel.permissionsFor(member);
  return { ...known, guildId: guild.id, permissions, roles: [...(member?.roles.cache.keys() ?? [])] };
}

/** Where the history is closed, Discord reads out an empty one. */
export function mayRead(channel: Channel, me: string): boolean {
  if (channel.isDMBased()) return true;
  return channel.permissionsFor(me)?.has(['ViewChannel', 'ReadMessageHistory']) ?? false;
}

/** The first id of a moment: the milliseconds since 2015, before 22 bits that count. */
export function idAt(ms: number): string {
  return (BigInt(Math.max(0, ms - DISCORD_EPOCH_MS)) << 22n).toString();
}

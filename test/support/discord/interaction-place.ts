import type { APIUser } from 'discord-api-types/v10';
import { permissionsIn } from './permissions.ts';
import { wireChannel, wireMember } from './wire.ts';
import type { Channel, World } from './world.ts';

/** Where an interaction comes from: a guild with the person's membership and rights, or a direct channel. */
export function whereFrom(world: World, person: APIUser, channel: Channel): object {
  const guild = channel.guildId === undefined ? undefined : world.guild(channel.guildId);
  const common = { channel: wireChannel(channel, world), channel_id: channel.id };
  if (!guild) return { ...common, user: person, context: 1, authorizing_integration_owners: { 0: '0' } };
  const member = guild.members.get(person.id);
  if (!member) throw new Error(`${person.username} is not in ${guild.name}`);
  const permissions = String(permissionsIn(world, person.id, channel));
  return {
    ...common,
    guild_id: guild.id,
    guild: { id: guild.id, locale: guild.locale, features: [] },
    guild_locale: guild.locale,
    member: { ...wireMember(member), permissions },
    context: 0,
    authorizing_integration_owners: { 0: guild.id },
  };
}

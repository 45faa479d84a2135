/** What happens to channels, roles and guilds, and who hears of it. */
import {
  AuditLogEvent,
  PermissionFlagsBits as Can,
  type APIOverwrite,
  type APIUser,
} from 'discord-api-types/v10';
import { permissionsIn, permissionsInGuild } from './permissions.ts';
import type { Realm } from './realm.ts';
import { wireChannel, wireGuild, wireWholeGuild } from './wire.ts';
import type { Channel, Guild } from './world.ts';

/** Delete a channel or thread. Discord tells of the channel, and of none of its threads. */
export function deleteChannel(realm: Realm, channel: Channel, by: APIUser): void {
  const { world } = realm;
  // Told as it was seen: afterwards there is no telling who saw it.
  const name = channel.thread ? 'THREAD_DELETE' : 'CHANNEL_DELETE';
  const { id, guildId, parentId, type } = channel;
  const told = channel.thread
    ? { id, guild_id: guildId, parent_id: parentId, type }
    : wireChannel(channel, world);
  realm.announce(name, told, { channel });
  world.dropChannel(channel);
  const action = channel.thread ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete;
  if (guildId !== undefined) note(realm, guildId, { action, by, target: id });
}

/** Write into a guild's audit log; told at once to a bot that may read it. */
export function note(
  realm: Realm,
  guildId: string,
  { action, by, target }: { action: AuditLogEvent; by: APIUser; target: string },
): void {
  const { world } = realm;
  const guild = world.guilds.get(guildId);
  if (!guild) return;
  const entry = { id: world.nextId(), action_type: action, user_id: by.id, target_id: target };
  guild.auditLog.unshift(entry);
  const mayRead = permissionsInGuild(guild, world.bot.id) & Can.ViewAuditLog;
  if (mayRead) realm.announce('GUILD_AUDIT_LOG_ENTRY_CREATE', { ...entry, guild_id: guildId }, { guildId });
}

export function tellOfChannel(realm: Realm, channel: Channel): void {
  realm.announce('CHANNEL_UPDATE', wireChannel(channel, realm.world), { channel, guildId: channel.guildId });
}

/** Change who may do what in a channel; whoever comes to see it is told of its threads. */
export function setOverwrite(realm: Realm, channel: Channel, overwrite: APIOverwrite): void {
  const sees = () => Boolean(permissionsIn(realm.world, realm.world.bot.id, channel) & Can.ViewChannel);
  const sawBefore = sees();
  channel.overwrites = [...channel.overwrites.filter(({ id }) => id !== overwrite.id), overwrite];
  tellOfChannel(realm, channel);
  if (sawBefore || !sees()) return;
  const threads = realm.world.threadsOf(channel).filter((it) => !it.thread?.archived);
  const synced = {
    guild_id: channel.guildId,
    channel_ids: [channel.id],
    threads: threads.map((thread) => wireChannel(thread, realm.world)),
    members: [],
  };
  realm.announce('THREAD_LIST_SYNC', synced, { guildId: channel.guildId });
}

export function tellOfGuild(realm: Realm, guild: Guild): void {
  realm.announce('GUILD_UPDATE', wireGuild(guild), { guildId: guild.id });
}

/** The guild comes: the bot was added, or an outage is over. */
export function tellOfWholeGuild(realm: Realm, guild: Guild): void {
  realm.announce('GUILD_CREATE', wireWholeGuild(guild, realm.world), { guildId: guild.id });
}

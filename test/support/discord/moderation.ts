/** What those who run a guild do: channels and threads deleted, rights taken, the bot removed; and outages. */
import type { APIRole, APIUser } from 'discord-api-types/v10';
import { deleteChannel, setOverwrite, tellOfChannel, tellOfGuild, tellOfWholeGuild } from './channels.ts';
import { People, type Told } from './people.ts';
import { changeThread, joinThread, leaveThread } from './threads.ts';
import { wireMember } from './wire.ts';
import { overwriteOf, type OverwriteRequest } from './world-builder.ts';
import type { Channel, Guild } from './world.ts';

export class Moderation extends People {
  /** Delete a channel with its threads; one event for it, none for them. By the owner unless said otherwise. */
  deleteChannel(channel: Channel, { by, ...told }: Told & { by?: APIUser } = {}): void {
    deleteChannel(this.telling(told), channel, by ?? this.ownerOf(channel));
  }

  deleteThread(thread: Channel, options: Told & { by?: APIUser } = {}): void {
    this.deleteChannel(thread, options);
  }

  renameChannel(channel: Channel, name: string, told: Told = {}): void {
    if (channel.thread) return changeThread(this.telling(told), channel, { name });
    channel.name = name;
    tellOfChannel(this.telling(told), channel);
  }

  archiveThread(thread: Channel, archived = true, told: Told = {}): void {
    changeThread(this.telling(told), thread, { archived });
  }

  lockThread(thread: Channel, locked = true, told: Told = {}): void {
    changeThread(this.telling(told), thread, { locked });
  }

  /** Somebody joins a thread, or with `false` leaves it. */
  setThreadMember(thread: Channel, user: APIUser, isIn = true): void {
    if (isIn) joinThread(this.realm, thread, user);
    else leaveThread(this.realm, thread, user);
  }

  /** The bot is thrown out of a guild: GUILD_DELETE without `unavailable`. */
  removeGuild(guild: Guild, told: Told = {}): void {
    this.telling(told).announce('GUILD_DELETE', { id: guild.id }, { guildId: guild.id });
    guild.members.delete(this.realm.world.bot.id);
    this.realm.world.commands.delete(guild.id);
  }

  /** Discord has an outage in a guild until `recover`. */
  outage(guild: Guild, told: Told = {}): void {
    guild.available = false;
    this.telling(told).announce('GUILD_DELETE', { id: guild.id, unavailable: true }, { guildId: guild.id });
  }

  recover(guild: Guild): void {
    guild.available = true;
    tellOfWholeGuild(this.realm, guild);
  }

  renameGuild(guild: Guild, name: string): void {
    guild.name = name;
    tellOfGuild(this.realm, guild);
  }

  /** Allow or deny rights in one channel, to a person, a role, or with the guild itself to everyone. */
  setOverwrite(channel: Channel, overwrite: OverwriteRequest, told: Told = {}): void {
    setOverwrite(this.telling(told), channel, overwriteOf(overwrite));
  }

  /** Give a role other rights. */
  changeRole(guild: Guild, role: APIRole, permissions: bigint, told: Told = {}): void {
    role.permissions = String(permissions);
    this.telling(told).announce('GUILD_ROLE_UPDATE', { guild_id: guild.id, role }, { guildId: guild.id });
  }

  /** The role that the bot got with its invitation. */
  botRole(guild: Guild): APIRole {
    const own = guild.members.get(this.realm.world.bot.id)?.roles ?? [];
    const role = own.map((id) => guild.roles.get(id)).find((it) => it?.managed);
    if (!role) throw new Error(`the bot has no role in ${guild.name}`);
    return role;
  }

  /** Somebody leaves, or is thrown out. */
  removeMember(guild: Guild, user: APIUser): void {
    guild.members.delete(user.id);
    this.realm.announce('GUILD_MEMBER_REMOVE', { guild_id: guild.id, user }, { guildId: guild.id });
  }

  deleteRole(guild: Guild, role: APIRole): void {
    guild.roles.delete(role.id);
    for (const member of guild.members.values()) member.roles = member.roles.filter((id) => id !== role.id);
    this.realm.announce('GUILD_ROLE_DELETE', { guild_id: guild.id, role_id: role.id }, { guildId: guild.id });
  }

  /** Give a member exactly these roles. */
  setRoles(guild: Guild, user: APIUser, roles: readonly APIRole[]): void {
    const member = guild.members.get(user.id);
    if (!member) throw new Error(`${user.username} is not in ${guild.name}`);
    member.roles = roles.map(({ id }) => id);
    const told = { ...wireMember(member), guild_id: guild.id };
    this.realm.announce('GUILD_MEMBER_UPDATE', told, { guildId: guild.id });
  }

  private ownerOf(channel: Channel): APIUser {
    const { world } = this.realm;
    return world.user(world.guild(channel.guildId ?? '').ownerId);
  }
}

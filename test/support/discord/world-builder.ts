/** Building the world: people, guilds, roles, channels, threads. Whoever is connected hears of what comes later. */
import {
  ChannelFlags,
  ChannelType,
  OverwriteType,
  type APIGuildForumTag,
  type APIOverwrite,
  type APIRole,
  type APIUser,
} from 'discord-api-types/v10';
import { tellOfWholeGuild } from './channels.ts';
import type { Realm } from './realm.ts';
import { BOT, EVERYONE } from './rights.ts';
import { changeThread, joinThread, threadAlone } from './threads.ts';
import { newRole, wireChannel, wireMember } from './wire.ts';
import type { Channel, Guild } from './world.ts';

export interface OverwriteRequest {
  readonly for: APIUser | APIRole | Guild;
  readonly allow?: bigint;
  readonly deny?: bigint;
}

export interface ChannelRequest {
  readonly name: string;
  readonly type?: ChannelType;
  readonly parent?: Channel;
  readonly topic?: string;
  readonly nsfw?: boolean;
  readonly overwrites?: readonly OverwriteRequest[];
  /** Tags of a forum, by name. */
  readonly tags?: readonly string[];
  readonly requireTag?: boolean;
}

export class WorldBuilder {
  readonly realm: Realm;

  constructor(realm: Realm) {
    this.realm = realm;
  }

  /** A person, a member of the guilds given. */
  addPerson(
    name: string,
    { guilds = [], roles = [] }: { guilds?: readonly Guild[]; roles?: readonly APIRole[] } = {},
  ): APIUser {
    const person = this.realm.world.addUser(name);
    for (const guild of guilds)
      this.addMember(
        guild,
        person,
        roles.filter(({ id }) => guild.roles.has(id)),
      );
    return person;
  }

  addBot(name: string, guilds: readonly Guild[] = []): APIUser {
    const bot = this.realm.world.addUser(name, { bot: true });
    for (const guild of guilds) this.addMember(guild, bot);
    return bot;
  }

  addMember(guild: Guild, user: APIUser, roles: readonly APIRole[] = []): void {
    const joinedAt = new Date(this.realm.now()).toISOString();
    const member = { user, roles: roles.map(({ id }) => id), nick: null, joinedAt };
    guild.members.set(user.id, member);
    this.realm.announce(
      'GUILD_MEMBER_ADD',
      { ...wireMember(member), guild_id: guild.id },
      { guildId: guild.id },
    );
  }

  /** A guild with the bot in it, its role named like the bot. The owner is a person made for it, unless given. */
  addGuild({
    name,
    owner,
    locale = 'en-US',
    everyone = EVERYONE,
    botPermissions = BOT,
    withBot = true,
  }: {
    name: string;
    owner?: APIUser;
    locale?: string;
    everyone?: bigint;
    botPermissions?: bigint;
    withBot?: boolean;
  }): Guild {
    const { world } = this.realm;
    const id = world.nextId();
    const ownedBy = owner ?? world.addUser(`owner of ${name}`);
    const guild: Guild = {
      id,
      name,
      ownerId: ownedBy.id,
      locale,
      available: true,
      roles: new Map([[id, newRole(id, '@everyone', everyone, { position: 0 })]]),
      members: new Map(),
      channels: new Map(),
      auditLog: [],
    };
    world.guilds.set(id, guild);
    this.addMember(guild, ownedBy);
    if (withBot) this.addBotTo(guild, botPermissions);
    return guild;
  }

  /** The bot is invited with those rights, and hears of the guild. */
  addBotTo(guild: Guild, permissions = BOT): void {
    const { world } = this.realm;
    const role = newRole(world.nextId(), world.bot.username, permissions, { managed: true });
    guild.roles.set(role.id, role);
    const joinedAt = new Date(this.realm.now()).toISOString();
    guild.members.set(world.bot.id, { user: world.bot, roles: [role.id], nick: null, joinedAt });
    tellOfWholeGuild(this.realm, guild);
  }

  addRole(guild: Guild, name: string, permissions = 0n, given: Partial<APIRole> = {}): APIRole {
    const role = newRole(this.realm.world.nextId(), name, permissions, given);
    guild.roles.set(role.id, role);
    this.realm.announce('GUILD_ROLE_CREATE', { guild_id: guild.id, role }, { guildId: guild.id });
    return role;
  }

  /** A channel of a guild: text unless another type is given. */
  addChannel(guild: Guild, request: ChannelRequest): Channel {
    const { world } = this.realm;
    const tags = (request.tags ?? []).map((name): APIGuildForumTag => ({
      id: world.nextId(),
      name,
      moderated: false,
      emoji_id: null,
      emoji_name: null,
    }));
    const channel = world.addChannel({
      type: request.type ?? ChannelType.GuildText,
      guildId: guild.id,
      name: request.name,
      topic: request.topic ?? null,
      parentId: request.parent?.id ?? null,
      nsfw: request.nsfw ?? false,
      overwrites: (request.overwrites ?? []).map((it) => overwriteOf(it)),
      tags,
      flags: request.requireTag ? ChannelFlags.RequireTag : 0,
    });
    this.realm.announce('CHANNEL_CREATE', wireChannel(channel, world), { channel });
    return channel;
  }

  addForum(guild: Guild, request: ChannelRequest): Channel {
    return this.addChannel(guild, { type: ChannelType.GuildForum, ...request });
  }

  /** A thread that hangs on no message. */
  addThread(
    channel: Channel,
    request: {
      name: string;
      by: APIUser;
      private?: boolean;
      archived?: boolean;
      locked?: boolean;
      withBot?: boolean;
    },
  ): Channel {
    const type = request.private ? ChannelType.PrivateThread : ChannelType.PublicThread;
    const thread = threadAlone(this.realm, request.by, channel, { name: request.name, type });
    if (request.withBot) joinThread(this.realm, thread, this.realm.world.bot);
    const { archived = false, locked = false } = request;
    if (archived || locked) changeThread(this.realm, thread, { archived, locked });
    return thread;
  }

  /** The direct channel between the bot and a person. */
  directChannel(person: APIUser): Channel {
    return this.realm.world.directChannel(person);
  }

  /** A person takes no more direct messages from the bot (50007), or does again. */
  closeMessages(person: APIUser, isClosed = true): void {
    const { closedToMessages } = this.realm.world;
    if (isClosed) closedToMessages.add(person.id);
    else closedToMessages.delete(person.id);
  }
}

export function overwriteOf({ for: whom, allow = 0n, deny = 0n }: OverwriteRequest): APIOverwrite {
  const type = 'username' in whom ? OverwriteType.Member : OverwriteType.Role;
  return { id: whom.id, type, allow: String(allow), deny: String(deny) };
}

/**
 * What exists: people, guilds, channels, messages, commands. State and look-ups only; who may do what is in
 * `permissions.ts`, what happens and who hears of it in the actions (`messages.ts`, `threads.ts`, `channels.ts`).
 */
import type {
  APIApplicationCommand,
  APIAuditLogEntry,
  APIGuildForumTag,
  APIOverwrite,
  APIRole,
  APIUser,
  ChannelType,
  UserFlags,
} from 'discord-api-types/v10';
import { refusal } from './discord-error.ts';
import { History } from './history.ts';
import type { Nonces } from './nonces.ts';
import type { Snowflakes } from './snowflakes.ts';

export interface Member {
  readonly user: APIUser;
  roles: string[];
  nick: string | null;
  readonly joinedAt: string;
}

export interface Guild {
  readonly id: string;
  name: string;
  ownerId: string;
  locale: string;
  /** False while Discord has an outage there. */
  available: boolean;
  readonly roles: Map<string, APIRole>;
  readonly members: Map<string, Member>;
  readonly channels: Map<string, Channel>;
  readonly auditLog: APIAuditLogEntry[];
}

export interface Thread {
  readonly ownerId: string;
  readonly createdAt: string;
  archived: boolean;
  locked: boolean;
  archivedAt: string;
  autoArchiveMinutes: number;
  invitable: boolean;
  appliedTags: string[];
  /** Who joined, and when. */
  readonly members: Map<string, string>;
  messagesSent: number;
}

export interface Channel {
  readonly id: string;
  readonly type: ChannelType;
  /** Undefined for direct messages. */
  readonly guildId: string | undefined;
  name: string;
  topic: string | null;
  parentId: string | null;
  position: number;
  nsfw: boolean;
  flags: number;
  slowModeSeconds: number;
  overwrites: APIOverwrite[];
  tags: APIGuildForumTag[];
  lastMessageId: string | null;
  readonly recipients: readonly APIUser[];
  readonly thread: Thread | undefined;
  readonly history: History;
}

export interface StoredFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface BotApplication {
  readonly id: string;
  readonly name: string;
  flags: number;
}

export class World {
  readonly users = new Map<string, APIUser>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  /** Commands by guild id, or under `global`. */
  readonly commands = new Map<string, APIApplicationCommand[]>();
  /** Bytes of attachments by their path below the CDN. */
  readonly files = new Map<string, StoredFile>();
  /** People who take no direct messages. */
  readonly closedToMessages = new Set<string>();
  readonly nonces: Nonces;
  readonly bot: APIUser;
  /** The developer to whom the application belongs. */
  readonly applicationOwner: APIUser;
  readonly application: BotApplication;
  readonly #ids: Snowflakes;

  constructor(ids: Snowflakes, nonces: Nonces, applicationFlags: number) {
    this.#ids = ids;
    this.nonces = nonces;
    const id = ids.next();
    this.application = { id, name: 'Nightdesk', flags: applicationFlags };
    this.applicationOwner = this.addUser('developer');
    this.bot = this.addUser('nightdesk', { id, bot: true });
  }

  nextId(): string {
    return this.#ids.next();
  }

  addUser(name: string, { id = this.nextId(), bot = false } = {}): APIUser {
    const user: APIUser = {
      id,
      username: name,
      discriminator: '0',
      global_name: bot ? null : name,
      avatar: null,
      bot,
      flags: 0 as UserFlags,
      public_flags: 0 as UserFlags,
      primary_guild: null,
    };
    this.users.set(id, user);
    return user;
  }

  /** Put a new channel into the world and into its guild. */
  addChannel(given: Pick<Channel, 'type' | 'guildId' | 'name'> & Partial<Channel>): Channel {
    const channel: Channel = {
      id: this.nextId(),
      topic: null,
      parentId: null,
      position: this.channels.size,
      nsfw: false,
      flags: 0,
      slowModeSeconds: 0,
      overwrites: [],
      tags: [],
      lastMessageId: null,
      recipients: [],
      thread: undefined,
      history: new History(),
      ...given,
    };
    this.channels.set(channel.id, channel);
    if (channel.guildId !== undefined) this.guild(channel.guildId).channels.set(channel.id, channel);
    return channel;
  }

  dropChannel(channel: Channel): void {
    this.channels.delete(channel.id);
    if (channel.guildId !== undefined) this.guilds.get(channel.guildId)?.channels.delete(channel.id);
    for (const thread of this.threadsOf(channel)) this.dropChannel(thread);
  }

  /** Threads that hang below a channel. */
  threadsOf(channel: Channel): Channel[] {
    const inGuild = channel.guildId === undefined ? undefined : this.guilds.get(channel.guildId);
    return [...(inGuild?.channels.values() ?? [])].filter((it) => it.thread && it.parentId === channel.id);
  }

  user(id: string): APIUser {
    const user = this.users.get(id);
    if (!user) throw refusal('unknownUser');
    return user;
  }

  guild(id: string): Guild {
    const guild = this.guilds.get(id);
    if (!guild) throw refusal('unknownGuild');
    return guild;
  }

  channel(id: string): Channel {
    const channel = this.channels.get(id);
    if (!channel) throw refusal('unknownChannel');
    return channel;
  }

  /** The direct channel between the bot and a person, opened when there is none. */
  directChannel(person: APIUser): Channel {
    for (const channel of this.channels.values()) {
      if (channel.guildId === undefined && channel.recipients.some(({ id }) => id === person.id))
        return channel;
    }
    return this.addChannel({ type: 1, guildId: undefined, name: '', recipients: [person] });
  }
}

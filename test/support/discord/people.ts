/** What people do with messages. They are bound by their rights, as everyone is: what they may not do throws. */
import {
  AuditLogEvent,
  MessageFlags,
  MessageReferenceType,
  PermissionFlagsBits as Can,
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIUser,
  type MessageType,
} from 'discord-api-types/v10';
import type { SentFile } from './call.ts';
import { note } from './channels.ts';
import { composeMessage, referenceTo } from './compose-message.ts';
import { refusal } from './discord-error.ts';
import {
  editMessage,
  enterToWrite,
  keep,
  removeMessage,
  removeMessages,
  tellOfChange,
  writeMessage,
} from './messages.ts';
import { demand } from './permissions.ts';
import type { Realm } from './realm.ts';
import { forumPost, threadFromMessage } from './threads.ts';
import { wireMember } from './wire.ts';
import { WorldBuilder } from './world-builder.ts';
import type { Channel } from './world.ts';

export interface SayOptions {
  readonly replyTo?: APIMessage | undefined;
  /** Without them everything that the text names is pinged; `{parse: []}` pings nobody. */
  readonly pings?: boolean;
  readonly attachments?: readonly { name: string; type?: string; content?: string | Uint8Array }[];
  readonly embeds?: APIEmbed[];
  /** Ids. */
  readonly stickers?: string[];
  readonly components?: APIMessageTopLevelComponent[];
  readonly type?: MessageType;
}

/** An act that nobody is told of: it happened while nobody listened, or got lost. */
export interface Told {
  readonly silently?: boolean;
}

export class People extends WorldBuilder {
  /** Somebody writes; the length is bound as with Nitro (4,000). Mentions are written as `<@id>`. */
  say(author: APIUser, channel: Channel, content: string, options: SayOptions & Told = {}): APIMessage {
    const realm = this.telling(options);
    const files = (options.attachments ?? []).map((it, n) => sentFile(it, n));
    enterToWrite(realm, author, channel, files.length > 0);
    const body = {
      content,
      embeds: options.embeds,
      components: options.components,
      ...(options.replyTo && { message_reference: { message_id: options.replyTo.id } }),
      ...(options.pings === false && { allowed_mentions: { parse: [] } }),
      ...(options.stickers && { sticker_ids: options.stickers }),
    };
    const given = options.type === undefined ? {} : { type: options.type };
    return writeMessage(realm, { channel, author, body, files, given } as Parameters<typeof writeMessage>[1]);
  }

  /** Somebody forwards a message: a copy of it goes along, without its author. */
  forward(author: APIUser, channel: Channel, original: APIMessage): APIMessage {
    const { realm } = this;
    enterToWrite(realm, author, channel, false);
    const { type, content, embeds, attachments, timestamp, edited_timestamp, components = [] } = original;
    const about = { type, content, embeds, attachments, timestamp, edited_timestamp, components };
    const { mentions, mention_roles, flags = 0 as MessageFlags } = original;
    const from = referenceTo(original, realm.world.channel(original.channel_id));
    const given: Partial<APIMessage> = {
      flags: MessageFlags.HasSnapshot,
      message_reference: { ...from, type: MessageReferenceType.Forward },
      message_snapshots: [{ message: { ...about, mentions, mention_roles, flags } }],
    };
    const { message } = composeMessage(realm, { channel, author, body: {}, files: [], given });
    keep(realm, channel, message);
    return message;
  }

  edit(author: APIUser, message: APIMessage, content: string, told: Told = {}): APIMessage {
    const channel = this.realm.world.channel(message.channel_id);
    if (message.author.id !== author.id) throw refusal('notOfAnother');
    return editMessage(this.telling(told), channel, this.stored(message), { content });
  }

  /** Discord has fetched what a message links to: an update with embeds that nobody edited. */
  unfurl(message: APIMessage, embeds: readonly APIEmbed[]): void {
    const found = this.stored(message);
    found.embeds = [...embeds];
    tellOfChange(this.realm, this.realm.world.channel(message.channel_id), found);
  }

  /** Somebody deletes a message: the own one, or with Manage Messages anybody's. */
  remove(by: APIUser, message: APIMessage, told: Told = {}): void {
    const channel = this.realm.world.channel(message.channel_id);
    if (message.author.id !== by.id) demand(this.realm.world, by.id, channel, Can.ManageMessages);
    removeMessage(this.telling(told), channel, message.id);
    if (message.author.id === by.id || channel.guildId === undefined) return;
    const action = AuditLogEvent.MessageDelete;
    note(this.telling(told), channel.guildId, { action, by, target: message.author.id });
  }

  bulkDelete(by: APIUser, channel: Channel, messages: readonly APIMessage[], told: Told = {}): void {
    demand(this.realm.world, by.id, channel, Can.ManageMessages);
    removeMessages(
      this.telling(told),
      channel,
      messages.map(({ id }) => id),
    );
  }

  /** Somebody reacts to a message, or takes that back. */
  react(by: APIUser, message: APIMessage, emoji: string, { on = true, silently = false } = {}): void {
    const channel = this.realm.world.channel(message.channel_id);
    const found = this.stored(message);
    const guild = channel.guildId === undefined ? undefined : this.realm.world.guild(channel.guildId);
    demand(this.realm.world, by.id, channel, Can.ReadMessageHistory, ...(on ? [Can.AddReactions] : []));
    const member = guild?.members.get(by.id);
    this.telling({ silently }).announce(
      on ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
      {
        user_id: by.id,
        channel_id: channel.id,
        message_id: found.id,
        ...(guild && { guild_id: guild.id }),
        emoji: { id: null, name: emoji },
        burst: false,
        type: 0,
        ...(on && { message_author_id: found.author.id }),
        ...(on && member && { member: wireMember(member) }),
      },
      { channel },
    );
  }

  /** Somebody opens a thread on a message. */
  openThread(by: APIUser, message: APIMessage, name: string): Channel {
    const channel = this.realm.world.channel(message.channel_id);
    return threadFromMessage(this.realm, by, channel, this.stored(message), { name });
  }

  /** Somebody posts in a forum; tags by name. */
  postInForum(
    by: APIUser,
    forum: Channel,
    name: string,
    content: string,
    tags: readonly string[] = [],
  ): Channel {
    const ids = forum.tags.filter((tag) => tags.includes(tag.name)).map(({ id }) => id);
    return forumPost(this.realm, by, forum, { name, applied_tags: ids, message: { content } }, []).thread;
  }

  /** The messages of a channel, oldest first, as they stand there now. */
  messages(channel: Pick<Channel, 'id'>): readonly APIMessage[] {
    return this.realm.world.channel(channel.id).history.all;
  }

  /** What an attachment holds. */
  fileOf(attachment: APIAttachment): Uint8Array | undefined {
    return this.realm.world.files.get(attachment.url.slice(this.realm.cdn.length))?.bytes;
  }

  protected stored(message: APIMessage): APIMessage {
    const found = this.realm.world.channel(message.channel_id).history.get(message.id);
    if (!found) throw refusal('unknownMessage');
    return found;
  }

  protected telling({ silently = false }: Told): Realm {
    return silently ? { ...this.realm, announce: () => undefined } : this.realm;
  }
}

function sentFile(
  { name, type = 'text/plain', content = '' }: { name: string; type?: string; content?: string | Uint8Array },
  n: number,
): SentFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { field: `files[${n}]`, name, type, size: bytes.length, bytes };
}

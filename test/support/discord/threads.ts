/** What happens to threads: opened from a message, alone, or as a forum's post; changed; joined; left. */
import {
  ChannelFlags,
  ChannelType,
  MessageFlags,
  MessageType,
  PermissionFlagsBits as Can,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import type { SentFile } from './call.ts';
import { countCharacters } from './check-message.ts';
import { checkDraft, composeMessage, referenceTo, type MessageBody } from './compose-message.ts';
import { invalidForm, refusal } from './discord-error.ts';
import { keep, tellOfChange, writeMessage } from './messages.ts';
import { demand } from './permissions.ts';
import type { Realm } from './realm.ts';
import { threadMember, wireChannel } from './wire.ts';
import type { Channel, Thread } from './world.ts';

export interface ThreadBody {
  name?: string;
  type?: ChannelType;
  auto_archive_duration?: number;
  rate_limit_per_user?: number | null;
  invitable?: boolean;
  applied_tags?: string[];
  message?: MessageBody;
}

/** A thread that hangs on a message and has its id. */
export function threadFromMessage(
  realm: Realm,
  by: APIUser,
  channel: Channel,
  message: APIMessage,
  body: ThreadBody,
) {
  demand(realm.world, by.id, channel, Can.CreatePublicThreads);
  if (realm.world.channels.has(message.id)) throw refusal('threadExists');
  const isNews = channel.type === ChannelType.GuildAnnouncement;
  if (!isNews && channel.type !== ChannelType.GuildText) throw refusal('wrongChannelType');
  const type = isNews ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
  const thread = open(realm, by, channel, body, { type, id: message.id });
  message.flags = (message.flags ?? 0) | MessageFlags.HasThread;
  Object.assign(message, { thread: wireChannel(thread, realm.world) });
  tell(realm, thread);
  tellOfChange(realm, channel, message);
  const given = {
    type: MessageType.ThreadStarterMessage,
    message_reference: referenceTo(message, channel),
    referenced_message: message,
  } as const;
  keepSystemMessage(realm, thread, message.author, given);
  return thread;
}

/** A thread without a message; a public one leaves a line in its channel. */
export function threadAlone(realm: Realm, by: APIUser, channel: Channel, body: ThreadBody): Channel {
  const type = body.type ?? ChannelType.PrivateThread;
  const isPublic = type !== ChannelType.PrivateThread;
  demand(realm.world, by.id, channel, isPublic ? Can.CreatePublicThreads : Can.CreatePrivateThreads);
  if (channel.type !== ChannelType.GuildText && channel.type !== ChannelType.GuildAnnouncement) {
    throw refusal('wrongChannelType');
  }
  const thread = open(realm, by, channel, body, { type });
  tell(realm, thread);
  if (isPublic) {
    const reference = { type: 0, channel_id: thread.id, guild_id: thread.guildId ?? '' };
    const given = {
      type: MessageType.ThreadCreated,
      content: thread.name,
      message_reference: reference,
    } as const;
    keepSystemMessage(realm, channel, by, given);
  }
  return thread;
}

/** A forum's post: a thread and its first message, which share an id. Nonces mean nothing here. */
export function forumPost(
  realm: Realm,
  by: APIUser,
  channel: Channel,
  body: ThreadBody,
  files: readonly SentFile[],
): { thread: Channel; message: APIMessage } {
  demand(realm.world, by.id, channel, Can.SendMessages, ...(files.length ? [Can.AttachFiles] : []));
  const tags = body.applied_tags ?? [];
  if (tags.length > 5)
    throw invalidForm('applied_tags', 'BASE_TYPE_MAX_LENGTH', 'Must be 5 or fewer in length.');
  if (tags.some((id) => !channel.tags.some((tag) => tag.id === id))) throw refusal('unknownTag');
  if (channel.flags & ChannelFlags.RequireTag && !tags.length) throw refusal('tagRequired');
  const { nonce: _, enforce_nonce: __, ...message } = body.message ?? {};
  // Discord makes nothing when the message is refused.
  checkDraft({ author: by, body: message, files });
  const thread = open(realm, by, channel, body, { type: ChannelType.PublicThread });
  tell(realm, thread);
  const given = { id: thread.id };
  const first = writeMessage(realm, { channel: thread, author: by, body: message, files, given });
  channel.lastMessageId = thread.id;
  return { thread, message: first };
}

export type ThreadChange = Partial<
  Pick<Thread, 'archived' | 'locked' | 'autoArchiveMinutes' | 'invitable' | 'appliedTags'>
> & {
  readonly name?: string;
};

export function changeThread(realm: Realm, channel: Channel, { name, ...change }: ThreadChange): void {
  const { thread } = channel;
  if (!thread) throw refusal('wrongChannelType');
  if (change.archived !== undefined && change.archived !== thread.archived) {
    thread.archivedAt = new Date(realm.now()).toISOString();
  }
  Object.assign(thread, change);
  if (name !== undefined) channel.name = name;
  realm.announce('THREAD_UPDATE', wireChannel(channel, realm.world), { channel });
}

export function joinThread(realm: Realm, channel: Channel, user: APIUser): void {
  if (!channel.thread || channel.thread.members.has(user.id)) return;
  channel.thread.members.set(user.id, new Date(realm.now()).toISOString());
  const isNewToBot = channel.type === ChannelType.PrivateThread && user.id === realm.world.bot.id;
  if (isNewToBot) realm.announce('THREAD_CREATE', wireChannel(channel, realm.world), { channel });
  const added = { added_members: [threadMember(channel, user.id)] };
  realm.announce('THREAD_MEMBERS_UPDATE', { ...membersOf(channel), ...added }, { channel });
}

export function leaveThread(realm: Realm, channel: Channel, user: APIUser): void {
  if (!channel.thread?.members.delete(user.id)) return;
  const removed = { removed_member_ids: [user.id] };
  realm.announce('THREAD_MEMBERS_UPDATE', { ...membersOf(channel), ...removed }, { channel });
}

function membersOf(channel: Channel): object {
  return { id: channel.id, guild_id: channel.guildId, member_count: channel.thread?.members.size ?? 0 };
}

function open(
  realm: Realm,
  by: APIUser,
  parent: Channel,
  body: ThreadBody,
  given: { type: ChannelType; id?: string },
): Channel {
  const name = body.name?.trim() ?? '';
  if (!name || countCharacters(name) > 100) {
    throw invalidForm('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  const now = new Date(realm.now()).toISOString();
  const thread: Thread = {
    ownerId: by.id,
    createdAt: now,
    archived: false,
    locked: false,
    archivedAt: now,
    autoArchiveMinutes: body.auto_archive_duration ?? 1_440,
    invitable: body.invitable ?? true,
    appliedTags: body.applied_tags ?? [],
    members: new Map([[by.id, now]]),
    messagesSent: 0,
  };
  const slowModeSeconds = body.rate_limit_per_user ?? 0;
  return realm.world.addChannel({
    ...given,
    guildId: parent.guildId,
    name,
    parentId: parent.id,
    thread,
    slowModeSeconds,
  });
}

function tell(realm: Realm, thread: Channel): void {
  realm.announce(
    'THREAD_CREATE',
    { ...wireChannel(thread, realm.world), newly_created: true },
    { channel: thread },
  );
}

function keepSystemMessage(
  realm: Realm,
  channel: Channel,
  author: APIUser,
  given: Partial<APIMessage>,
): void {
  const { message } = composeMessage(realm, { channel, author, body: {}, files: [], given });
  keep(realm, channel, message);
}

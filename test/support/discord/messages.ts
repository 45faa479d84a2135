/** What happens to messages, whoever does it: written, changed, removed; and who hears of it. */
import {
  ChannelType,
  MessageFlags,
  PermissionFlagsBits as Can,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { storeFiles } from './attachments.ts';
import type { SentFile } from './call.ts';
import { asKeptCard, isCard, wordsOf } from './cards.ts';
import { checkMessage } from './check-message.ts';
import {
  asKept,
  checkDraft,
  composeMessage,
  namesOf,
  numbered,
  type Draft,
  type MessageBody,
} from './compose-message.ts';
import { refusal } from './discord-error.ts';
import { mentionsIn, type Mentions } from './mentions.ts';
import { demand, permissionsIn } from './permissions.ts';
import type { Realm } from './realm.ts';
import { changeThread } from './threads.ts';
import { wireMember } from './wire.ts';
import type { Channel } from './world.ts';

const HOLDS_MESSAGES: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.DM,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** Refuse who may not write there; an archived thread wakes by what is written, unless it is locked. */
export function enterToWrite(realm: Realm, author: APIUser, channel: Channel, hasFiles: boolean): void {
  const { world } = realm;
  if (!HOLDS_MESSAGES.includes(channel.type)) throw refusal('notAText');
  const sends = channel.thread ? Can.SendMessagesInThreads : Can.SendMessages;
  demand(world, author.id, channel, sends, ...(hasFiles ? [Can.AttachFiles] : []));
  if (channel.guildId === undefined && author.id === world.bot.id) {
    if (channel.recipients.some(({ id }) => world.closedToMessages.has(id))) throw refusal('closedToYou');
  }
  if (!channel.thread) return;
  const managesThreads = permissionsIn(world, author.id, channel) & Can.ManageThreads;
  if (channel.thread.locked && !managesThreads) {
    throw refusal(channel.thread.archived ? 'threadArchived' : 'threadLocked');
  }
  if (channel.thread.archived) changeThread(realm, channel, { archived: false });
}

/** Write a message, once for its nonce; tells the gateway and records whom it notified. */
export function writeMessage(realm: Realm, draft: Draft): APIMessage {
  const { channel, author, body } = draft;
  const nonce = body.nonce ?? undefined;
  const known =
    nonce !== undefined && body.enforce_nonce ? realm.world.nonces.find(author.id, nonce) : undefined;
  if (known) return { ...known, nonce: nonce ?? '' };
  checkDraft(draft);
  const { message, mentions } = composeMessage(realm, withoutEmbeds(realm, draft));
  keep(realm, channel, message, nonce);
  recordPings(realm, message, mentions);
  return nonce === undefined ? message : { ...message, nonce };
}

/** Note whom a message notified; nobody is notified of what they wrote themselves. */
export function recordPings(
  realm: Realm,
  message: APIMessage,
  { roles, everyone, ...named }: Mentions,
): void {
  const { id: messageId, channel_id: channelId } = message;
  const by = message.author.id;
  const users = named.users.map(({ id }) => id).filter((id) => id !== by);
  if (!users.length && !roles.length && !everyone) return;
  realm.records.pings.push({ messageId, channelId, by, users, roles, everyone });
}

/** Put a finished message into its channel and tell of it. The nonce is told, and never kept in the message. */
export function keep(realm: Realm, channel: Channel, message: APIMessage, nonce?: string | number): void {
  channel.history.add(message);
  channel.lastMessageId = message.id;
  if (channel.thread) channel.thread.messagesSent++;
  if (nonce !== undefined) realm.world.nonces.remember(message, nonce);
  realm.announce(
    'MESSAGE_CREATE',
    { ...told(realm, channel, message), ...(nonce !== undefined && { nonce }) },
    { channel },
  );
}

/** Change a message to what the body says; fields that are absent stay. */
export function editMessage(
  realm: Realm,
  channel: Channel,
  message: APIMessage,
  body: MessageBody,
  files: readonly SentFile[] = [],
): APIMessage {
  const kept = body.attachments
    ? message.attachments.filter(({ id }) => body.attachments?.some((it) => String(it.id) === id))
    : message.attachments;
  // The flag can be set later, and never be taken away.
  const isMadeOfComponents = isCard(message.flags) || isCard(body.flags);
  const content = body.content === undefined ? message.content : (body.content?.trim() ?? '');
  const embeds = body.embeds === undefined ? message.embeds : asKept(body.embeds);
  const components = body.components === undefined ? message.components : body.components;
  const maxLength = message.author.bot ? 2_000 : 4_000;
  const fileCount = kept.length + files.length;
  const fileNames = [...kept.map(({ filename }) => filename), ...namesOf(files, body)];
  const checked = isMadeOfComponents ? MessageFlags.IsComponentsV2 : 0;
  checkMessage({ content, embeds, components, flags: checked, fileCount, fileNames, maxLength });
  const allowed = body.allowed_mentions ?? undefined;
  const repliedTo = message.referenced_message ?? undefined;
  const words = wordsOf({ content, components });
  const named = { channel, author: message.author, content: words, allowed, repliedTo };
  const mentions = mentionsIn(realm.world, named);
  const changeable = MessageFlags.SuppressEmbeds | checked;
  const flags =
    body.flags == null
      ? (message.flags ?? 0)
      : ((message.flags ?? 0) & ~changeable) | (body.flags & changeable);
  const stored = [...kept, ...storeFiles(realm, channel, files, body.attachments ?? [])];
  const shown = isMadeOfComponents
    ? asKeptCard(components, stored, () => realm.world.nextId())
    : { components, attachments: stored };
  Object.assign(message, {
    content,
    embeds,
    components: numbered(shown.components),
    flags: (flags | checked) & ~MessageFlags.Loading,
    attachments: shown.attachments,
    mentions: [...mentions.users],
    mention_roles: [...mentions.roles],
    mention_everyone: mentions.everyone,
    edited_timestamp: new Date(realm.now()).toISOString(),
  });
  if (!((message.flags ?? 0) & MessageFlags.Ephemeral)) tellOfChange(realm, channel, message);
  return message;
}

export function tellOfChange(realm: Realm, channel: Channel, message: APIMessage): void {
  realm.announce('MESSAGE_UPDATE', told(realm, channel, message), { channel });
}

export function removeMessage(realm: Realm, channel: Channel, id: string): void {
  const message = channel.history.remove(id);
  if (!message) throw refusal('unknownMessage');
  realm.world.nonces.forget(message);
  realm.announce('MESSAGE_DELETE', { id, channel_id: channel.id, ...guildOf(channel) }, { channel });
}

export function removeMessages(realm: Realm, channel: Channel, ids: readonly string[]): void {
  const removed = ids.filter((id) => channel.history.remove(id));
  realm.announce(
    'MESSAGE_DELETE_BULK',
    { ids: removed, channel_id: channel.id, ...guildOf(channel) },
    { channel },
  );
}

export function guildOf(channel: Channel): { guild_id?: string } {
  return channel.guildId === undefined ? {} : { guild_id: channel.guildId };
}

/** A message as the gateway tells it: with guild, the author's membership, the channel's kind. */
function told({ world }: Realm, channel: Channel, message: APIMessage): object {
  const guild = channel.guildId === undefined ? undefined : world.guilds.get(channel.guildId);
  const author = guild?.members.get(message.author.id);
  const membershipOf = (id: string) => {
    const member = guild?.members.get(id);
    return member && { member: wireMember(member, { withUser: false }) };
  };
  return {
    ...message,
    ...guildOf(channel),
    channel_type: channel.type,
    ...(author && { member: wireMember(author, { withUser: false }) }),
    mentions: message.mentions.map((user) => ({ ...user, ...membershipOf(user.id) })),
  };
}

/** Who may not embed links gets the message without its embeds, silently, as on Discord. */
function withoutEmbeds({ world }: Realm, draft: Draft): Draft {
  if (!draft.body.embeds?.length || draft.given?.interaction_metadata) return draft;
  if (permissionsIn(world, draft.author.id, draft.channel) & Can.EmbedLinks) return draft;
  return { ...draft, body: { ...draft.body, embeds: [] } };
}

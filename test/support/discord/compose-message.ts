/** From what somebody sends to the message that Discord keeps: checked, trimmed, mentions and files worked out. */
import {
  MessageReferenceType,
  MessageType,
  PermissionFlagsBits as Can,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessage,
  type APIMessageReferenceSend,
  type APIMessageTopLevelComponent,
  type APIUser,
} from 'discord-api-types/v10';
import { nameOf, storeFiles, type AttachmentRequest } from './attachments.ts';
import { asKeptCard, isCard, wordsOf } from './cards.ts';
import type { SentFile } from './call.ts';
import { checkMessage } from './check-message.ts';
import { invalidForm, refusal } from './discord-error.ts';
import { mentionsIn, type Mentions } from './mentions.ts';
import { permissionsIn } from './permissions.ts';
import type { Realm } from './realm.ts';
import type { Channel } from './world.ts';

/** The fields of a body that make a message, as Discord names them. */
export interface MessageBody {
  content?: string | null | undefined;
  embeds?: APIEmbed[] | null | undefined;
  components?: APIMessageTopLevelComponent[] | null | undefined;
  flags?: number | null | undefined;
  allowed_mentions?: APIAllowedMentions | null | undefined;
  message_reference?: APIMessageReferenceSend | null | undefined;
  attachments?: AttachmentRequest[] | null | undefined;
  nonce?: string | number | null | undefined;
  enforce_nonce?: boolean | null | undefined;
  sticker_ids?: string[] | null | undefined;
  tts?: boolean | null | undefined;
}

export interface Draft {
  readonly channel: Channel;
  readonly author: APIUser;
  readonly body: MessageBody;
  readonly files: readonly SentFile[];
  /** What the server itself knows: type, interaction, application. */
  readonly given?: Partial<APIMessage>;
}

/** Refuse what is too long or empty, before anything happens. */
export function checkDraft({ author, body, files }: Pick<Draft, 'author' | 'body' | 'files'>): void {
  const others = Boolean(body.sticker_ids?.length);
  const fileNames = namesOf(files, body);
  checkMessage({
    ...body,
    fileCount: files.length,
    fileNames,
    others,
    maxLength: author.bot ? 2_000 : 4_000,
  });
}

export function namesOf(files: readonly SentFile[], { attachments }: MessageBody): string[] {
  return files.map((file) => nameOf(file, attachments ?? []));
}

/** The new message and whom it names, of a checked draft; stores nothing but the files. */
export function composeMessage(realm: Realm, draft: Draft): { message: APIMessage; mentions: Mentions } {
  const { channel, author, body, files, given } = draft;
  const repliedTo = referenced(realm, draft);
  const content = body.content?.trim() ?? '';
  const allowed = body.allowed_mentions ?? undefined;
  const words = wordsOf({ content, components: body.components });
  const mentions = mentionsIn(realm.world, { channel, author, content: words, allowed, repliedTo });
  const stored = storeFiles(realm, channel, files, body.attachments ?? []);
  const shown = isCard(body.flags)
    ? asKeptCard(body.components, stored, () => realm.world.nextId())
    : { components: body.components, attachments: stored };
  const message: APIMessage = {
    id: realm.world.nextId(),
    channel_id: channel.id,
    type: repliedTo ? MessageType.Reply : MessageType.Default,
    author,
    content,
    timestamp: new Date(realm.now()).toISOString(),
    edited_timestamp: null,
    tts: body.tts ?? false,
    pinned: false,
    mention_everyone: mentions.everyone,
    mentions: [...mentions.users],
    mention_roles: [...mentions.roles],
    attachments: shown.attachments,
    embeds: asKept(body.embeds),
    components: numbered(shown.components),
    flags: body.flags ?? 0,
    ...(repliedTo && {
      message_reference: referenceTo(repliedTo, channel),
      referenced_message: repliedTo,
    }),
    ...given,
  };
  return { message, mentions };
}

export function asKept(embeds: readonly APIEmbed[] | null | undefined): APIEmbed[] {
  return (embeds ?? []).map((embed) => ({ type: 'rich' as APIEmbed['type'] & string, ...embed }) as APIEmbed);
}

/** Discord numbers the components of a message, depth first from 1. */
export function numbered(components: readonly APIMessageTopLevelComponent[] | null | undefined) {
  let last = 0;
  const number = <T extends object>(component: T): T => {
    const id = ++last;
    const inner =
      'components' in component && Array.isArray(component.components) ? component.components : undefined;
    return { ...component, id, ...(inner && { components: inner.map((it: object) => number(it)) }) };
  };
  return (components ?? []).map((it) => number(it));
}

export function referenceTo(message: APIMessage, channel: Channel) {
  return {
    type: MessageReferenceType.Default,
    message_id: message.id,
    channel_id: message.channel_id,
    ...(channel.guildId !== undefined && { guild_id: channel.guildId }),
  };
}

function referenced({ world }: Realm, { channel, author, body }: Draft): APIMessage | undefined {
  const reference = body.message_reference;
  if (!reference) return undefined;
  if (!(permissionsIn(world, author.id, channel) & Can.ReadMessageHistory)) throw refusal('noHistoryToReply');
  const found = channel.history.get(String(reference.message_id));
  if (!found && reference.fail_if_not_exists !== false) {
    throw invalidForm('message_reference', 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message');
  }
  // What is shown of the message that was answered does not nest further.
  if (found) return withoutReference(found);
  return undefined;
}

function withoutReference({ referenced_message: _, ...message }: APIMessage): APIMessage {
  return message as APIMessage;
}

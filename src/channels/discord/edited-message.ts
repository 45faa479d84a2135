/** What an edit of a person's message changes: its words, and the rights with which it asks for something. */
import type { Client, Message } from 'discord.js';
import type { GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { sessionKey } from '../../sessions/key.ts';
import type { Intake } from '../channel-deps.ts';
import type { DiscordSettings } from './discord-deps.ts';
import { wordsOf, wordsOfEdit } from './message-words.ts';
import { rightsAt } from './people.ts';
import { plainLabel } from './plain-label.ts';
import { nameOf } from './writer.ts';

type Edit = Parameters<Intake['edited']>[0];

/** As the gateway tells of it; undefined where nobody wrote other words. */
export function editTold(
  data: GatewayMessageUpdateDispatchData,
  client: Client,
  settings: DiscordSettings,
): Edit | undefined {
  const { id, author, content, attachments, member, channel_id: channel, edited_timestamp: editedAt } = data;
  // Without the right to read a message, both are empty.
  if (!editedAt || author.bot === true || (content === '' && attachments.length === 0)) return undefined;
  const name = plainLabel(member?.nick ?? author.global_name ?? author.username);
  const by = { id: author.id, name };
  const edit = { id, channel, by, text: wordsOfEdit(data, client), atMs: Date.parse(editedAt) };
  return editBy(edit, client, settings);
}

/** As the history has it. */
export function editRead(message: Message, settings: DiscordSettings): Edit | undefined {
  const { id, author, client, channelId: channel, editedTimestamp: atMs } = message;
  if (author.bot || message.webhookId !== null || atMs === null) return undefined;
  const by = { id: author.id, name: nameOf(message) };
  return editBy({ id, channel, by, text: wordsOf(message, client.user.id), atMs }, client, settings);
}

interface EditBy extends Pick<Edit, 'id' | 'text' | 'atMs'> {
  readonly channel: string;
  readonly by: { readonly id: string; readonly name: string };
}

/** Directly, people have the rights of the list. */
function editBy({ channel, by, ...edit }: EditBy, client: Client, settings: DiscordSettings): Edit {
  const isDirect = client.channels.cache.get(channel)?.isDMBased() ?? true;
  return {
    ...edit,
    session: sessionKey('discord', channel),
    author: by,
    ...(!isDirect && { rights: () => rightsAt(client, settings, by.id, channel) }),
  };
}

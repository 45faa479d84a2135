/** A person's message in the form that the desk reads: names in place of ids, attachments by name. */
import type { Client, Message, MessageSnapshot, Role } from 'discord.js';
import type { GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import type { Attached, RepliedTo } from '../channel-deps.ts';
import { readsAsCjk } from '../../text/cjk.ts';
import { plainLabel } from './plain-label.ts';
import { plainWords } from './shown-words.ts';
import { shorten } from '../../text/shorten.ts';

/** Characters quoted from a replied-to message. */
const MOST_QUOTED = 300;
const MOST_ATTACHED = 10;

/** Names for the ids in a text; undefined if unknown, empty for the bot itself. */
export interface Names {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/**
 * The text with names in place of ids, without the mention of the bot itself. A name of several words is quoted,
 * because people choose their names and a name must not read as part of the message.
 */
function readWords(content: string, names: Names): string {
  const called = (sign: string, name: string | undefined, unknown: string) =>
    name === '' ? '' : `${sign}${asOne(plainLabel(name ?? unknown))}`;
  return (
    content
      // Chinese has no space after a name: 「提<@1>聽日交稿」.
      .replaceAll(/(<(?:@[!&]?|#)\d+>)(?=[\p{L}\p{M}\p{N}_-])/gu, '$1 ')
      .replaceAll(/<@!?(\d+)>/gu, (_, id: string) => called('@', names.user(id), 'somebody'))
      .replaceAll(/<@&(\d+)>/gu, (_, id: string) => called('@', names.role(id), 'a role'))
      .replaceAll(/<#(\d+)>/gu, (_, id: string) => called('#', names.channel(id), 'a channel'))
      .replaceAll(/<a?:(\w+):\d+>/gu, ':$1:')
      .replaceAll(/[ \t]{2,}/gu, ' ')
      .trim()
  );
}

function asOne(name: string): string {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) ? name : `“${name.replaceAll(/[“”]/gu, '')}”`;
}

/** What a message says, with names in place of mentions and without the bot's own mention. */
export function wordsOf(message: Message | MessageSnapshot, me: string): string {
  const { mentions, client } = message;
  // A message made of components has no content.
  return readWords(message.content || plainWords(message), {
    user: (id) =>
      id === me ? '' : (mentions.members?.get(id)?.displayName ?? mentions.users.get(id)?.displayName),
    role: (id) => roleName(mentions.roles.get(id), me),
    channel: (id) => channelName(id, client),
  });
}

/** As `wordsOf`, for a message that was edited, as the gateway tells of it. */
export function wordsOfEdit(
  { content, mentions, guild_id }: GatewayMessageUpdateDispatchData,
  client: Client,
): string {
  const me = client.user?.id ?? '';
  const roles = client.guilds.cache.get(guild_id ?? '')?.roles.cache;
  return readWords(content, {
    user: (id) => {
      const named = mentions.find((user) => user.id === id);
      return id === me ? '' : (named?.member?.nick ?? named?.global_name ?? named?.username);
    },
    role: (id) => roleName(roles?.get(id), me),
    channel: (id) => channelName(id, client),
  });
}

/** Empty for the bot's own role. */
function roleName(role: Role | undefined, me: string): string | undefined {
  return role?.tags?.botId === me ? '' : role?.name;
}

function channelName(id: string, client: Client): string | undefined {
  const channel = client.channels.cache.get(id);
  return channel && 'name' in channel ? (channel.name ?? undefined) : undefined;
}

/** The message that a person forwards: a copy without its author, which the SDK also keeps in its cache. */
export function forwardedIn({ messageSnapshots }: Message): MessageSnapshot | undefined {
  return messageSnapshots.first();
}

/** The titles and texts of a message's embeds, which are all that many a bot posts. */
export function embedWords({ embeds }: Pick<Message, 'embeds'>): string[] {
  return embeds.flatMap(({ title, description }) => [title, description].filter((it) => it !== null));
}

/** What a person says with a message; who only forwards one says that, in its language. */
export function saidIn(message: Message): string {
  const me = message.client.user.id;
  const said = wordsOf(message, me);
  const forwarded = forwardedIn(message);
  if (said !== '' || !forwarded) return said;
  const its = wordsOf(forwarded, me) || embedWords(forwarded).join('\n');
  return readsAsCjk(its) ? '我轉發這則訊息。' : 'I forward this message.';
}

/** The first attachments of a message and of what it forwards: name, media type, size in bytes. */
export function attachedTo(message: Message): Attached[] {
  const all = [message, forwardedIn(message)].flatMap((one) => [...(one?.attachments.values() ?? [])]);
  return all.slice(0, MOST_ATTACHED).map(({ name, contentType, size }) => ({
    name: plainLabel(name),
    ...(contentType !== null && { type: contentType }),
    bytes: size,
  }));
}

/** The message that the person forwards, or replied to, if it is cached or can be fetched. */
export async function repliedTo(message: Message): Promise<RepliedTo | undefined> {
  const id = message.reference?.messageId;
  if (id === undefined) return undefined;
  const known =
    forwardedIn(message) ??
    message.channel.messages.cache.get(id) ??
    (await message.fetchReference().catch(() => undefined));
  if (!known) return { id };
  const { author, member } = known;
  const text = (plainWords(known) || embedWords(known).join('\n')).replaceAll(/\s+/gu, ' ').trim();
  return {
    id,
    ...(author && { author: plainLabel(member?.displayName ?? author.displayName) }),
    ...(text !== '' && { text: shorten(text, MOST_QUOTED) }),
  };
}

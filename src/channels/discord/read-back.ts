/**
 * Reads a channel back: did a message arrive whose answer was lost?
 *
 * A match is the bot's own message, newer than the newest message known before, claimed by no other op, and equal
 * in a button's id or in text and files. The best match wins. Other people's messages and ephemeral answers never
 * match.
 */
import { ChannelType, PermissionFlagsBits, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type {
  APIChannel,
  APIMessage,
  APIThreadChannel,
  RESTGetAPIChannelThreadsArchivedPublicResult,
  RESTGetAPIGuildThreadsResult,
} from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import type { Claimed } from '../../sessions/op.ts';
import { failureOf } from './discord-rest.ts';
import { likeness, threadName } from './message-body.ts';
import type { AnyBody } from './message-body.ts';
import { rightsThere } from './rights-there.ts';

interface Search {
  readonly rest: REST;
  /** The bot's user id. */
  readonly me: string;
  readonly channel: string;
  /** Only messages after this id. */
  readonly after: string;
  /** The forms in which it may have been sent. */
  readonly bodies: readonly AnyBody[];
  /** Which of these ids belong to other ops. */
  readonly claimed: Claimed;
}

const PAGE = 100;
const DISCORD_EPOCH_MS = 1_420_070_400_000;
/** The clocks of Discord's machines may differ by this much. */
const SLACK_MS = 60_000;
const RANKS = ['same', 'same buttons', 'same text'] as const;

/** The channel's history can't be read. */
export class HistoryClosed extends Error {
  override readonly name = 'HistoryClosed';
}

/** @returns the message's id; undefined when it isn't there. @throws HistoryClosed, and what the SDK throws. */
export async function findMessage(search: Search): Promise<string | undefined> {
  const alike = new Map<string, (typeof RANKS)[number]>();
  let isEmpty = true;
  for await (const message of messagesAfter(search)) {
    isEmpty = false;
    if (message.author.id !== search.me) continue;
    const like = likestOf(message, search.bodies);
    if (like) alike.set(message.id, like);
  }
  // Without the right to read it, Discord shows an empty history.
  if (isEmpty && !(await mayReadHistory(search))) throw new HistoryClosed();
  const claimed = await search.claimed([...alike.keys()]);
  const free = [...alike].filter(([id]) => !claimed.has(id));
  for (const rank of RANKS) {
    const found = free.find(([, like]) => like === rank);
    if (found) return found[0];
  }
  return undefined;
}

/** A post of a forum, by its owner, name and first message. @returns its thread's id. */
export async function findForumPost(search: Search & { name: string }): Promise<string | undefined> {
  const { rest, me, channel, after, bodies } = search;
  const name = threadName(search.name);
  for await (const thread of threadsOf(rest, channel, after)) {
    if (thread.owner_id !== me || thread.name !== name || BigInt(thread.id) <= BigInt(after)) continue;
    const first = await messageOrNone(rest, thread.id);
    if (first && likestOf(first, bodies) === undefined) continue;
    if (!(await search.claimed([thread.id])).has(thread.id)) return thread.id;
  }
  return undefined;
}

function likestOf(message: APIMessage, bodies: readonly AnyBody[]): (typeof RANKS)[number] | undefined {
  const likes = bodies.map((body) => likeness(message, body));
  return RANKS.find((rank) => likes.includes(rank));
}

/** Requests for the permissions check: one interrupted request should not discard the history just read. */
const MOST_LOOKS = 3;

async function mayReadHistory(search: Pick<Search, 'rest' | 'me' | 'channel'>, look = 1): Promise<boolean> {
  try {
    const { bits } = await rightsThere(search.rest, search.me, search.channel);
    return bits === undefined || (bits & PermissionFlagsBits.ReadMessageHistory) !== 0n;
  } catch (error) {
    if (look === MOST_LOOKS || failureOf(error).kind !== 'unknown') throw error;
    return mayReadHistory(search, look + 1);
  }
}

/** Oldest first. */
async function* messagesAfter({ rest, channel, after }: Search): AsyncGenerator<APIMessage> {
  let newest = after;
  for (;;) {
    const query = new URLSearchParams({ after: newest, limit: String(PAGE) });
    const page = (await rest.get(Routes.channelMessages(channel), { query })) as APIMessage[];
    const messages = page.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    yield* messages;
    const last = messages.at(-1);
    if (messages.length < PAGE || !last) return;
    newest = last.id;
  }
}

/** The forum's threads: active ones, then archived ones that may be newer than `after`. */
async function* threadsOf(rest: REST, forum: string, after: string): AsyncGenerator<APIThreadChannel> {
  const { guild_id: guild } = (await rest.get(Routes.channel(forum))) as APIChannel & { guild_id?: string };
  if (guild === undefined) return;
  const active = (await rest.get(Routes.guildActiveThreads(guild))) as RESTGetAPIGuildThreadsResult;
  for (const thread of active.threads as APIThreadChannel[]) if (thread.parent_id === forum) yield thread;
  const sinceMs = Number(BigInt(after) >> 22n) + DISCORD_EPOCH_MS - SLACK_MS;
  let before: string | undefined;
  for (;;) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(before !== undefined && { before }) });
    const page = (await rest.get(Routes.channelThreads(forum, 'public'), {
      query,
    })) as RESTGetAPIChannelThreadsArchivedPublicResult;
    const threads = page.threads as APIThreadChannel[];
    yield* threads;
    before = threads.at(-1)?.thread_metadata?.archive_timestamp;
    if (!page.has_more || before === undefined || Date.parse(before) < sinceMs) return;
  }
}

/** A forum post's first message has the thread's id; it may have been deleted. */
async function messageOrNone(rest: REST, thread: string): Promise<APIMessage | undefined> {
  try {
    return (await rest.get(Routes.channelMessage(thread, thread))) as APIMessage;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && failure.code === RESTJSONErrorCodes.UnknownMessage) return undefined;
    throw error;
  }
}

/** Whether the channel exists. @throws what the SDK throws, except "unknown channel". */
export async function channelExists(rest: REST, id: string): Promise<boolean> {
  try {
    await rest.get(Routes.channel(id));
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && failure.code === RESTJSONErrorCodes.UnknownChannel) return false;
    throw error;
  }
}

/** Whether posts there have a title: a forum or a media channel. */
export function isForum({ type }: APIChannel): boolean {
  return type === ChannelType.GuildForum || type === ChannelType.GuildMedia;
}

/** Tags of a forum's posts: those of a new post, and status tags. */
import { ChannelFlags, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import type {
  APIChannel,
  APIGuildForumChannel,
  APIGuildForumTag,
  APIThreadChannel,
} from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import type { Sendable, TagName } from '../../sessions/op.ts';
import { before, idOf } from './asking.ts';
import { failureOf } from './discord-rest.ts';
import { Unsendable } from './message-body.ts';
import { isForum } from './read-back.ts';
import { rightsThere } from './rights-there.ts';
import { DISCORD } from './traits.ts';

const MOST_APPLIED = 5;
const MOST_AVAILABLE = 20;
const LONGEST_NAME = 20;

type Forum = Partial<APIGuildForumChannel>;
type TagsSpec = Extract<Sendable['spec'], { kind: 'tags' }>;

interface Means {
  readonly rest: REST;
  readonly me: string;
  readonly signal: AbortSignal;
}

/**
 * The ids of the forum's tags with these names; where it requires a tag and none matches, its first. @throws
 * Unsendable
 */
export function tagsFor(channel: APIChannel, names: readonly string[]): string[] {
  if (!isForum(channel))
    throw new Unsendable(
      `${DISCORD.writes.chat(channel.id)} is no forum: a post with a name and tags can't go there.`,
    );
  const { available_tags: tags = [] } = channel as Forum;
  const fitting = tags.filter(({ name }) => isOneOf(names, name));
  const first = tags.find(({ moderated }) => !moderated) ?? tags[0];
  return (
    asksForOne(channel) && fitting.length === 0 && first ? [first] : fitting.slice(0, MOST_APPLIED)
  ).map(({ id }) => id);
}

/** Update a post's status tags. @returns the post's id. @throws NotYetSent, OddAnswer, and what the SDK throws. */
export async function tagPost({ channel, on, off }: TagsSpec, means: Means): Promise<string> {
  const { rest, signal } = means;
  const post = (await before(() => rest.get(Routes.channel(channel), { signal }))) as APIThreadChannel;
  const { parent_id: parentId, applied_tags: applied = [] } = post;
  if (typeof parentId !== 'string') return channel;
  const forum = (await before(() => rest.get(Routes.channel(parentId), { signal }))) as APIChannel;
  if (!isForum(forum)) return channel;
  const known = await withMissing(forum, on, means);
  const idsOf = (wanted: readonly TagName[]) =>
    known.filter(({ name }) => wanted.some((names) => isOneOf(names, name))).map(({ id }) => id);
  const [gone, wanted] = [idsOf(off), idsOf(on)];
  const kept = applied.filter((id) => !gone.includes(id));
  const tags = [...new Set([...kept, ...wanted])].slice(0, MOST_APPLIED);
  const isSame = tags.length === applied.length && tags.every((id) => applied.includes(id));
  if (isSame || (tags.length === 0 && asksForOne(forum))) return channel;
  return idOf(await rest.patch(Routes.channel(channel), { body: { applied_tags: tags }, signal }));
}

/** The forum's tags, after adding missing ones where the bot may. */
async function withMissing(
  forum: APIChannel,
  wanted: readonly TagName[],
  { rest, me, signal }: Means,
): Promise<readonly APIGuildForumTag[]> {
  const { available_tags: tags = [] } = forum as Forum;
  const missing = wanted
    .filter((names) => !tags.some(({ name }) => isOneOf(names, name)))
    .slice(0, MOST_AVAILABLE - tags.length);
  if (missing.length === 0 || !(await mayManage(rest, me, forum.id))) return tags;
  const added = missing.map(([name]) => ({ name: name.slice(0, LONGEST_NAME) }));
  try {
    const changed = await rest.patch(Routes.channel(forum.id), {
      body: { available_tags: [...tags, ...added] },
      signal,
    });
    return (changed as Forum).available_tags ?? tags;
  } catch (error) {
    // The bot may not add it: the post goes without.
    if (failureOf(error).kind === 'refused') return tags;
    throw error;
  }
}

async function mayManage(rest: REST, me: string, forum: string): Promise<boolean> {
  const { bits = 0n } = await before(() => rightsThere(rest, me, forum));
  return (bits & PermissionFlagsBits.ManageChannels) !== 0n;
}

function asksForOne(forum: APIChannel): boolean {
  return (((forum as Forum).flags ?? 0) & ChannelFlags.RequireTag) !== 0;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.some((one) => one.trim().toLowerCase() === name.trim().toLowerCase());
}

/**
 * An op as the request that carries it out, made once.
 *
 * What is there already, or gone already, is done. What has to be asked beforehand is told apart from the request
 * itself: when it fails, nothing was sent.
 */
import { ChannelFlags, RESTJSONErrorCodes, Routes, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import type { APIChannel, APIGuildForumChannel } from 'discord-api-types/v10';
import type { REST, RawFile } from 'discord.js';
import { createHash } from 'node:crypto';
import type { OpBody, Sendable } from '../../sessions/op.ts';
import { failureOf } from './discord-rest.ts';
import { Unsendable, bodyOf, threadName, withBytes } from './message-body.ts';
import { isForum } from './read-back.ts';

interface Means {
  readonly rest: REST;
  /** What signs the ids of buttons. */
  readonly key: Uint8Array;
  readonly signal: AbortSignal;
}

type Spec<Kind extends Sendable['spec']['kind']> = Extract<Sendable['spec'], { kind: Kind }>;

const NONCE_LENGTH = 25;
const MOST_TAGS = 5;

/** An answer that is none of Discord's: nobody knows whether it was carried out. */
class OddAnswer extends Error {
  override readonly name = 'OddAnswer';
}

/** Something failed before the op itself was asked for. */
export class NotYetSent extends Error {
  override readonly name = 'NotYetSent';
}

/** @returns the platform's id of what was made or changed. @throws Unsendable, NotYetSent, OddAnswer, and what the SDK throws. */
export function perform(op: Sendable, means: Means): Promise<string> {
  const { spec } = op;
  switch (spec.kind) {
    case 'post':
      return post(op, spec, means);
    case 'direct':
      return direct(op, spec, means);
    case 'forum':
      return forum(spec, means);
    case 'thread':
      return thread(spec, means);
    case 'edit':
      return unarchived(spec.channel, means, () => edit(spec, means));
    case 'delete':
      return unarchived(spec.channel, means, () => removeMessage(spec, means));
    case 'remove':
      return removeChannel(spec, means);
  }
}

function post(op: Sendable, given: Spec<'post'>, { rest, key, signal }: Means): Promise<string> {
  return orWithoutFiles(given, (spec) => postOnce(op, spec, { rest, key, signal }));
}

async function postOnce(op: Sendable, given: Spec<'post'>, { rest, key, signal }: Means): Promise<string> {
  const { spec, bytes } = await withBytes(given);
  const { channel, replyTo } = spec;
  const body = bodyOf(spec, key, { channel });
  const files = withFiles(bytes);
  const attempt = async (reference: object) => {
    const nonce = { nonce: nonceOf(op.key), enforce_nonce: true };
    const whole = { ...body, ...nonce, ...reference };
    return idOf(await rest.post(Routes.channelMessages(channel), { body: whole, ...files, signal }));
  };
  if (replyTo === undefined) return attempt({});
  try {
    return await attempt({ message_reference: { message_id: replyTo, fail_if_not_exists: false } });
  } catch (error) {
    // Said all the same, only not as a reply.
    if (isRefusal(error, RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory))
      return attempt({});
    throw error;
  }
}

/** What Discord says where it wouldn't take the files, but may take the words. */
const NO_FILES = [RESTJSONErrorCodes.MissingPermissions, RESTJSONErrorCodes.RequestEntityTooLarge];

/** Words go even where the files that belong to them may not. */
async function orWithoutFiles<Given extends OpBody>(
  spec: Given,
  attempt: (spec: Given) => Promise<string>,
): Promise<string> {
  try {
    return await attempt(spec);
  } catch (error) {
    const hasBoth = (spec.files ?? []).length > 0 && spec.text.trim() !== '';
    if (!hasBoth || !NO_FILES.some((code) => isRefusal(error, code))) throw error;
    return attempt({ ...spec, files: [] });
  }
}

/** To a person: their channel is opened first, or is there already. */
async function direct(op: Sendable, { channel, ...body }: Spec<'direct'>, means: Means): Promise<string> {
  const { rest, signal } = means;
  const opened = await before(() =>
    rest.post(Routes.userChannels(), { body: { recipient_id: channel }, signal }),
  );
  return post(op, { ...body, kind: 'post', channel: idOf(opened) }, means);
}

function forum(given: Spec<'forum'>, means: Means): Promise<string> {
  return orWithoutFiles(given, (spec) => forumOnce(spec, means));
}

async function forumOnce(given: Spec<'forum'>, { rest, key, signal }: Means): Promise<string> {
  const { spec, bytes } = await withBytes(given);
  const message = bodyOf(spec, key, { channel: '*' });
  const channel = await before(() => rest.get(Routes.channel(spec.channel), { signal }));
  const tags = tagsFor(channel as APIChannel, spec.tags);
  const made = await rest.post(Routes.threads(spec.channel), {
    body: {
      name: threadName(spec.name),
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
      ...(tags.length > 0 && { applied_tags: tags }),
      message,
    },
    ...withFiles(bytes),
    signal,
  });
  return idOf(made);
}

async function thread({ channel, message, name }: Spec<'thread'>, { rest, signal }: Means): Promise<string> {
  const body = {
    name: threadName(name),
    auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
  };
  try {
    return idOf(await rest.post(Routes.threads(channel, message), { body, signal }));
  } catch (error) {
    // It is there already; it has the message's id.
    if (isRefusal(error, RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage)) return message;
    throw error;
  }
}

async function edit(given: Spec<'edit'>, { rest, key, signal }: Means): Promise<string> {
  const { spec, bytes } = await withBytes(given);
  const { channel, message } = spec;
  const made = await rest.patch(Routes.channelMessage(channel, message), {
    body: bodyOf(spec, key, { channel }),
    ...withFiles(bytes),
    signal,
  });
  return idOf(made);
}

async function removeMessage({ channel, message }: Spec<'delete'>, { rest, signal }: Means): Promise<string> {
  try {
    mustBeDone(await rest.delete(Routes.channelMessage(channel, message), { signal }));
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.UnknownMessage)) throw error;
  }
  return message;
}

async function removeChannel({ channel }: Spec<'remove'>, { rest, signal }: Means): Promise<string> {
  try {
    mustBeDone(await rest.delete(Routes.channel(channel), { signal }));
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.UnknownChannel)) throw error;
  }
  return channel;
}

/** Sending opens an archived thread by itself; to change a message there, it has to be opened first. */
async function unarchived(
  channel: string,
  { rest, signal }: Means,
  change: () => Promise<string>,
): Promise<string> {
  try {
    return await change();
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
    await before(() => rest.patch(Routes.channel(channel), { body: { archived: false }, signal }));
    return change();
  }
}

function nonceOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, NONCE_LENGTH);
}

/** The forum's own tags of these names; where it asks for one and none fits, its first. @throws Unsendable */
function tagsFor(channel: APIChannel, names: readonly string[]): string[] {
  if (!isForum(channel))
    throw new Unsendable(`<#${channel.id}> is no forum: a post with a name and tags can't go there.`);
  const { available_tags: tags = [], flags = 0 } = channel as Partial<APIGuildForumChannel>;
  const wanted = names.map((name) => name.trim().toLowerCase());
  const fitting = tags.filter(({ name }) => wanted.includes(name.trim().toLowerCase()));
  const needsOne = (flags & ChannelFlags.RequireTag) !== 0 && fitting.length === 0;
  const first = tags.find(({ moderated }) => !moderated) ?? tags[0];
  return (needsOne && first ? [first] : fitting.slice(0, MOST_TAGS)).map(({ id }) => id);
}

function withFiles(files: RawFile[]): { files?: RawFile[] } {
  return files.length > 0 ? { files } : {};
}

/** Ask for what is needed beforehand. @throws NotYetSent with its cause */
async function before<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new NotYetSent('what the op needs to know can not be asked', { cause: error });
  }
}

function isRefusal(error: unknown, code: number): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && failure.code === code;
}

/** The id of what Discord answers with. @throws OddAnswer */
export function idOf(answer: unknown): string {
  const { id } = (answer ?? {}) as { id?: unknown };
  if (typeof id === 'string' && /^\d+$/.test(id)) return id;
  throw new OddAnswer("the answer was none of Discord's");
}

/** Done is an empty answer, or the thing itself. */
function mustBeDone(answer: unknown): void {
  if (answer instanceof ArrayBuffer && answer.byteLength === 0) return;
  idOf(answer);
}

/**
 * Carries out an op as one request.
 *
 * What already exists, or is already deleted, counts as done. Preparatory requests are kept apart from the request
 * itself: when they fail, nothing was sent.
 */
import { ChannelType, RESTJSONErrorCodes, Routes, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import type { APIChannel, APIMessage } from 'discord-api-types/v10';
import type { REST, RawFile } from 'discord.js';
import { createHash } from 'node:crypto';
import type { OpBody, Sendable } from '../../sessions/op.ts';
import { NotYetSent, before, idOf, isRefusal } from './asking.ts';
import { auditReason } from './audit-reason.ts';
import { cardBody, hasCard, isCard } from './card-body.ts';
import type { CardBody } from './card-body.ts';
import type { ChineseNames } from '../../commands/chinese-names.ts';
import type { Audience } from './component-ids.ts';
import { failureOf } from './discord-rest.ts';
import { tagPost, tagsFor } from './forum-tags.ts';
import { bodyOf, threadName, withBytes } from './message-body.ts';
import type { Body, BodyTerms, ReadFile } from './message-body.ts';
import { objectionToForm } from './plain-places.ts';
import type { PlainPlaces } from './plain-places.ts';
import { picturesIn } from './shown-words.ts';

interface Means {
  readonly rest: REST;
  /** The key for signing button ids. */
  readonly key: Uint8Array;
  readonly names: ChineseNames;
  /** The bot's user id. */
  readonly me: string;
  readonly plain: PlainPlaces;
  readonly signal: AbortSignal;
  readonly readFile: ReadFile;
}

type Form = 'card' | 'plain';

type Spec<Kind extends Sendable['spec']['kind']> = Extract<Sendable['spec'], { kind: Kind }>;

const NONCE_LENGTH = 25;

/** @returns the platform's id of the result. @throws Unsendable, NotYetSent, OddAnswer, and what the SDK throws. */
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
    case 'tags':
      return unarchived(spec.channel, means, () => tagPost(spec, means));
    case 'publish':
      return publish(spec, means);
  }
}

function post(op: Sendable, given: Spec<'post'>, means: Means): Promise<string> {
  return orWithoutFiles(given, (spec) => orPlain(spec, means, (form) => postOnce(op, spec, form, means)));
}

async function postOnce(op: Sendable, given: Spec<'post'>, form: Form, means: Means): Promise<string> {
  const { rest, signal } = means;
  const { spec, bytes } = await withBytes(given, means.readFile);
  const { channel, replyTo } = spec;
  const body = formed(spec, form, means, { channel });
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
    // Sent all the same, only not as a reply.
    if (isRefusal(error, RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory))
      return attempt({});
    throw error;
  }
}

/** Refusals of files, where the text may still be accepted. */
const NO_FILES = [RESTJSONErrorCodes.MissingPermissions, RESTJSONErrorCodes.RequestEntityTooLarge];

/** Send the text without its files where these are refused. */
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

/** To a person: their channel is opened first, if needed. */
async function direct(op: Sendable, { channel, ...body }: Spec<'direct'>, means: Means): Promise<string> {
  const { rest, signal } = means;
  const opened = await before(() =>
    rest.post(Routes.userChannels(), { body: { recipient_id: channel }, signal }),
  );
  return post(op, { ...body, kind: 'post', channel: idOf(opened) }, means);
}

/** As a card, or as plain text where Discord refuses cards; a refusal is remembered for a while. */
async function orPlain(
  { card, channel }: OpBody & { readonly channel: string },
  { plain }: Means,
  attempt: (form: Form) => Promise<string>,
): Promise<string> {
  if (card === undefined || plain.has(channel)) return attempt('plain');
  try {
    return await attempt('card');
  } catch (error) {
    const objection = objectionToForm(error);
    if (objection === undefined) throw error;
    plain.add(channel, objection);
    return attempt('plain');
  }
}

function formed(spec: OpBody, form: Form, terms: BodyTerms, audience: Audience): Body | CardBody {
  const { key } = terms;
  return form === 'card' && hasCard(spec) ? cardBody(spec, { key, audience }) : bodyOf(spec, terms, audience);
}

function forum(given: Spec<'forum'>, means: Means): Promise<string> {
  return orWithoutFiles(given, (spec) => orPlain(spec, means, (form) => forumOnce(spec, form, means)));
}

async function forumOnce(given: Spec<'forum'>, form: Form, means: Means): Promise<string> {
  const { rest, signal } = means;
  const { spec, bytes } = await withBytes(given, means.readFile);
  const message = formed(spec, form, means, { channel: '*' });
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
    // It already exists; it has the message's id.
    if (isRefusal(error, RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage)) return message;
    throw error;
  }
}

/** A message keeps its form: a card is edited as a card, plain text as plain text. */
async function edit(given: Spec<'edit'>, means: Means): Promise<string> {
  const { spec, bytes } = await withBytes(given, means.readFile);
  const { rest, key, signal } = means;
  const { channel, message } = spec;
  const attempt = async (body: Body | CardBody) =>
    idOf(await rest.patch(Routes.channelMessage(channel, message), { body, ...withFiles(bytes), signal }));
  const inWords = bodyOf(spec, means, { channel });
  if (!hasCard(spec)) return attempt(inWords);
  const there = await messageThere(spec, means);
  const asCard = () =>
    attempt(cardBody(spec, { key, audience: { channel }, there: picturesIn(there?.components) }));
  if (there) return isCard(there) ? asCard() : attempt(inWords);
  try {
    return await attempt(inWords);
  } catch (error) {
    if (objectionToForm(error) === undefined) throw error;
    return asCard();
  }
}

/** Undefined where it may not be read. @throws NotYetSent */
async function messageThere(
  { channel, message }: Spec<'edit'>,
  { rest, signal }: Means,
): Promise<APIMessage | undefined> {
  try {
    return (await rest.get(Routes.channelMessage(channel, message), { signal })) as APIMessage;
  } catch (error) {
    if (failureOf(error).kind === 'refused') return undefined;
    throw new NotYetSent('what the op needs to know can not be asked', { cause: error });
  }
}

/** To the channel's followers, if it is a channel that has followers. */
async function publish({ channel, message }: Spec<'publish'>, { rest, signal }: Means): Promise<string> {
  const there = (await before(() => rest.get(Routes.channel(channel), { signal }))) as APIChannel;
  if (there.type !== ChannelType.GuildAnnouncement) return message;
  try {
    return idOf(await rest.post(Routes.channelMessageCrosspost(channel, message), { signal }));
  } catch (error) {
    if (isRefusal(error, RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted)) return message;
    throw error;
  }
}

async function removeMessage({ channel, message }: Spec<'delete'>, { rest, signal }: Means): Promise<string> {
  try {
    mustBeDone(await rest.delete(Routes.channelMessage(channel, message), { signal }));
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.UnknownMessage)) throw error;
  }
  return message;
}

async function removeChannel({ channel, reason }: Spec<'remove'>, { rest, signal }: Means): Promise<string> {
  const why = reason === undefined ? {} : { reason: auditReason(reason) };
  try {
    mustBeDone(await rest.delete(Routes.channel(channel), { signal, ...why }));
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.UnknownChannel)) throw error;
  }
  return channel;
}

/** Sending opens an archived thread by itself; editing a message there requires opening it first. */
async function unarchived(
  channel: string,
  { rest, signal }: Means,
  change: () => Promise<string>,
): Promise<string> {
  try {
    return await change();
  } catch (error) {
    if (!isRefusal(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
    const reason = 'Nightdesk changes a message of its own here';
    await before(() => rest.patch(Routes.channel(channel), { body: { archived: false }, reason, signal }));
    return change();
  }
}

function nonceOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, NONCE_LENGTH);
}

function withFiles(files: RawFile[]): { files?: RawFile[] } {
  return files.length > 0 ? { files } : {};
}

/** Success is an empty answer, or the thing itself. */
function mustBeDone(answer: unknown): void {
  if (answer instanceof ArrayBuffer && answer.byteLength === 0) return;
  idOf(answer);
}

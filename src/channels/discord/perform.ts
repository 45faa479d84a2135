/**
 * An op as the request that carries it out, made once.
 *
 * What is there already, or gone already, is done. What has to be asked beforehand is told apart from the request
 * itself: when it fails, nothing was sent.
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
import type { Body, BodyTerms } from './message-body.ts';
import { objectionToForm } from './plain-places.ts';
import type { PlainPlaces } from './plain-places.ts';
import { picturesIn } from './shown-words.ts';

interface Means {
  readonly rest: REST;
  /** What signs the ids of buttons. */
  readonly key: Uint8Array;
  readonly names: ChineseNames;
  /** The bot's user id. */
  readonly me: string;
  readonly plain: PlainPlaces;
  readonly signal: AbortSignal;
}

type Form = 'card' | 'plain';

type Spec<Kind extends Sendable['spec']['kind']> = Extract<Sendable['spec'], { kind: Kind }>;

const NONCE_LENGTH = 25;

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
  const { spec, bytes } = await withBytes(given);
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

/** As a card, or in plain words where Discord takes no cards: that is found out once, and remembered for a while. */
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
  const { spec, bytes } = await withBytes(given);
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
    // It is there already; it has the message's id.
    if (isRefusal(error, RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage)) return message;
    throw error;
  }
}

/** A message keeps its form: what was posted as a card is edited as one, and what was posted in plain words in those. */
async function edit(given: Spec<'edit'>, means: Means): Promise<string> {
  const { spec, bytes } = await withBytes(given);
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

/** To those who follow the channel, where it is one that can be followed. */
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

/** Done is an empty answer, or the thing itself. */
function mustBeDone(answer: unknown): void {
  if (answer instanceof ArrayBuffer && answer.byteLength === 0) return;
  idOf(answer);
}

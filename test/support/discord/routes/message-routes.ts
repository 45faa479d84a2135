import {
  ChannelType,
  MessageFlags,
  PermissionFlagsBits as Can,
  type APIMessage,
} from 'discord-api-types/v10';
import { blanked } from '../blanking.ts';
import type { Call } from '../call.ts';
import { checkDraft, type MessageBody } from '../compose-message.ts';
import { invalidForm, refusal } from '../discord-error.ts';
import { MESSAGE_CONTENT } from '../hearing.ts';
import {
  editMessage,
  enterToWrite,
  removeMessage,
  removeMessages,
  tellOfChange,
  writeMessage,
} from '../messages.ts';
import { demand, permissionsIn } from '../permissions.ts';
import type { Realm } from '../realm.ts';
import { route } from '../router.ts';
import { timeOf } from '../snowflakes.ts';
import type { Channel } from '../world.ts';
import { channelOf } from './channel-routes.ts';

const SENT_BY_BOTS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
const FORTNIGHT_MS = 14 * 24 * 3_600_000;

export const messageRoutes = [
  route('GET /channels/:channel/messages', list),
  route('GET /channels/:channel/messages/:message', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
    if (!mayReadBack(realm, channel)) throw refusal('missingAccess');
    return readable(realm, channel, messageOf(channel, call));
  }),
  route('POST /channels/:channel/messages', create),
  route('PATCH /channels/:channel/messages/:message', (realm, call) => {
    const { channel, message } = changeable(realm, call);
    if (message.author.id !== realm.world.bot.id) throw refusal('notOfAnother');
    return editMessage(realm, channel, message, call.body as MessageBody, call.files);
  }),
  route('POST /channels/:channel/messages/:message/crosspost', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel, Can.SendMessages);
    const message = messageOf(channel, call);
    if (message.author.id !== realm.world.bot.id)
      demand(realm.world, realm.world.bot.id, channel, Can.ManageMessages);
    if (channel.type !== ChannelType.GuildAnnouncement) throw refusal('wrongChannelType');
    if ((message.flags ?? 0) & MessageFlags.Crossposted) throw refusal('alreadyPublished');
    message.flags = (message.flags ?? 0) | MessageFlags.Crossposted;
    tellOfChange(realm, channel, message);
    return message;
  }),
  route('DELETE /channels/:channel/messages/:message', (realm, call) => {
    const { channel, message } = changeable(realm, call);
    const isOwn = message.author.id === realm.world.bot.id;
    if (!isOwn) demand(realm.world, realm.world.bot.id, channel, Can.ManageMessages);
    removeMessage(realm, channel, message.id);
  }),
  route('POST /channels/:channel/messages/bulk-delete', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ManageMessages);
    const ids = (call.body['messages'] ?? []) as string[];
    if (ids.length < 2 || ids.length > 100) throw refusal('tooFewOrMany');
    if (ids.some((id) => realm.now() - timeOf(id) > FORTNIGHT_MS)) throw refusal('tooOldToDelete');
    removeMessages(realm, channel, ids);
  }),
  route('POST /channels/:channel/typing', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(
      realm.world,
      realm.world.bot.id,
      channel,
      channel.thread ? Can.SendMessagesInThreads : Can.SendMessages,
    );
    realm.records.typing.push({ channelId: channel.id, atMs: realm.now() });
  }),
];

function list(realm: Realm, call: Call): APIMessage[] {
  const channel = channelOf(realm, call);
  demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
  const limit = call.number('limit') ?? 50;
  if (!(limit >= 1 && limit <= 100)) {
    throw invalidForm('limit', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
  }
  if (!mayReadBack(realm, channel)) return [];
  const [around, after] = [call.query.get('around'), call.query.get('after')];
  const { history } = channel;
  const found =
    around !== null
      ? history.around(around, limit)
      : after !== null
        ? history.after(after, limit)
        : history.before(call.query.get('before') ?? undefined, limit);
  return found.map((message) => readable(realm, channel, message));
}

function create(realm: Realm, call: Call): APIMessage {
  const channel = channelOf(realm, call);
  const author = realm.world.bot;
  const { flags, ...body } = call.body as MessageBody;
  checkDraft({ author, body: { ...body, flags }, files: call.files });
  enterToWrite(realm, author, channel, call.files.length > 0);
  const draft = { channel, author, files: call.files, body: { ...body, flags: (flags ?? 0) & SENT_BY_BOTS } };
  return writeMessage(realm, draft);
}

function changeable(realm: Realm, call: Call): { channel: Channel; message: APIMessage } {
  const channel = channelOf(realm, call);
  demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
  const message = messageOf(channel, call);
  if (channel.thread?.archived) throw refusal('threadArchived');
  return { channel, message };
}

export function messageOf(channel: Channel, call: Call): APIMessage {
  const message = channel.history.get(call.part('message'));
  if (!message) throw refusal('unknownMessage');
  return message;
}

function mayReadBack({ world }: Realm, channel: Channel): boolean {
  return Boolean(permissionsIn(world, world.bot.id, channel) & Can.ReadMessageHistory);
}

/** As REST shows it: without the application's right to contents, other people's are blank here, too. */
function readable({ world }: Realm, channel: Channel, message: APIMessage): APIMessage {
  if (world.application.flags & MESSAGE_CONTENT) return message;
  return blanked(message, world.bot.id, channel.guildId === undefined);
}

import {
  ChannelType,
  PermissionFlagsBits as Can,
  type APIGuildForumTag,
  type APIOverwrite,
} from 'discord-api-types/v10';
import type { Call } from '../call.ts';
import { deleteChannel, setOverwrite, tellOfChannel } from '../channels.ts';
import { countCharacters } from '../check-message.ts';
import { invalidForm, refusal } from '../discord-error.ts';
import { demand, permissionsIn } from '../permissions.ts';
import type { Realm } from '../realm.ts';
import { Created, route } from '../router.ts';
import { changeThread, type ThreadChange } from '../threads.ts';
import { wireChannel } from '../wire.ts';
import type { Channel } from '../world.ts';

export const channelRoutes = [
  route('GET /channels/:channel', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
    return wireChannel(channel, realm.world);
  }),
  route('PATCH /channels/:channel', change),
  route('DELETE /channels/:channel', (realm, call) => {
    const channel = channelOf(realm, call);
    const { world } = realm;
    demand(world, world.bot.id, channel, channel.thread ? Can.ManageThreads : Can.ManageChannels);
    const told = wireChannel(channel, world);
    deleteChannel(realm, channel, world.bot);
    return told;
  }),
  route('PUT /channels/:channel/permissions/:overwrite', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ManageRoles);
    const { allow = '0', deny = '0', type = 0 } = call.body as Partial<APIOverwrite>;
    setOverwrite(realm, channel, {
      id: call.part('overwrite'),
      type,
      allow: String(allow),
      deny: String(deny),
    });
  }),
  route('POST /guilds/:guild/channels', (realm, call) => {
    const guild = realm.world.guild(call.part('guild'));
    if (!guild.members.has(realm.world.bot.id)) throw refusal('missingAccess');
    const { name, type, topic, parent_id: parentId } = call.body as ChannelBody & { type?: ChannelType };
    const given = { topic: topic ?? null, parentId: parentId ?? null };
    const channel = realm.world.addChannel({
      type: type ?? ChannelType.GuildText,
      guildId: guild.id,
      name: nameOf(name),
      ...given,
    });
    const held = permissionsIn(realm.world, realm.world.bot.id, channel);
    if (!(held & Can.ManageChannels)) {
      realm.world.dropChannel(channel);
      throw refusal('missingPermissions');
    }
    const told = wireChannel(channel, realm.world);
    realm.announce('CHANNEL_CREATE', told, { channel });
    return new Created(told);
  }),
];

interface ChannelBody {
  name?: string;
  topic?: string | null;
  parent_id?: string | null;
  rate_limit_per_user?: number | null;
  archived?: boolean;
  locked?: boolean;
  auto_archive_duration?: number;
  applied_tags?: string[];
  flags?: number;
  available_tags?: (Partial<APIGuildForumTag> & { name: string })[];
}

/** The channel of the path: gone is 10003, and during an outage nothing answers. */
export function channelOf(realm: Realm, call: Call): Channel {
  const channel = realm.world.channel(call.part('channel'));
  const guild = channel.guildId === undefined ? undefined : realm.world.guilds.get(channel.guildId);
  if (guild?.available === false) throw refusal('unavailable');
  return channel;
}

function change(realm: Realm, call: Call): object {
  const channel = channelOf(realm, call);
  const body = call.body as ChannelBody;
  if (channel.thread) changeThreadAsBot(realm, channel, body);
  else {
    demand(realm.world, realm.world.bot.id, channel, Can.ManageChannels);
    if (body.name !== undefined) channel.name = nameOf(body.name);
    if (body.topic !== undefined) channel.topic = body.topic;
    if (body.parent_id !== undefined) channel.parentId = body.parent_id;
    if (body.rate_limit_per_user !== undefined) channel.slowModeSeconds = body.rate_limit_per_user ?? 0;
    if (body.flags !== undefined) channel.flags = body.flags;
    if (body.available_tags) channel.tags = tagsOf(realm, channel, body.available_tags);
    tellOfChannel(realm, channel);
  }
  return wireChannel(channel, realm.world);
}

/** A forum's tags as they are given: those without an id are new. */
function tagsOf({ world }: Realm, { tags }: Channel, given: NonNullable<ChannelBody['available_tags']>) {
  if (given.length > 20)
    throw invalidForm('available_tags', 'BASE_TYPE_MAX_LENGTH', 'Must be 20 or fewer in length.');
  if (given.some(({ name }) => !name.trim() || countCharacters(name) > 20))
    throw invalidForm('available_tags', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 20 in length.');
  return given.map(({ id, name, moderated = false, emoji_id = null, emoji_name = null }) => ({
    id: tags.find((tag) => tag.id === id)?.id ?? world.nextId(),
    ...{ name, moderated, emoji_id, emoji_name },
  }));
}

/** The opener may rename, tag and archive; locking, and touching what is locked, takes Manage Threads. */
function changeThreadAsBot(realm: Realm, channel: Channel, body: ChannelBody): void {
  const { world } = realm;
  const isOwn = channel.thread?.ownerId === world.bot.id;
  const onlyUnarchives = body.archived === false && Object.keys(body).length === 1;
  const needsRight = body.locked !== undefined || channel.thread?.locked || !(isOwn || onlyUnarchives);
  demand(world, world.bot.id, channel, needsRight ? Can.ManageThreads : Can.SendMessagesInThreads);
  if (channel.thread?.archived && body.archived !== false) throw refusal('threadArchived');
  if ((body.applied_tags?.length ?? 0) > 5)
    throw invalidForm('applied_tags', 'BASE_TYPE_MAX_LENGTH', 'Must be 5 or fewer in length.');
  const forum = world.channels.get(channel.parentId ?? '');
  if (body.applied_tags?.some((id) => !forum?.tags.some((tag) => tag.id === id))) throw refusal('unknownTag');
  const thread: ThreadChange = {
    ...(body.name !== undefined && { name: nameOf(body.name) }),
    ...(body.archived !== undefined && { archived: body.archived }),
    ...(body.locked !== undefined && { locked: body.locked }),
    ...(body.applied_tags !== undefined && { appliedTags: body.applied_tags }),
    ...(body.auto_archive_duration !== undefined && { autoArchiveMinutes: body.auto_archive_duration }),
  };
  if (body.rate_limit_per_user != null) channel.slowModeSeconds = body.rate_limit_per_user;
  changeThread(realm, channel, thread);
}

function nameOf(name: string | undefined): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed && countCharacters(trimmed) <= 100) return trimmed;
  throw invalidForm('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
}

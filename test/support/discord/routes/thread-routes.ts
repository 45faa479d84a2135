import { ChannelType, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import type { Call } from '../call.ts';
import { refusal } from '../discord-error.ts';
import { demand, permissionsIn } from '../permissions.ts';
import type { Realm } from '../realm.ts';
import { Created, route } from '../router.ts';
import {
  forumPost,
  joinThread,
  leaveThread,
  threadAlone,
  threadFromMessage,
  type ThreadBody,
} from '../threads.ts';
import { threadMember, wireChannel } from '../wire.ts';
import type { Channel } from '../world.ts';
import { channelOf } from './channel-routes.ts';
import { messageOf } from './message-routes.ts';

export const threadRoutes = [
  route('POST /channels/:channel/messages/:message/threads', (realm, call) => {
    const channel = channelOf(realm, call);
    demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
    const message = messageOf(channel, call);
    const thread = threadFromMessage(realm, realm.world.bot, channel, message, call.body as ThreadBody);
    return new Created(wireChannel(thread, realm.world));
  }),
  route('POST /channels/:channel/threads', (realm, call) => {
    const channel = channelOf(realm, call);
    const body = call.body as ThreadBody;
    const { bot } = realm.world;
    const isForum = channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
    if (!isForum) return new Created(wireChannel(threadAlone(realm, bot, channel, body), realm.world));
    const { thread, message } = forumPost(realm, bot, channel, body, call.files);
    return new Created({ ...wireChannel(thread, realm.world), message });
  }),
  route('PUT /channels/:channel/thread-members/@me', (realm, call) => {
    const channel = threadOf(realm, call);
    if (channel.thread?.archived) throw refusal('threadArchived');
    joinThread(realm, channel, realm.world.bot);
  }),
  route('DELETE /channels/:channel/thread-members/@me', (realm, call) => {
    leaveThread(realm, threadOf(realm, call), realm.world.bot);
  }),
  route('PUT /channels/:channel/thread-members/:user', (realm, call) => {
    joinThread(realm, threadOf(realm, call), realm.world.user(call.part('user')));
  }),
  route('DELETE /channels/:channel/thread-members/:user', (realm, call) => {
    leaveThread(realm, threadOf(realm, call), realm.world.user(call.part('user')));
  }),
  route('GET /channels/:channel/thread-members', (realm, call) => {
    const channel = threadOf(realm, call);
    return [...(channel.thread?.members.keys() ?? [])].map((id) => threadMember(channel, id));
  }),
  route('GET /channels/:channel/thread-members/:user', (realm, call) => {
    const found = threadMember(threadOf(realm, call), call.part('user'));
    if (!found) throw refusal('unknownMember');
    return found;
  }),
  route('GET /guilds/:guild/threads/active', (realm, call) => {
    const { world } = realm;
    const guild = world.guild(call.part('guild'));
    if (!guild.members.has(world.bot.id)) throw refusal('missingAccess');
    const active = [...guild.channels.values()].filter((it) => it.thread && !it.thread.archived);
    const seen = active.filter((it) => permissionsIn(world, world.bot.id, it) & Can.ViewChannel);
    return { ...listed(realm, seen), has_more: false };
  }),
  route('GET /channels/:channel/threads/archived/public', (realm, call) => archived(realm, call, false)),
  route('GET /channels/:channel/threads/archived/private', (realm, call) => archived(realm, call, true)),
];

function threadOf(realm: Realm, call: Call): Channel {
  const channel = channelOf(realm, call);
  demand(realm.world, realm.world.bot.id, channel, Can.ViewChannel);
  if (!channel.thread) throw refusal('wrongChannelType');
  return channel;
}

/** Archived threads, the last archived first, before a moment where one is given. */
function archived(realm: Realm, call: Call, isPrivate: boolean): object {
  const channel = channelOf(realm, call);
  const { world } = realm;
  demand(world, world.bot.id, channel, Can.ReadMessageHistory, ...(isPrivate ? [Can.ManageThreads] : []));
  const limit = call.number('limit') ?? 50;
  const before = call.query.get('before');
  const at = (it: Channel) => Date.parse(it.thread?.archivedAt ?? '');
  const found = world
    .threadsOf(channel)
    .filter((it) => it.thread?.archived && (it.type === ChannelType.PrivateThread) === isPrivate)
    .filter((it) => before === null || at(it) < Date.parse(before))
    .sort((one, other) => at(other) - at(one));
  return { ...listed(realm, found.slice(0, limit)), has_more: found.length > limit };
}

function listed({ world }: Realm, threads: readonly Channel[]): object {
  return {
    threads: threads.map((thread) => wireChannel(thread, world)),
    members: threads.flatMap((thread) => threadMember(thread, world.bot.id) ?? []),
  };
}

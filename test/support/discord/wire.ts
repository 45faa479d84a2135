/** The world's things in the shapes in which Discord sends them. */
import { ChannelType, PermissionFlagsBits as Can, type APIRole } from 'discord-api-types/v10';
import { permissionsIn } from './permissions.ts';
import type { Channel, Guild, Member, World } from './world.ts';

export function wireMember(member: Member, { withUser = true } = {}): object {
  return {
    ...(withUser && { user: member.user }),
    nick: member.nick,
    avatar: null,
    banner: null,
    roles: member.roles,
    joined_at: member.joinedAt,
    premium_since: null,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
  };
}

export function newRole(
  id: string,
  name: string,
  permissions: bigint,
  given: Partial<APIRole> = {},
): APIRole {
  return {
    id,
    name,
    permissions: String(permissions),
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: 1,
    managed: false,
    mentionable: false,
    flags: 0 as APIRole['flags'],
    ...given,
  };
}

/** A channel; a thread with the bot's own membership where the bot is in it. */
export function wireChannel(channel: Channel, world: World): object {
  const common = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.lastMessageId,
    flags: channel.flags,
  };
  if (channel.guildId === undefined) return { ...common, recipients: channel.recipients };
  const inGuild = {
    ...common,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parentId,
    rate_limit_per_user: channel.slowModeSeconds,
  };
  if (channel.thread) return { ...inGuild, ...wireThread(channel, channel.thread, world) };
  const isForum = channel.type === ChannelType.GuildForum;
  return {
    ...inGuild,
    topic: channel.topic,
    position: channel.position,
    nsfw: channel.nsfw,
    permission_overwrites: channel.overwrites,
    ...(isForum && {
      available_tags: channel.tags,
      default_reaction_emoji: null,
      default_sort_order: null,
      default_forum_layout: 0,
    }),
    ...(channel.type === ChannelType.GuildVoice && { bitrate: 64_000, user_limit: 0, rtc_region: null }),
  };
}

function wireThread(channel: Channel, thread: NonNullable<Channel['thread']>, world: World): object {
  const own = threadMember(channel, world.bot.id);
  return {
    owner_id: thread.ownerId,
    message_count: Math.min(channel.history.all.length, thread.messagesSent),
    total_message_sent: thread.messagesSent,
    member_count: thread.members.size,
    thread_metadata: {
      archived: thread.archived,
      locked: thread.locked,
      auto_archive_duration: thread.autoArchiveMinutes,
      archive_timestamp: thread.archivedAt,
      create_timestamp: thread.createdAt,
      ...(channel.type === ChannelType.PrivateThread && { invitable: thread.invitable }),
    },
    applied_tags: thread.appliedTags,
    ...(own && { member: own }),
  };
}

export function threadMember(channel: Channel, userId: string): object | undefined {
  const joinedAt = channel.thread?.members.get(userId);
  return joinedAt === undefined
    ? undefined
    : { id: channel.id, user_id: userId, join_timestamp: joinedAt, flags: 0 };
}

export function wireGuild(guild: Guild): object {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    owner_id: guild.ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: [...guild.roles.values()],
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    max_members: 500_000,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: guild.locale,
    public_updates_channel_id: null,
    nsfw_level: 0,
    safety_alerts_channel_id: null,
    home_header: null,
    region: 'deprecated',
    widget_enabled: false,
    widget_channel_id: null,
    max_presences: null,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    premium_subscription_count: 0,
    nsfw: false,
    incidents_data: null,
  };
}

/** What GUILD_CREATE carries: everything of the guild, of threads the active ones that the bot sees. */
export function wireWholeGuild(guild: Guild, world: World): object {
  const channels = [...guild.channels.values()];
  const sees = (channel: Channel) => permissionsIn(world, world.bot.id, channel) & Can.ViewChannel;
  return {
    ...wireGuild(guild),
    joined_at: guild.members.get(world.bot.id)?.joinedAt,
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: [...guild.members.values()].map((member) => wireMember(member)),
    channels: channels.filter((it) => !it.thread).map((it) => wireChannel(it, world)),
    threads: channels
      .filter((it) => it.thread && !it.thread.archived && sees(it))
      .map((it) => wireChannel(it, world)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

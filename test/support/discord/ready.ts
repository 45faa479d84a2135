/** What the gateway answers a session that identifies, and one that asks for members. */
import type { GatewayRequestGuildMembersData } from 'discord-api-types/v10';
import type { GatewaySession } from './gateway-session.ts';
import { wireMember } from './wire.ts';
import type { Guild, World } from './world.ts';

/** READY: its guilds follow as GUILD_CREATE, one each. */
export function readyOf(
  { bot, application }: World,
  { id, shard }: GatewaySession,
  { guilds, address }: { guilds: readonly Guild[]; address: string },
): object {
  return {
    v: 10,
    user: { ...bot, verified: true, mfa_enabled: true, email: null },
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    session_id: id,
    session_type: 'normal',
    resume_gateway_url: address,
    shard,
    application: { id: application.id, flags: application.flags },
    user_settings: {},
    relationships: [],
    private_channels: [],
    presences: [],
    guild_join_requests: [],
    geo_ordered_rtc_regions: [],
  };
}

/** One chunk with the members asked for by id or by the beginning of their names. */
export function membersAsked(world: World, asked: GatewayRequestGuildMembersData): object {
  const guild = world.guilds.get(String(asked.guild_id));
  const ids = 'user_ids' in asked && asked.user_ids !== undefined ? [asked.user_ids].flat() : undefined;
  const members = [...(guild?.members.values() ?? [])];
  const query = 'query' in asked ? (asked.query ?? '') : '';
  const found = members.filter(({ user }) => (ids ? ids.includes(user.id) : user.username.startsWith(query)));
  return {
    guild_id: asked.guild_id,
    members: found.map((member) => wireMember(member)),
    chunk_index: 0,
    chunk_count: 1,
    not_found: ids?.filter((id) => !guild?.members.has(id)) ?? [],
    ...(asked.nonce !== undefined && { nonce: asked.nonce }),
  };
}

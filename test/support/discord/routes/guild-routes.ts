import { PermissionFlagsBits as Can } from 'discord-api-types/v10';
import type { Call } from '../call.ts';
import { refusal } from '../discord-error.ts';
import { permissionsInGuild } from '../permissions.ts';
import type { Realm } from '../realm.ts';
import { route } from '../router.ts';
import { wireChannel, wireGuild, wireMember } from '../wire.ts';
import type { Guild } from '../world.ts';

export const guildRoutes = [
  route('GET /guilds/:guild', (realm, call) => {
    const guild = guildOf(realm, call);
    const count = guild.members.size;
    return { ...wireGuild(guild), approximate_member_count: count, approximate_presence_count: count };
  }),
  route('GET /guilds/:guild/channels', (realm, call) =>
    [...guildOf(realm, call).channels.values()]
      .filter(({ thread }) => !thread)
      .map((channel) => wireChannel(channel, realm.world)),
  ),
  route('GET /guilds/:guild/roles', (realm, call) => [...guildOf(realm, call).roles.values()]),
  route('GET /guilds/:guild/members', (realm, call) =>
    [...guildOf(realm, call).members.values()].map((member) => wireMember(member)),
  ),
  route('GET /guilds/:guild/members/@me', (realm, call) => member(realm, call, realm.world.bot.id)),
  route('GET /guilds/:guild/members/:user', (realm, call) => member(realm, call, call.part('user'))),
  route('GET /guilds/:guild/audit-logs', (realm, call) => {
    const guild = guildOf(realm, call);
    const held = permissionsInGuild(guild, realm.world.bot.id);
    if (!(held & Can.ViewAuditLog)) throw refusal('missingPermissions');
    const type = call.number('action_type');
    const wanted = guild.auditLog.filter((entry) => type === undefined || entry.action_type === type);
    const entries = wanted.slice(0, call.number('limit') ?? 50);
    const users = [...new Set(entries.map((entry) => entry.user_id ?? ''))].map((id) => realm.world.user(id));
    return {
      audit_log_entries: entries,
      users,
      application_commands: [],
      auto_moderation_rules: [],
      guild_scheduled_events: [],
      integrations: [],
      threads: [],
      webhooks: [],
    };
  }),
];

/** The guild of the path. One the bot is not in does not exist for it. */
function guildOf(realm: Realm, call: Call): Guild {
  const guild = realm.world.guild(call.part('guild'));
  if (!guild.members.has(realm.world.bot.id)) throw refusal('unknownGuild');
  if (!guild.available) throw refusal('unavailable');
  return guild;
}

function member(realm: Realm, call: Call, userId: string): object {
  const found = guildOf(realm, call).members.get(userId);
  if (!found) throw refusal('unknownMember');
  return wireMember(found);
}

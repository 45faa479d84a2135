import { refusal } from '../discord-error.ts';
import type { Realm } from '../realm.ts';
import { route } from '../router.ts';
import { permissionsInGuild } from '../permissions.ts';
import { wireChannel } from '../wire.ts';
import type { World } from '../world.ts';

export const identityRoutes = [
  route('GET /gateway', (realm) => ({ url: realm.gatewayAddress() }), { open: true }),
  route('GET /gateway/bot', (realm) => ({
    url: realm.gatewayAddress(),
    shards: 1,
    session_start_limit: { total: 1_000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
  })),
  route('GET /users/@me', ({ world }) => ownUser(world)),
  route('GET /users/:user', ({ world }, call) => world.user(call.part('user'))),
  route('GET /users/@me/guilds', ({ world }) =>
    [...world.guilds.values()]
      .filter((guild) => guild.members.has(world.bot.id))
      .map((guild) => ({
        id: guild.id,
        name: guild.name,
        icon: null,
        banner: null,
        owner: guild.ownerId === world.bot.id,
        permissions: String(permissionsInGuild(guild, world.bot.id)),
        features: [],
      })),
  ),
  route('POST /users/@me/channels', ({ world }, call) => {
    const person = world.users.get(String(call.body['recipient_id']));
    if (!person || person.id === world.bot.id) throw refusal('invalidRecipient');
    return wireChannel(world.directChannel(person), world);
  }),
  route('GET /applications/@me', application),
  route('GET /oauth2/applications/@me', application),
];

/** The bot's own account; only it sees so much of it. */
export function ownUser({ bot }: World): object {
  return { ...bot, verified: true, mfa_enabled: true, email: null, locale: 'en-US' };
}

function application({ world }: Realm): object {
  const { id, name, flags } = world.application;
  return {
    id,
    name,
    icon: null,
    description: '',
    type: null,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags,
    flags_new: String(flags),
    bot: world.bot,
    owner: world.applicationOwner,
    team: null,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    approximate_guild_count: world.guilds.size,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    install_params: { scopes: ['bot', 'applications.commands'], permissions: '0' },
    integration_types_config: { 0: {} },
    tags: [],
  };
}

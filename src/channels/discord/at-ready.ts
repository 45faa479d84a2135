/** What is done at each connection: registering commands, naming sessions, checking the alert role. */
import type { Client } from 'discord.js';
import { insist } from '../../async/insist.ts';
import { chatIdOf } from '../../sessions/key.ts';
import { alertTrouble } from './alert-role.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { placeOf } from './place.ts';
import { registerCommands } from './register-commands.ts';

const REGISTERED = 'discord: commands registered in';

/** Log why the alert role can't be mentioned, if so. */
export function warnOfAlerts({ guilds }: Client<true>, { settings, log }: DiscordDeps): void {
  for (const { name: server, roles, members } of guilds.cache.values()) {
    const role = settings.alertRole === undefined ? undefined : roles.cache.get(settings.alertRole);
    if (!role) continue;
    const { name, mentionable } = role;
    const mine = members.me?.permissions.bitfield ?? 0n;
    const trouble = alertTrouble({ name, server, mentionable, mine });
    if (trouble) log.warn({ module: 'discord' }, `Discord: ${trouble.text} ${trouble.remedy}`);
  }
}

/**
 * Registers the commands and names the sessions at each connection. What fails, because the database can't be reached,
 * is tried again until it is done, the desk closes, or there is a new connection.
 */
export class AtReady {
  readonly #deps: DiscordDeps;
  #stop = new AbortController();

  constructor(deps: DiscordDeps) {
    this.#deps = deps;
  }

  /** Returns at once. */
  begin(client: Client<true>): void {
    this.close();
    const { signal } = (this.#stop = new AbortController());
    this.#insist('naming sessions', () => nameSessions(client, this.#deps), signal);
    this.#insist('registering commands', () => register(client, this.#deps), signal);
  }

  close(): void {
    this.#stop.abort(new Error('it is begun anew, or the desk closes'));
  }

  #insist(what: string, work: () => Promise<void>, signal: AbortSignal): void {
    const { clock, log } = this.#deps;
    const failed = (error: unknown) => log.error({ err: error }, `Discord: ${what} failed`);
    insist(work, { clock, signal, failed }).catch(() => {}); // It was stopped.
  }
}

/** Register the commands, and remove them from scopes where they are no longer wanted. */
async function register(
  { rest, application }: Client<true>,
  { settings, commands, state, log }: DiscordDeps,
): Promise<void> {
  const done = await registerCommands({
    rest,
    application: application.id,
    commands: [...commands.list(), ...commands.onMessages()],
    guildIds: settings.guildIds,
    editorRoles: settings.editorRoles.length > 0,
    registered: {
      get: () => state.get(REGISTERED),
      set: (value) => state.set(REGISTERED, value),
    },
  });
  log.info({ module: 'discord', ...done }, 'Discord: commands registered');
}

/** Update the sessions' titles to their channels' current names. */
async function nameSessions(client: Client<true>, { sessions, open }: DiscordDeps): Promise<void> {
  for (const known of await sessions()) {
    const channel = client.channels.cache.get(chatIdOf(known.key));
    const place = channel && placeOf(channel, client.user.id);
    if (!place) continue;
    const { title, origin } = place;
    const isKnown = JSON.stringify({ ...known.origin, ...origin }) === JSON.stringify(known.origin);
    if (title !== known.title || !isKnown) await open(known.key, origin, title);
  }
}

import { ApplicationCommandType, type APIApplicationCommand } from 'discord-api-types/v10';
import type { Call, Fields } from '../call.ts';
import { invalidForm, refusal } from '../discord-error.ts';
import type { Realm } from '../realm.ts';
import { Created, route, type Route } from '../router.ts';

/** Commands, the global ones and those of a guild: the same actions under two paths. */
export const commandRoutes: Route[] = [
  '/applications/:application/commands',
  '/applications/:application/guilds/:guild/commands',
].flatMap((path) => [
  route(`GET ${path}`, (realm, call) => commandsOf(realm, call)),
  route(`GET ${path}/:command`, (realm, call) => commandOf(realm, call)),
  route(`POST ${path}`, (realm, call) => {
    const commands = commandsOf(realm, call);
    const command = completed(realm, call, call.body, commands);
    const others = commands.filter(({ id }) => id !== command.id);
    store(realm, call, [...others, command]);
    return new Created(command);
  }),
  route(`PUT ${path}`, (realm, call) => {
    const before = commandsOf(realm, call);
    const bodies = call.body as unknown as Fields[];
    const names = bodies.map(({ name, type }) => `${String(type)} ${String(name)}`);
    if (new Set(names).size < names.length) {
      throw invalidForm(
        '0.name',
        'APPLICATION_COMMANDS_DUPLICATE_NAME',
        'Application command names must be unique',
      );
    }
    const commands = bodies.map((body) => completed(realm, call, body, before));
    store(realm, call, commands);
    return commands;
  }),
  route(`PATCH ${path}/:command`, (realm, call) => {
    const command = commandOf(realm, call);
    Object.assign(command, call.body, { version: realm.world.nextId() });
    return command;
  }),
  route(`DELETE ${path}/:command`, (realm, call) => {
    const command = commandOf(realm, call);
    store(
      realm,
      call,
      commandsOf(realm, call).filter((it) => it !== command),
    );
  }),
]);

function place(call: Call): string {
  return call.route.includes('/guilds/') ? call.part('guild') : 'global';
}

function commandsOf({ world }: Realm, call: Call): APIApplicationCommand[] {
  if (call.part('application') !== world.application.id) throw refusal('missingAccess');
  const guildId = place(call);
  if (guildId !== 'global' && !world.guild(guildId).members.has(world.bot.id)) throw refusal('missingAccess');
  return world.commands.get(guildId) ?? [];
}

function commandOf(realm: Realm, call: Call): APIApplicationCommand {
  const command = commandsOf(realm, call).find(({ id }) => id === call.part('command'));
  if (!command) throw refusal('unknownCommand');
  return command;
}

function store({ world }: Realm, call: Call, commands: APIApplicationCommand[]): void {
  world.commands.set(place(call), commands);
}

/** The command as Discord keeps it: one of the same name keeps its id. */
function completed(
  { world }: Realm,
  call: Call,
  body: Fields,
  known: readonly APIApplicationCommand[],
): APIApplicationCommand {
  const guildId = place(call);
  const type = body['type'] ?? ApplicationCommandType.ChatInput;
  const name = String(body['name']);
  const isNamed = type !== ApplicationCommandType.ChatInput || /^[-_'\p{L}\p{N}]{1,32}$/u.test(name);
  if (!isNamed || (type === ApplicationCommandType.ChatInput && name !== name.toLowerCase())) {
    throw invalidForm('0.name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  }
  const isMenuItem = type !== ApplicationCommandType.ChatInput;
  if (isMenuItem && (body['description'] || body['options']))
    throw invalidForm('0.description', 'BASE_TYPE_BAD_LENGTH', 'Context menu commands have no description.');
  return {
    nsfw: false,
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    description: '',
    name_localizations: null,
    description_localizations: null,
    ...body,
    id: known.find((it) => it.name === name && it.type === type)?.id ?? world.nextId(),
    type,
    application_id: world.application.id,
    version: world.nextId(),
    ...(guildId !== 'global' && { guild_id: guildId }),
  } as APIApplicationCommand;
}

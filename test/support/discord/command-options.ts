/** A typed command line as the interaction's data: `cron add` with its options, typed by what was registered. */
import {
  ApplicationCommandOptionType as Kind,
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandOption,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { wireChannel, wireMember } from './wire.ts';
import type { Channel, Guild, World } from './world.ts';

export type OptionValue = string | number | boolean | Pick<APIUser, 'id'> | Channel;
export type Options = Readonly<Record<string, OptionValue>>;

interface Sent {
  name: string;
  type: Kind;
  value?: string | number | boolean;
  focused?: boolean;
  options?: Sent[];
}

export interface Pipeline {
  /** `cron add` */
  readonly path: string;
  readonly options: Options;
  readonly focused?: string | undefined;
  /** Send what is not registered, or not so: a client of another version, a forgery. */
  readonly unregistered?: boolean | undefined;
}

/** The data of a command or autocomplete interaction. Throws where a person's client would not let it be sent. */
export function commandData(world: World, guild: Guild | undefined, line: Pipeline): object {
  const [name = '', ...steps] = line.path.split(' ');
  const command = registered(world, guild, name);
  if (!command && !line.unregistered) throw new Error(`no command /${name} is registered here`);
  let known = command?.options as APIApplicationCommandOption[] | undefined;
  const walked: { name: string; type: Kind }[] = [];
  for (const step of steps) {
    const found = known?.find((option) => option.name === step);
    if (!found && !line.unregistered) throw new Error(`/${name} has no subcommand “${step}”`);
    const isLast = walked.length === steps.length - 1;
    walked.push({ name: step, type: found?.type ?? (isLast ? Kind.Subcommand : Kind.SubcommandGroup) });
    known = found && 'options' in found ? (found.options as APIApplicationCommandOption[]) : undefined;
  }
  if (!line.unregistered) checkLine(line, known ?? []);
  const resolved = {};
  let options = Object.entries(line.options).map(([key, value]): Sent => {
    const type = known?.find((option) => option.name === key)?.type ?? kindOf(value);
    if (typeof value === 'object') resolve(resolved, world, guild, value);
    const sent = { name: key, type, value: typeof value === 'object' ? value.id : value };
    return key === line.focused ? { ...sent, focused: true } : sent;
  });
  for (const step of walked.reverse()) options = [{ ...step, options }];
  return {
    id: command?.id ?? world.nextId(),
    name,
    type: ApplicationCommandType.ChatInput,
    ...(command?.guild_id !== undefined && { guild_id: command.guild_id }),
    options,
    ...(Object.keys(resolved).length > 0 && { resolved }),
  };
}

/** The data of a command that is used on a message. Throws where a person's menu does not have it. */
export function menuData(world: World, guild: Guild | undefined, name: string, message: APIMessage): object {
  const here = guild ? (world.commands.get(guild.id) ?? []) : [];
  const type = ApplicationCommandType.Message;
  const command = [...here, ...(world.commands.get('global') ?? [])].find(
    (it) => it.name === name && it.type === type,
  );
  if (!command) throw new Error(`the menu of a message has no “${name}” here`);
  return {
    id: command.id,
    name,
    type,
    target_id: message.id,
    resolved: { messages: { [message.id]: message } },
  };
}

function registered(world: World, guild: Guild | undefined, name: string): APIApplicationCommand | undefined {
  const here = guild ? (world.commands.get(guild.id) ?? []) : [];
  return [...here, ...(world.commands.get('global') ?? [])].find(
    (command) => command.name === name && command.type === ApplicationCommandType.ChatInput,
  );
}

function checkLine(
  { path, options, focused }: Pipeline,
  known: readonly APIApplicationCommandOption[],
): void {
  for (const key of Object.keys(options)) {
    const option = known.find(({ name }) => name === key);
    if (!option) throw new Error(`/${path} has no option “${key}”`);
    const choices = 'choices' in option ? option.choices : undefined;
    if (choices?.length && !choices.some(({ value }) => value === options[key])) {
      throw new Error(`/${path} offers no “${String(options[key])}” for ${key}`);
    }
  }
  if (focused !== undefined) {
    const option = known.find(({ name }) => name === focused);
    if (!option || !('autocomplete' in option && option.autocomplete)) {
      throw new Error(`/${path} completes no “${focused}”`);
    }
    return;
  }
  const missing = known.find((option) => option.required && !(option.name in options));
  if (missing) throw new Error(`/${path} needs “${missing.name}”`);
}

function kindOf(value: OptionValue): Kind {
  if (typeof value === 'boolean') return Kind.Boolean;
  if (typeof value === 'number') return Number.isInteger(value) ? Kind.Integer : Kind.Number;
  if (typeof value === 'string') return Kind.String;
  return 'history' in value ? Kind.Channel : 'permissions' in value ? Kind.Role : Kind.User;
}

function resolve(
  resolved: { users?: object; members?: object; channels?: object; roles?: object },
  world: World,
  guild: Guild | undefined,
  { id }: { id: string },
): void {
  const channel = world.channels.get(id);
  const role = guild?.roles.get(id);
  const user = world.users.get(id);
  const member = guild?.members.get(id);
  if (channel)
    resolved.channels = { ...resolved.channels, [id]: { ...wireChannel(channel, world), permissions: '0' } };
  if (role) resolved.roles = { ...resolved.roles, [id]: role };
  if (user) resolved.users = { ...resolved.users, [id]: user };
  if (member) resolved.members = { ...resolved.members, [id]: wireMember(member, { withUser: false }) };
}

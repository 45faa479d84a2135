/**
 * The desk's commands in Discord's format. A two-word command becomes a subcommand; descriptions are in English and
 * Chinese; Discord is told the types, ranges and choices that it can check.
 */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { PermissionsBitField } from 'discord.js';
import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { groupOf } from '../../commands/chinese-names.ts';
import type { CommandDeclaration, CommandOption, Locale } from '../../feature/command.ts';
import { shorten } from '../../text/shorten.ts';

export interface PayloadTerms {
  /** Everywhere, or in one guild, where contexts such as direct messages don't apply. */
  readonly scope: 'global' | 'guild';
  /**
   * Editors are known by their roles; then Discord must not hide commands from them, because code checks the
   * rights.
   */
  readonly editorRoles: boolean;
}

export type CommandPayload =
  RESTPostAPIChatInputApplicationCommandsJSONBody | RESTPostAPIContextMenuApplicationCommandsJSONBody;
type Words = Readonly<Record<Locale, string>>;

const MOST_DESCRIPTION = 100;
const MOST_CHOICES = 25;
const MOST_SUBCOMMANDS = 25;
/** The longest value that people select or name. */
const SHORT_TEXT = 200;
const LONG_TEXT = 4_000;

/** Commands that make no sense in direct messages. */
const IN_GUILDS_ONLY: readonly string[] = ['channel', 'thread'];
/**
 * For editors; code checks it again. Discord shows or hides a command with all its subcommands: `/desk status` is
 * for everybody who may manage automations, so `/desk` is shown to them, and code refuses `/desk pause` and `/desk
 * resume` to people who may not manage the server.
 */
const FOR_EDITORS: readonly string[] = ['cron', 'channel', 'thread', 'desk'];

/** Hidden commands are left out. @throws Error for commands that exceed Discord's limits. */
export function commandPayloads(
  commands: readonly CommandDeclaration[],
  terms: PayloadTerms,
): CommandPayload[] {
  const groups = new Map<string, CommandDeclaration[]>();
  for (const command of commands.filter(({ hidden, onMessage }) => !hidden && !onMessage)) {
    const first = groupOf(command.name);
    groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  return [
    ...[...groups].map(([name, members]) => payloadOf(name, members, terms)),
    ...commands.flatMap(({ onMessage }) => (onMessage ? [menuItem(onMessage, terms)] : [])),
  ];
}

/** An item in a message's menu, for everybody: code checks the rights. */
function menuItem({ en, zh }: Words, terms: PayloadTerms): CommandPayload {
  return {
    type: ApplicationCommandType.Message,
    name: en,
    ...named(zh),
    default_member_permissions: null,
    ...whereUsed(undefined, terms),
  };
}

function payloadOf(
  name: string,
  members: readonly CommandDeclaration[],
  terms: PayloadTerms,
): CommandPayload {
  const [only] = members;
  const isGroup = only?.name !== name;
  if (!only || (isGroup ? members.some((one) => one.name === name) : members.length > 1))
    throw new Error(`/${name} can't be a command and a group of commands at once`);
  if (members.length > MOST_SUBCOMMANDS)
    throw new Error(`/${name} has ${members.length} commands; Discord holds ${MOST_SUBCOMMANDS}`);
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    ...named(isGroup ? only.chinese && groupOf(only.chinese) : only.chinese),
    ...described(isGroup ? aboutGroup(name, members) : only.description),
    options: isGroup ? members.map((one) => subcommandOf(one)) : optionsOf(only),
    default_member_permissions: permissionsFor(name, terms)?.toString() ?? null,
    ...whereUsed(name, terms),
  };
}

function aboutGroup(name: string, members: readonly CommandDeclaration[]): Words {
  const said = members.find(({ group }) => group !== undefined)?.group;
  return said ?? { en: `/${name} …`, zh: `/${name} …` };
}

/** "add" of "cron add". */
function withinGroup(name: string): string {
  return name.split(' ').slice(1).join('-');
}

function whereUsed(name: string | undefined, { scope }: PayloadTerms) {
  if (scope !== 'global') return {};
  return {
    contexts:
      name !== undefined && IN_GUILDS_ONLY.includes(name)
        ? [InteractionContextType.Guild]
        : [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  };
}

/** What Discord doesn't show to somebody with these permissions; null in direct messages. */
export function notShownTo(
  permissions: Readonly<PermissionsBitField> | null,
  terms: Pick<PayloadTerms, 'editorRoles'>,
): readonly string[] {
  if (permissions === null) return IN_GUILDS_ONLY;
  return FOR_EDITORS.filter((name) => !permissions.has(permissionsFor(name, terms) ?? 0n));
}

function permissionsFor(
  name: string,
  { editorRoles }: Pick<PayloadTerms, 'editorRoles'>,
): bigint | undefined {
  return FOR_EDITORS.includes(name) && !editorRoles ? PermissionFlagsBits.ManageChannels : undefined;
}

function subcommandOf(command: CommandDeclaration): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name: withinGroup(command.name),
    ...named(command.chinese && withinGroup(command.chinese)),
    ...described(command.description),
    options: optionsOf(command),
  };
}

/** Required ones first, as Discord requires; otherwise in the command's own order. */
function optionsOf({ options }: CommandDeclaration): APIApplicationCommandBasicOption[] {
  return [...options.filter((one) => one.required), ...options.filter((one) => !one.required)].map(optionOf);
}

function optionOf(option: CommandOption): APIApplicationCommandBasicOption {
  const { name, chinese, type, description, required = false, min, max, choices = [], autocomplete } = option;
  const known = { name, ...named(chinese), ...described(description), required };
  switch (type) {
    case 'boolean':
      return { type: ApplicationCommandOptionType.Boolean, ...known };
    case 'integer': {
      const range = {
        type: ApplicationCommandOptionType.Integer as const,
        ...known,
        ...(min !== undefined && { min_value: min }),
        ...(max !== undefined && { max_value: max }),
      };
      if (autocomplete) return { ...range, autocomplete: true };
      return { ...range, ...choicesOf(choices, Number) };
    }
    case 'string': {
      const kind = { type: ApplicationCommandOptionType.String as const, ...known };
      if (autocomplete) return { ...kind, max_length: SHORT_TEXT, autocomplete: true };
      if (choices.length > 0) return { ...kind, ...choicesOf(choices, String) };
      return { ...kind, max_length: name === 'name' ? SHORT_TEXT : LONG_TEXT };
    }
  }
}

/** A list too long for Discord is checked only by the command. */
function choicesOf<T extends string | number>(
  choices: NonNullable<CommandOption['choices']>,
  valueOf: (value: string | number) => T,
): { choices?: APIApplicationCommandOptionChoice<T>[] } {
  if (choices.length === 0 || choices.length > MOST_CHOICES) return {};
  return {
    choices: choices.map(({ name, chinese, value }) => ({ name, ...named(chinese), value: valueOf(value) })),
  };
}

/** Readers of simplified Chinese get traditional Chinese rather than English. */
function named(chinese: string | undefined) {
  return chinese === undefined ? {} : { name_localizations: { 'zh-TW': chinese, 'zh-CN': chinese } };
}

function described({ en, zh }: Words) {
  const chinese = shorten(zh, MOST_DESCRIPTION);
  return {
    description: shorten(en, MOST_DESCRIPTION),
    description_localizations: { 'zh-TW': chinese, 'zh-CN': chinese },
  };
}

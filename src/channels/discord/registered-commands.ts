/** Compares Discord's registered commands with the wanted ones, ignoring defaults that Discord adds. */
import { Routes } from 'discord-api-types/v10';
import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import type { CommandPayload } from './command-payload.ts';

/** Where commands are registered: a guild's id, or `global`. */
export type Scope = string;
export const GLOBAL: Scope = 'global';

/** Where the commands of a scope are registered: everywhere, or in one server. */
export function commandsRoute(application: string, scope: Scope): `/${string}` {
  return scope === GLOBAL
    ? Routes.applicationCommands(application)
    : Routes.applicationGuildCommands(application, scope);
}

/** @throws what the SDK throws. */
export async function registeredIn(
  rest: REST,
  application: string,
  scope: Scope,
): Promise<APIApplicationCommand[]> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const answer = await rest.get(commandsRoute(application, scope), { query });
  if (!Array.isArray(answer)) throw new Error("the list of commands is none of Discord's");
  return answer as APIApplicationCommand[];
}

/** A slash command and a menu item may have the same name. */
export function nameAndType({
  type = 1,
  name,
}: {
  readonly type?: number | undefined;
  readonly name: string;
}): string {
  return `${type} ${name}`;
}

/** The names that differ: missing, changed, or unwanted. */
export function differences(
  there: readonly APIApplicationCommand[],
  wanted: readonly CommandPayload[],
  scope: Scope,
): string[] {
  const told = new Map(there.map((one) => [nameAndType(one), plain(one, scope)]));
  const meant = new Map(wanted.map((one) => [nameAndType(one), plain(one, scope)]));
  const names = new Map([...there, ...wanted].map((one) => [nameAndType(one), one.name]));
  return [...names].flatMap(([one, name]) => (told.get(one) === meant.get(one) ? [] : [name]));
}

interface Comparable {
  type?: unknown;
  name: string;
  name_localizations?: unknown;
  description?: unknown;
  description_localizations?: unknown;
  default_member_permissions?: unknown;
  contexts?: readonly number[] | null | undefined;
  options?: readonly unknown[];
}

/** The relevant fields of a command in a fixed order, with Discord's defaults. */
function plain(command: object, scope: Scope): string {
  const {
    type,
    name,
    name_localizations,
    description,
    description_localizations,
    default_member_permissions,
    contexts,
    options,
  } = command as Comparable;
  return JSON.stringify([
    type ?? 1,
    name,
    sorted(name_localizations),
    description ?? '',
    sorted(description_localizations),
    default_member_permissions ?? null,
    // Guild commands have no contexts, whatever Discord returns.
    scope === GLOBAL ? [...(contexts ?? [])].sort() : [],
    (options ?? []).map(plainOption),
  ]);
}

function plainOption(option: unknown): unknown {
  const one = option as Record<string, unknown>;
  return [
    one['type'],
    one['name'],
    sorted(one['name_localizations']),
    one['description'] ?? '',
    sorted(one['description_localizations']),
    one['required'] ?? false,
    one['autocomplete'] ?? false,
    one['min_value'] ?? null,
    one['max_value'] ?? null,
    one['min_length'] ?? null,
    one['max_length'] ?? null,
    list(one['choices']).map((choice) => {
      const { name, name_localizations, value } = choice as Record<string, unknown>;
      return [name, sorted(name_localizations), value];
    }),
    list(one['options']).map(plainOption),
  ];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function sorted(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

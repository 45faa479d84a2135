/**
 * Registering the commands: put where they differ from what is there, and nowhere else.
 *
 * With guilds given they are registered in these guilds, at once; else globally, which takes Discord a while.
 * Where they were before and should be no more, they are taken away, so that nobody sees them twice. Never throws
 * for what Discord answers: problems are sentences.
 */
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import type { CommandDeclaration } from '../../feature/command.ts';
import { commandPayloads } from './command-payload.ts';
import { failureOf } from './discord-rest.ts';
import { inviteAddress } from './permissions.ts';
import { GLOBAL, commandsRoute, differences, nameAndType, registeredIn } from './registered-commands.ts';
import type { Scope } from './registered-commands.ts';
import { UNAUTHORIZED } from './say-refusal.ts';

export interface Registration {
  readonly rest: REST;
  /** The application's id. */
  readonly application: string;
  readonly commands: readonly CommandDeclaration[];
  /** None: globally. */
  readonly guildIds: readonly string[];
  /** Whether editors are known by their roles. */
  readonly editorRoles: boolean;
  /** Where commands were registered before; survives a restart. */
  readonly registered: {
    get(): Promise<string | undefined>;
    set(value: string): Promise<void>;
  };
}

/** Scopes: ids of guilds, or `global`. */
export interface RegistrationDone {
  readonly put: readonly Scope[];
  readonly unchanged: readonly Scope[];
  readonly cleared: readonly Scope[];
  readonly problems: readonly string[];
}

/**
 * Put the commands where they differ from what Discord has, and clear them from scopes that are not wanted any more. A
 * scope that fails is reported; the others go on.
 */
export async function registerCommands(registration: Registration): Promise<RegistrationDone> {
  const { guildIds, registered } = registration;
  const wanted: readonly Scope[] = guildIds.length > 0 ? [...new Set(guildIds)] : [GLOBAL];
  const before = scopesIn(await registered.get());
  const done = {
    put: [] as Scope[],
    unchanged: [] as Scope[],
    cleared: [] as Scope[],
    problems: [] as string[],
  };
  // Remembered before it is so: what was registered and forgotten would be seen twice one day.
  const known = new Set([...before, ...wanted]);
  await registered.set(JSON.stringify([...known]));
  for (const scope of wanted)
    await attempt(registration, scope, done.problems, async () => {
      done[(await put(registration, scope)) ? 'put' : 'unchanged'].push(scope);
    });
  const surplus = [...before, ...(guildIds.length > 0 ? [GLOBAL] : [])].filter(
    (one) => !wanted.includes(one),
  );
  for (const scope of new Set(surplus))
    await attempt(registration, scope, done.problems, async () => {
      if (await clear(registration, scope)) done.cleared.push(scope);
      known.delete(scope);
    });
  await registered.set(JSON.stringify([...known]));
  return done;
}

/** @returns whether something had to be changed. */
async function put(
  { rest, application, commands, editorRoles }: Registration,
  scope: Scope,
): Promise<boolean> {
  const payloads = commandPayloads(commands, { scope: scope === GLOBAL ? 'global' : 'guild', editorRoles });
  const there = await registeredIn(rest, application, scope);
  if (differences(there, payloads, scope).length === 0) return false;
  await rest.put(commandsRoute(application, scope), { body: payloads });
  return true;
}

/** Take away what has our commands' names: an application may have others, of somebody else's making. */
async function clear(
  { rest, application, commands, editorRoles }: Registration,
  scope: Scope,
): Promise<boolean> {
  const ours = new Set(commandPayloads(commands, { scope: 'guild', editorRoles }).map(nameAndType));
  const there = await registeredIn(rest, application, scope).catch((error: unknown) => {
    if (isElsewhere(error)) return []; // the bot left that server: nobody sees them there
    throw error;
  });
  const surplus = there.filter((one) => ours.has(nameAndType(one)));
  for (const { id } of surplus)
    await rest.delete(
      scope === GLOBAL
        ? Routes.applicationCommand(application, id)
        : Routes.applicationGuildCommand(application, scope, id),
    );
  return surplus.length > 0;
}

async function attempt(
  { application }: Registration,
  scope: Scope,
  problems: string[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    problems.push(sayProblem(error, scope, application));
  }
}

/** Why the commands of a scope could not be read or changed. */
function sayProblem(error: unknown, scope: Scope, application: string): string {
  const place = scope === GLOBAL ? 'everywhere' : `in the server ${scope}`;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'unauthorized':
      return UNAUTHORIZED;
    case 'limited':
      return `Commands could not be registered ${place}: Discord's rate limit; they will be at the next start.`;
    case 'not sent':
    case 'unknown':
      return `Commands could not be registered ${place}: ${failure.says}.`;
    case 'refused':
      return isElsewhere(error)
        ? `Commands can't be registered ${place}: the bot is not there, or was invited without commands. Invite it: ${inviteAddress(application)}`
        : `Discord refuses the commands ${place}: ${failure.says} (${failure.code}).`;
  }
}

/** The bot is not in that server. */
function isElsewhere(error: unknown): boolean {
  const failure = failureOf(error);
  const codes: readonly number[] = [RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.UnknownGuild];
  return failure.kind === 'refused' && codes.includes(failure.code);
}

function scopesIn(kept: string | undefined): Scope[] {
  try {
    const parsed: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((one): one is Scope => typeof one === 'string') : [];
  } catch {
    return []; // it was not ours
  }
}

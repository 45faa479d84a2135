/**
 * Registers the commands, writing only where they differ from what Discord has.
 *
 * With guilds given they are registered in these guilds, effective at once; else globally, which takes Discord a
 * while. Earlier scopes are cleared, so that nobody sees commands twice. Never throws for Discord's answers:
 * problems are sentences.
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
  /** Empty: globally. */
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
 * Write the commands where they differ from Discord's, and clear them from unwanted scopes. A failing scope is
 * reported; the others continue.
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
  // Recorded first: a forgotten registration would show commands twice one day.
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

/** Remove only commands with our names, because an application may have others. */
async function clear(
  { rest, application, commands, editorRoles }: Registration,
  scope: Scope,
): Promise<boolean> {
  const ours = new Set(commandPayloads(commands, { scope: 'guild', editorRoles }).map(nameAndType));
  const there = await registeredIn(rest, application, scope).catch((error: unknown) => {
    if (isElsewhere(error)) return []; // The bot left that server, so nobody sees them there.
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

/** Whether the bot isn't in that server. */
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
    return []; // It was not ours.
  }
}

/** Discord's refusals as sentences that say what is missing, where, and what to do. */
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Loss, Sendable } from '../../sessions/op.ts';
import type { RestFailure } from './discord-rest.ts';
import { missingFrom, neededFor, sayPermissions } from './permissions.ts';
import type { Permission } from './permissions.ts';

export type Refused = Extract<RestFailure, { kind: 'refused' }>;

export interface Where {
  /** The channel's name for people: "#news", or a mention of its id. */
  readonly name: string;
  /** The bot's permissions there, if known. */
  readonly bits?: bigint;
  readonly isThread?: boolean;
}

const VIEW = 'View Channel';

export const UNAUTHORIZED =
  "Discord no longer takes the bot's token. Set a new DISCORD_TOKEN (Developer Portal → Bot → Reset Token) and restart.";

/** Why an op was refused, and the missing rights; Discord's code where no right is missing. */
export function lossOf(op: Pick<Sendable, 'spec'>, refused: Refused, where: Where): Loss {
  return { because: sayRefusal(op, refused, where), lacks: lackOf(op, refused, where) };
}

function lackOf(op: Pick<Sendable, 'spec'>, { code }: Refused, where: Where): string[] {
  if (code === RESTJSONErrorCodes.MissingAccess) return [VIEW];
  if (code !== RESTJSONErrorCodes.MissingPermissions) return [String(code)];
  const names = missingHere(op, where).map(({ name }) => name);
  return names.length > 0 ? names : [`${op.spec.kind} ${code}`];
}

/** @returns one or two sentences. */
function sayRefusal(op: Pick<Sendable, 'spec'>, { code, says }: Refused, where: Where): string {
  const { name } = where;
  switch (code) {
    case RESTJSONErrorCodes.MissingPermissions:
      return `${sayMissing(op, where)} ${remedyFor(name)}`;
    case RESTJSONErrorCodes.MissingAccess:
      return `The bot can't see ${name}: it lacks ${VIEW}. ${remedyFor(name)}`;
    case RESTJSONErrorCodes.UnknownChannel:
      return `${name} is gone: it was deleted, or the bot is no longer on that server.`;
    case RESTJSONErrorCodes.UnknownMessage:
      return `The message in ${name} is gone: somebody deleted it.`;
    case RESTJSONErrorCodes.CannotSendMessagesToThisUser:
      return op.spec.kind === 'direct'
        ? `${name} doesn't take direct messages from the bot. They can allow them in the server's privacy settings.`
        : "They don't take direct messages from the bot. They can allow them in the server's privacy settings.";
    case RESTJSONErrorCodes.RequestEntityTooLarge:
      return `The files for ${name} are too large for Discord.`;
    case RESTJSONErrorCodes.ThreadLocked:
    case RESTJSONErrorCodes.InvalidActionOnArchivedThread: // Sending opens it, unless it is locked.
      return `${name} is locked. Unlock the thread, or give the bot's role Manage Threads.`;
    case RESTJSONErrorCodes.ThereAreNoTagsAvailableThatCanBeSetByNonModerators:
    case RESTJSONErrorCodes.TagRequiredToCreateAForumPostInThisChannel:
      return `${name} asks for a tag on every post, and has none for the bot. Add one there, or let posts go without: Edit Channel → Tags.`;
    case RESTJSONErrorCodes.MaximumActiveThreads:
      return `The server of ${name} has as many active threads as Discord allows. Close or delete some.`;
    default:
      return `Discord refuses it in ${name}: ${says} (${code}).`;
  }
}

function sayMissing(op: Pick<Sendable, 'spec'>, where: Where): string {
  const missing = missingHere(op, where);
  return missing.length > 0
    ? `In ${where.name} the bot lacks ${sayPermissions(missing)}.`
    : `In ${where.name} the bot lacks a permission; it needs ${sayPermissions(neededFor(op, where.isThread))}.`;
}

/** Empty where the bot's permissions aren't known. */
function missingHere(op: Pick<Sendable, 'spec'>, { bits, isThread }: Where): readonly Permission[] {
  return bits === undefined ? [] : missingFrom(neededFor(op, isThread), bits);
}

/** How to grant a permission. */
export function remedyFor(name: string): string {
  return `Whoever manages ${name} can allow it for the bot's role: Edit Channel → Permissions.`;
}

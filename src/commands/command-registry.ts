/**
 * All commands, and the one way to invoke them: the name is looked up, the actor's rights and the options are
 * checked, and a refusal becomes a sentence for the asker. Only faults of the desk are thrown.
 */
import type { JobProfile } from '../cron/job-profile.ts';
import type { Cron } from '../cron/cron.ts';
import type { Desk } from '../desk/desk.ts';
import type { DeskStatus } from '../desk/desk-status.ts';
import type { JobPauses } from '../desk/job-pauses.ts';
import type { SeesPlaces } from '../desk/place-platform.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { Choice, Command, CommandContext, Locale, Reply } from '../feature/command.ts';
import { complete } from './complete.ts';
import { cronAdd } from './cron-add.ts';
import { cronChange } from './cron-change.ts';
import { cronLook } from './cron-look.ts';
import { deskCommands } from './desk-commands.ts';
import { helpCommand } from './help-command.ts';
import { parseOptions } from '../feature/command-options.ts';
import { noteChange, undoCommand } from './undo.ts';
import type { UndoLog } from '../feature/undo-log.ts';
import { mustBeAllowed } from './rights.ts';
import { isRefusal, sayRefusal } from './say-refusal.ts';
import { sessionCommands } from './session-commands.ts';

interface KernelCommandDeps {
  /** People's last actions, so that they can be undone. */
  readonly undoLog: UndoLog;
  readonly desk: Desk;
  readonly cron: Cron;
  readonly pauses: Pick<JobPauses, 'pause'>;
  readonly status: () => Promise<DeskStatus>;
  readonly clock: Clock;
  readonly zone: string;
  /** The turn profiles that people may choose for a job. */
  readonly profiles: () => readonly JobProfile[];
  /** The server (guild) that a session belongs to. */
  readonly guildOf: (session: SessionKey) => Promise<string | undefined>;
  /** How many servers the desk serves. */
  readonly guilds: () => number;
  /** Which places somebody can see; by default only the one where they ask. */
  readonly sees?: SeesPlaces;
  /**
   * Whether the desk can read what people say in a channel, as a sentence; undefined where there is nothing to say.
   */
  readonly describeIntake?: (session: SessionKey, locale: Locale) => Promise<string | undefined>;
  /** What features keep about a session, as lines for its status. */
  readonly statusLines?: (session: SessionKey, locale: Locale) => Promise<readonly string[]>;
}

interface CommandDeps extends KernelCommandDeps {
  /** Reports a fault of the desk that no asker is told of. */
  readonly failed: (what: string, error: unknown) => void;
  /** Commands of optional features. */
  readonly more?: readonly Command[];
}

export interface CommandRegistry {
  /** Without commands that exist only behind a button or in a message's menu. */
  list(): readonly Command[];
  /** Commands in the menu of a message. */
  onMessages(): readonly Command[];
  /** Whether it is behind a button that owners of jobs get by direct message. */
  isForOwners(name: string): boolean;
  /** Undefined when there is no such command; those behind buttons are included. */
  invoke(
    name: string,
    options: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<Reply | undefined>;
  /**
   * At most 25 choices for an option that is being typed, names and values at most 100 characters. Never rejects:
   * an unknown name, a missing right or a fault (which is reported) gives an empty list.
   * @param options the other options so far.
   */
  complete(
    name: string,
    option: string,
    typed: string,
    options: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<Choice[]>;
}

/** The commands of every desk. `/help` lists the typed ones of these and of `others`. */
export function kernelCommands(
  deps: KernelCommandDeps & { readonly invoke: CommandRegistry['invoke'] },
  others: readonly Command[] = [],
): Command[] {
  const commands: Command[] = [
    cronAdd(deps),
    ...cronLook(deps),
    ...cronChange(deps),
    ...sessionCommands(deps),
    ...deskCommands(deps),
    undoCommand(deps),
    ...others,
  ];
  commands.push(helpCommand(() => typed(commands)));
  return commands;
}

/** Without commands that exist only behind a button or in a message's menu. */
function typed(commands: readonly Command[]): Command[] {
  return commands.filter(({ hidden, onMessage }) => !hidden && !onMessage);
}

/** All commands of a desk, by name. @throws Error where two have the same name. */
export function commandRegistry(deps: CommandDeps): CommandRegistry {
  const invoke: CommandRegistry['invoke'] = async (name, options, context) => {
    const command = byName.get(name);
    if (!command) return undefined;
    try {
      mustBeAllowed(context.actor, command.right, name, context.locale);
      const given = parseOptions(command, options, context.locale);
      const done = await command.run(given, context);
      await noteChange(deps.undoLog, command, done, context);
      const { undo: _undo, ...reply } = done;
      // Questions and answers to forms are only for the person who gave the command.
      const asks = [reply.confirm, reply.choose, reply.form].some((asked) => asked !== undefined);
      return { ephemeral: command.ephemeral || asks || context.via === 'form', ...reply };
    } catch (error) {
      const text = sayRefusal(error, context.locale, deps.zone);
      if (text === undefined) throw error;
      return { text, ephemeral: true, refused: true };
    }
  };
  const commands = kernelCommands({ ...deps, invoke }, deps.more);
  const byName = new Map(commands.map((command) => [command.name, command]));
  const twice = commands.find((command) => byName.get(command.name) !== command);
  if (twice) throw new Error(`two commands are called "${twice.name}"`);
  return {
    list: () => typed(commands),
    onMessages: () => commands.filter(({ onMessage }) => onMessage !== undefined),
    isForOwners: (name) => byName.get(name)?.forOwners ?? false,
    invoke,
    async complete(name, option, typed, options, context) {
      const command = byName.get(name);
      if (!command) return [];
      try {
        return await complete(command, option, typed, options, context);
      } catch (error) {
        if (!isRefusal(error)) deps.failed(`completing ${option} of /${name}`, error);
        return [];
      }
    },
  };
}

/**
 * The commands there are, and the one way to invoke them: the name is known, the actor is allowed, the options
 * are checked, and a refusal becomes a sentence for the asker. Only faults of the house are thrown.
 */
import { CronError } from '../cron/cron.ts';
import type { Cron } from '../cron/cron.ts';
import { ScheduleError } from '../cron/schedule.ts';
import { DeskError } from '../desk/desk-error.ts';
import type { Desk } from '../desk/desk.ts';
import type { DeskStatus } from '../desk/desk-status.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from './command.ts';
import type { Command, CommandContext, Reply } from './command.ts';
import { cronAdd } from './cron-add.ts';
import { cronChange } from './cron-change.ts';
import { cronLook } from './cron-look.ts';
import { deskCommands } from './desk-commands.ts';
import { helpCommand } from './help-command.ts';
import { parseOptions } from './options.ts';
import { mustBeAllowed } from './rights.ts';
import { sessionCommands } from './session-commands.ts';

interface CommandHouse {
  readonly desk: Desk;
  readonly cron: Cron;
  readonly status: () => Promise<DeskStatus>;
  readonly clock: Clock;
  readonly zone: string;
  /** Commands of rooms that not every desk has. */
  readonly more?: readonly Command[];
}

export interface CommandRegistry {
  list(): readonly Command[];
  /** Undefined when there is no such command. */
  invoke(
    name: string,
    options: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<Reply | undefined>;
}

export function commandRegistry(house: CommandHouse): CommandRegistry {
  const commands: Command[] = [
    cronAdd(house),
    ...cronLook(house),
    ...cronChange(house),
    ...sessionCommands(house),
    ...deskCommands(house),
    ...(house.more ?? []),
  ];
  commands.push(helpCommand(() => commands));
  const byName = new Map(commands.map((command) => [command.name, command]));
  return {
    list: () => commands,
    async invoke(name, options, context) {
      const command = byName.get(name);
      if (!command) return undefined;
      try {
        mustBeAllowed(context.actor, command.right, name);
        const reply = await command.run(parseOptions(command, options), context);
        return { ephemeral: command.ephemeral, ...reply };
      } catch (error) {
        if (isRefusal(error)) return { text: error.message, ephemeral: true, refused: true };
        throw error;
      }
    },
  };
}

function isRefusal(error: unknown): error is Error {
  return (
    error instanceof CommandRefusal ||
    error instanceof CronError ||
    error instanceof DeskError ||
    error instanceof ScheduleError
  );
}

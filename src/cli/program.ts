/**
 * `nightdesk …`: the command line. It uses the running desk, or opens the stores itself where none runs.
 *
 * Exit codes: 0 done, 1 failed, 2 wrong use. Errors are one line on stderr.
 */
import { Command, CommanderError } from 'commander';
import { homeOf } from '../config/paths.ts';
import { programVersion } from '../config/program-files.ts';
import type { Clock } from '../time/clock.ts';
import { backupCommands } from './backup-commands.ts';
import { briefCommand } from './brief-command.ts';
import { chatCommand } from './chat-command.ts';
import { Failure } from './cli-error.ts';
import { messageIn } from './closed-home.ts';
import { cronCommands } from './cron-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { gcCommand } from './gc-command.ts';
import { migrateCommand } from './migrate-command.ts';
import { mcpCommand } from './mcp-command.ts';
import { newsletterCommands } from './newsletter-commands.ts';
import { newsroomCommands } from './newsroom-commands.ts';
import { printable } from './printable.ts';
import { searchCommand } from './search-command.ts';
import { sessionCommands } from './session-commands.ts';
import { setupCommand } from './setup-command.ts';
import { showMarkdown } from './show-markdown.ts';
import { startCommand } from './start-command.ts';
import { wakeCommand } from './wake-command.ts';
import type { World } from './world.ts';

/** The desk's refusals that mean wrong use. */
const WRONG_USE = ['bad_job', 'bad_params', 'bad_request', 'bad_setup', 'SessionKeyError'];

/** @param args without the program's name. @returns the exit code. */
export async function runProgram(args: readonly string[], outside: World, clock: Clock): Promise<number> {
  const world: World = {
    ...outside,
    out: (text) => outside.out(printable(text)),
    show: (text) => outside.out(outside.atTerminal ? showMarkdown(printable(text)) : printable(text)),
    warn: (text) => outside.warn(printable(text)),
  };
  try {
    await buildProgram(world, clock).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    world.warn(`nightdesk: ${messageIn(homeOf(world.env, world.cwd), error)}`);
    return exitCodeOf(error);
  }
}

function buildProgram(world: World, clock: Clock): Command {
  const program = new Command('nightdesk')
    .description("A newsroom's bot whose scheduled work happens inside the conversation.")
    .version(programVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.out(text.trimEnd()),
      writeErr: (text) => world.warn(text.trimEnd().replace(/^error: /, 'nightdesk: ')),
    });
  // Sub-commands inherit these settings only when they are created afterwards.
  setupCommand(program, world, clock);
  startCommand(program, world, clock);
  doctorCommand(program, world);
  chatCommand(program, world, clock);
  cronCommands(program, world);
  wakeCommand(program, world);
  sessionCommands(program, world);
  newsroomCommands(program, world, clock);
  briefCommand(program, world);
  mcpCommand(program, world, clock, programVersion());
  newsletterCommands(program, world, clock);
  searchCommand(program, world);
  gcCommand(program, world);
  backupCommands(program, world, clock);
  migrateCommand(program, world, clock);
  return program;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (!(error instanceof Error)) return 1;
  const code = 'code' in error ? String(error.code) : error.name;
  return WRONG_USE.includes(code) ? 2 : 1;
}

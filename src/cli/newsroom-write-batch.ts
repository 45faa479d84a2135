import type { Command } from 'commander';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

/** A launched runner's output, in the batch's folder. */
const LOGS = { out: 'runner_background.out.log', err: 'runner_background.err.log' };

/** `nightdesk newsroom write-run`: orders a batch from standard input. */
export function writeRunCommand(newsroom: Command, world: World): void {
  newsroom
    .command('write-run')
    .description('order a run: a JSON object {trigger, stories} on standard input')
    .option(
      '--launch-runner',
      'have it written now: by the desk that runs, else by a runner in the background',
    )
    .option('--json', 'as JSON: it has no other form')
    .action(async ({ launchRunner }: { launchRunner?: boolean }) => {
      const order = orderIn(await text(world.input));
      const { receipt, running } = await withDesk(
        world,
        async ({ call, running: isRunning }) => ({
          receipt: await call('newsroom.runs.write', { order }),
          running: isRunning,
        }),
        { askRunner: true },
      );
      for (const { path, message } of receipt.problems) world.warn(`left out: ${path}: ${message}`);
      const { dir, problems, ...told } = receipt;
      const runner = running
        ? { by: 'desk' }
        : launchRunner
          ? { by: 'runner', pid: launched(world, dir) }
          : undefined;
      if (!runner)
        world.warn(`no desk runs: the run waits for one, or for: nightdesk newsroom run --path ${dir}`);
      say(
        world,
        true,
        { ...told, ...(problems.length > 0 && { problems }), ...(runner && { runner }) },
        () => '',
      );
    });
}

function launched(world: World, dir: string): number {
  return world.launch(['newsroom', 'run', '--path', dir, '--json'], {
    out: join(dir, LOGS.out),
    err: join(dir, LOGS.err),
  });
}

function orderIn(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (error) {
    throw new WrongUse(`standard input is no JSON: ${(error as Error).message}`);
  }
}

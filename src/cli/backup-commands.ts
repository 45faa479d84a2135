import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

/** `nightdesk backup DIR` and `nightdesk restore DIR`: a whole home, while its desk runs, and the way back. */
export function backupCommands(program: Command, world: World, clock: Clock): void {
  program
    .command('backup <dir>')
    .description('copy the whole home into a new folder; a desk may run meanwhile')
    .option('--json', 'as JSON')
    .action(async (dir: string, { json }: Flags) => {
      const { backUpHome } = await import('../main/stores.ts');
      const folder = resolve(world.cwd, dir);
      const { madeAt, files } = await backUpHome(configOf(world), folder, clock);
      const bytes = sizeOf(files);
      say(
        world,
        json,
        { folder, madeAt, files: files.length, bytes },
        () =>
          `${files.length} files, ${megabytes(bytes)}, of ${madeAt}, are in ${folder}.\n` +
          'Not in it: .env, the token of the gateway and an unfinished setup, for their secrets, and the search index, which is made anew.',
      );
    });

  program
    .command('restore <dir>')
    .description('make a new home of a backup')
    .option('--json', 'as JSON')
    .action(async (dir: string, { json }: Flags) => {
      const { restoreHome } = await import('../main/stores.ts');
      const config = configOf(world);
      const { madeAt, files } = await restoreHome(config, resolve(world.cwd, dir), clock);
      const bytes = sizeOf(files);
      say(
        world,
        json,
        { home: config.home, madeAt, files: files.length, bytes },
        () =>
          `${files.length} files, ${megabytes(bytes)}, of ${madeAt}, are in ${config.home}: start the desk there.`,
      );
    });
}

const sizeOf = (files: readonly { readonly bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

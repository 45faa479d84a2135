import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { WrongUse } from './cli-error.ts';
import { say } from './say.ts';
import { table } from './table.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** `nightdesk migrate`: a stopped newsroom goes to PostgreSQL, or from there into a home. */
export function migrateCommand(program: Command, world: World, clock: Clock): void {
  program
    .command('migrate')
    .description('move a stopped newsroom to PostgreSQL, or from there to a file')
    .requiredOption('--to <address>', 'postgres://…, or <home>/data/nightdesk.sqlite3 of a new home')
    .option('--json', 'as JSON')
    .action(async ({ to, json }: { readonly to: string; readonly json?: boolean }) => {
      const isAddress = /^postgres(?:ql)?:/.test(to);
      // The rest of an address is not shown: it may have a password.
      const scheme = /^[\w+.-]+:\/\//.exec(to)?.[0];
      if (!isAddress && scheme !== undefined)
        throw new WrongUse(
          `--to begins with ${scheme}; allowed: postgres://…, or <home>/data/nightdesk.sqlite3`,
        );
      const { moveHome } = await import('../main/stores.ts');
      const config = configOf(world);
      const moved = await moveHome(config, isAddress || isAbsolute(to) ? to : resolve(world.cwd, to), clock);
      say(world, json, moved, () => {
        const rows = moved.tables.filter((one) => one.rows > 0);
        const shown = rows.map((one) => [one.table, String(one.rows), one.sha256.slice(0, 12)]);
        const next = isAddress
          ? `The old data are in ${moved.aside}. Set DATABASE_URL to start desks on the new ones.`
          : 'Unset DATABASE_URL, and start the desk with that home in NIGHTDESK_HOME.';
        return `${table(['TABLE', 'ROWS', 'SHA256'], shown)}\n${moved.transcripts} transcripts, ${moved.files} files of batches and newsletters. All arrived as they were.\n${next}`;
      });
    });
}

import type { Command } from 'commander';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

/** `nightdesk gc`: does at once what the desk does every hour. */
export function gcCommand(program: Command, world: World): void {
  program
    .command('gc')
    .description('drop turns, runs, events, receipts and newsletters that have served their time')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('desk.gc');
        const { turns, runs, events, effects, messages, receipts, newsletters, search, files, bytes } =
          answer;
        say(
          world,
          json,
          answer,
          () =>
            `Dropped ${turns} turns, ${runs} runs, ${events} system events, ${effects} effects, ${messages} messages, ` +
            `${receipts} receipts, ${newsletters} newsletters, ${files} files of batches in the database and ${search} entries of the search index; ${(bytes / 1_000_000).toFixed(1)} MB of the database can be used again.`,
        );
      }),
    );
}

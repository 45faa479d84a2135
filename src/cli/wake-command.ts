import type { Command } from 'commander';
import { Option } from 'commander';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

/** `nightdesk wake`: sends an event to the main session. */
export function wakeCommand(program: Command, world: World): void {
  program
    .command('wake')
    .description("put a line before the desk's own session")
    .addOption(
      new Option('--mode <mode>', 'look now, or at the next heartbeat')
        .choices(['now', 'next-heartbeat'])
        .makeOptionMandatory(),
    )
    .requiredOption('--text <text>', 'the line')
    .option('--json', 'as JSON')
    .action(({ mode, text, json }: { mode: string; text: string; json?: boolean }) =>
      withDesk(world, async ({ call, running, config }) => {
        const { remark, ...queued } = await call('wake', { mode, text });
        // Without a desk cron never runs; what matters is whether it will when one is started.
        const isTold = remark !== undefined && (running || config.skipCron);
        say(world, json, { ...queued, ...(isTold && { remark }) }, () => 'queued');
        if (isTold) world.warn(`warning: ${remark}`);
        if (!running) world.warn('warning: no desk runs on this home; it is told once one is started');
      }),
    );
}

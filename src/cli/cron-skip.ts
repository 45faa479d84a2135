import type { Command } from 'commander';
import { dayAndTime } from '../time/zone.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { jobIdOf } from './find-job.ts';
import { say } from './say.ts';
import { sayState, zoneOf } from './say-job.ts';
import type { World } from './world.ts';

interface Flags {
  readonly because?: string;
  readonly undo?: boolean;
  readonly json?: boolean;
}

/** `cron skip`: the next run of a job doesn't take place. */
export function cronSkip(cron: Command, world: World): void {
  cron
    .command('skip <job>')
    .description('skip the next run of a job')
    .option('--because <text>', 'why, for its record')
    .option('--undo', 'let the latest skipped run take place after all')
    .option('--json', 'as JSON')
    .action((given: string, { because, undo, json }: Flags) =>
      withDesk(world, async ({ call, config }) => {
        if (undo && because !== undefined) throw new WrongUse('--because has no use with --undo');
        const id = await jobIdOf(given, { call });
        const asked = { id, ...(undo && { undo }), ...(because !== undefined && { because }) };
        const answer = await call('cron.skipNext', asked);
        const { job, slotMs } = answer;
        const zone = zoneOf(job, config.zone);
        const slot = `${dayAndTime(slotMs, zone)} (${zone})`;
        const deed = undo ? `"${job.name}" runs on ${slot} after all` : `"${job.name}" skips ${slot}`;
        say(world, json, answer, () => `${deed}; next ${sayState(job, zone)}`);
      }),
    );
}

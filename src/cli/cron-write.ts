import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { cronStatusSchema, jobSchema } from './answers.ts';
import type { JobAnswer } from './answers.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-line.ts';
import type { DeskLine } from './desk-line.ts';
import { addJobFlags, jobFields } from './job-flags.ts';
import type { JobFlags } from './job-flags.ts';
import { say } from './say.ts';
import { saySchedule, sayState } from './say-job.ts';
import type { World } from './world.ts';

/** `cron add`, `cron edit`, `cron enable` and `cron disable`. */
export function cronWrite(cron: Command, world: World, clock: Clock): void {
  const change = (id: string, patchOf: (zone: string) => object, json: boolean | undefined) =>
    withDesk(world, async (line) => {
      const job = jobSchema.parse(await line.call('cron.update', { id, patch: patchOf(line.config.zone) }));
      say(world, json, job, () => told('changed', job, line));
      await warnWhenOff(line, world);
    });

  addJobFlags(cron.command('add').description('add a job'))
    .requiredOption('--name <name>', 'what to call it')
    .option('--json', 'the job as JSON')
    .action((flags: JobFlags & { json?: boolean }) =>
      withDesk(world, async (line) => {
        if (flags.at === undefined && flags.every === undefined && flags.cron === undefined)
          throw new WrongUse('a job needs one of --at, --every and --cron');
        if (flags.message === undefined && flags.systemEvent === undefined)
          throw new WrongUse('a job needs --message or --system-event');
        const fields = jobFields(flags, clock.now(), line.config.zone);
        const job = jobSchema.parse(await line.call('cron.add', fields));
        say(world, flags.json, job, () => told('added', job, line));
        await warnWhenOff(line, world);
      }),
    );

  addJobFlags(cron.command('edit <id>').description('change what the flags name'))
    .option('--name <name>', 'what to call it')
    .option('--json', 'the job as JSON')
    .action((id: string, flags: JobFlags & { json?: boolean }) =>
      change(
        id,
        (zone) => {
          const patch = jobFields(flags, clock.now(), zone);
          if (Object.keys(patch).length === 0)
            throw new WrongUse('nothing to change: give at least one flag');
          return patch;
        },
        flags.json,
      ),
    );

  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    cron
      .command(`${name} <id>`)
      .description(enabled ? 'let a job run again' : 'pause a job')
      .option('--json', 'the job as JSON')
      .action((id: string, flags: { json?: boolean }) => change(id, () => ({ enabled }), flags.json));
}

function told(what: string, job: JobAnswer, { config }: DeskLine): string {
  return `${what} ${job.id} "${job.name}": ${saySchedule(job, config.zone)}, next ${sayState(job, config.zone)}`;
}

/** A job that is kept and will not run by itself is a surprise, unless it is said. */
async function warnWhenOff(line: DeskLine, world: World): Promise<void> {
  if (!line.running) return world.warn('warning: no desk runs on this home; jobs run once one is started');
  const { enabled } = cronStatusSchema.parse(await line.call('cron.status'));
  if (!enabled) world.warn('warning: cron is disabled: jobs do not run by themselves');
}

import type { Command } from 'commander';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import type { RunAnswer } from './answers.ts';
import { Failure } from './cli-error.ts';
import { jobIdOf } from './find-job.ts';
import { cronFile } from './cron-file.ts';
import { cronSkip } from './cron-skip.ts';
import { cronWrite, warnWhenOff, whyOff } from './cron-write.ts';
import { withDesk } from './desk-connection.ts';
import { numberOf } from './job-flags.ts';
import { say } from './say.ts';
import { jobDetail, jobTable } from './say-job.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

/** `nightdesk cron …` */
export function cronCommands(program: Command, world: World): void {
  const cron = program.command('cron').description('scheduled work');

  cron
    .command('list')
    .description('the jobs')
    .option('--all', 'disabled ones too')
    .option('--json', 'as JSON')
    .action(({ all, json }: Flags & { all?: boolean }) =>
      withDesk(world, async (desk) => {
        const { call, config } = desk;
        const asked = { includeDisabled: all === true, ...(!json && { words: 'en' }) };
        const answer = await call('cron.list', asked);
        say(world, json, answer, () => jobTable(answer.jobs, answer.words ?? {}, config.zone));
        await warnWhenOff(desk, world);
      }),
    );

  cron
    .command('show <job>')
    .description('all about a job, with its next five runs')
    .option('--json', 'as JSON')
    .action((id: string, { json }: Flags) =>
      withDesk(world, async (desk) => {
        const { call, config } = desk;
        const answer = await call('cron.show', { id: await jobIdOf(id, { call }) });
        say(world, json, answer, () => jobDetail(answer, config.zone));
        await warnWhenOff(desk, world);
      }),
    );

  cronWrite(cron, world);
  cronSkip(cron, world);
  cronFile(cron, world);

  cron
    .command('rm <job>')
    .description('remove a job')
    .option('--json', 'as JSON')
    .action((id: string, { json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('cron.remove', { id: await jobIdOf(id, { call }) });
        if (!answer.removed) throw new Failure(`there is no job ${id}`);
        say(world, json, answer, () => `removed ${id}`);
      }),
    );

  cron
    .command('run <job>')
    .description('run a job for debugging, the same way as its schedule does')
    .option('--force', 'also when it is not due')
    .option('--json', 'as JSON')
    .action((id: string, { force, json }: Flags & { force?: boolean }) =>
      withDesk(world, async ({ call }) => {
        const mode = force ? 'force' : 'due';
        const answer = await call('cron.run', { id: await jobIdOf(id, { call }), mode });
        if (json || answer.runId !== null) say(world, json, answer, () => `queued ${answer.runId}`);
        if (answer.runId === null)
          throw new Failure(`${id} was not run: ${answer.reason ?? 'no reason given'}`);
      }),
    );

  cron
    .command('runs')
    .description('the runs of a job, newest first')
    .requiredOption('--id <job>', 'the job, by its id or its name')
    .option('--limit <number>', 'how many', '20')
    .option('--json', 'as JSON')
    .action(({ id, limit, json }: Flags & { id: string; limit: string }) =>
      withDesk(world, async ({ call, config }) => {
        const asked = { id: await jobIdOf(id, { call }), limit: numberOf('--limit', limit) };
        const answer = await call('cron.runs', asked);
        say(world, json, answer, () => runTable(answer.entries, config.zone));
      }),
    );

  cron
    .command('status')
    .description('whether jobs run by themselves, and when the next one does')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call, config, running }) => {
        const answer = await call('cron.status');
        const off = running
          ? `disabled${whyOff(answer)}: jobs do not run by themselves`
          : 'off: no desk runs on this home';
        const next =
          answer.nextWakeAtMs === undefined
            ? 'none'
            : `${dayAndTime(answer.nextWakeAtMs, config.zone)} (${config.zone})`;
        const { enabled, jobs, running: busy, deferred } = answer;
        say(world, json, answer, () =>
          [
            `cron      ${enabled ? 'enabled' : off}`,
            `jobs      ${jobs}, ${busy} running, ${deferred} waiting`,
            ...answer.waiting.map(
              ({ name, since }) =>
                `waiting   "${name}", behind an active turn since ${dayAndTime(since, config.zone)}`,
            ),
            `next run  ${next}`,
          ].join('\n'),
        );
      }),
    );
}

function runTable(entries: readonly RunAnswer[], zone: string): string {
  if (entries.length === 0) return 'It has not run yet.';
  const rows = entries.map((run) => [
    dayAndTime(run.scheduledForMs, zone),
    run.trigger,
    run.status,
    run.durationMs === undefined ? '-' : sayDuration(run.durationMs),
    run.delivery,
    oneLine(run.error ?? run.summary ?? '', 80),
  ]);
  return table([`SLOT (${zone})`, 'TRIGGER', 'STATUS', 'TOOK', 'DELIVERY', 'SUMMARY'], rows);
}

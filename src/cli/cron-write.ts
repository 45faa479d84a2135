import type { Command } from 'commander';
import type { ResultOf } from '../main/features.ts';
import type { JobAnswer } from './answers.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import type { DeskConnection } from './desk-connection.ts';
import { jobIdOf } from './find-job.ts';
import { mustAllCount } from './ignored-flags.ts';
import { addJobFlags, addNoFlags, jobFields, keyOf, mustNotClear, withoutNulls } from './job-flags.ts';
import type { JobFlags } from './job-flags.ts';
import { mustBeKnown } from './known-key.ts';
import { say } from './say.ts';
import { sayState, turnOf, zoneOf } from './say-job.ts';
import type { World } from './world.ts';

/** `cron add`, `cron edit`, `cron enable` and `cron disable`. */
export function cronWrite(cron: Command, world: World): void {
  const change = (
    given: string,
    patchOf: (desk: DeskConnection, id: string) => object | Promise<object>,
    flags: JobFlags & { json?: boolean; for?: string },
  ) =>
    withDesk(world, async (desk) => {
      const id = await jobIdOf(given, desk);
      const patch = await patchOf(desk, id);
      const until = flags.for === undefined ? {} : { until: flags.for };
      const job = await desk.call('cron.update', { id, patch, ...until, ...withCreate(flags) });
      const words = await sayChanged('changed', job, desk);
      say(world, flags.json, job, () => words);
      await warnWhenIdle(desk, world);
    });

  const add = cron.command('add').description('add a job').requiredOption('--name <name>', 'what to call it');
  addNoFlags(addJobFlags(add))
    .option('--json', 'the job as JSON')
    .action((flags: JobFlags & { json?: boolean }) =>
      withDesk(world, async (desk) => {
        mustNotClear(flags);
        if (flags.at === undefined && flags.every === undefined && flags.cron === undefined)
          throw new WrongUse('a job needs one of --at, --every and --cron');
        if (flags.message === undefined && flags.systemEvent === undefined)
          throw new WrongUse('a job needs --message or --system-event');
        if (flags.session === 'bound' && typeof flags.sessionKey !== 'string') throw boundToNothing();
        mustAllCount(flags);
        const fields = withoutNulls(jobFields(flags, desk.config.zone));
        await mustBeKnown(keyOf(flags), flags.create, desk);
        const job = await desk.call('cron.add', { ...fields, ...withCreate(flags) });
        const words = await sayChanged('added', job, desk);
        say(world, flags.json, job, () => words);
        await warnWhenIdle(desk, world);
      }),
    );

  const edit = cron.command('edit <job>').description('change what the flags name');
  addNoFlags(addJobFlags(edit.option('--name <name>', 'what to call it')))
    .option('--json', 'the job as JSON')
    .action((given: string, flags: JobFlags & { json?: boolean }) =>
      change(
        given,
        async (desk, id) => {
          mustNotClear(flags);
          if (Object.keys(flags).every((flag) => flag === 'json')) throw nothingToChange();
          const { job } = await desk.call('cron.show', { id });
          const boundTo = turnOf(job)?.sessionKey;
          const isBound = boundTo !== undefined && flags.sessionKey !== false;
          if (flags.session === 'bound' && typeof flags.sessionKey !== 'string' && !isBound)
            throw boundToNothing();
          mustAllCount(flags, job);
          const { flags: whole, zone } = withClock(flags, job, desk.config.zone);
          const patch = jobFields(whole, zone);
          if (Object.keys(patch).length === 0) throw nothingToChange();
          const key = keyOf(flags);
          if (key !== boundTo) await mustBeKnown(key, flags.create, desk);
          return patch;
        },
        flags,
      ),
    );

  cron
    .command('enable <job>')
    .description('let a job run again')
    .option('--json', 'the job as JSON')
    .action((id: string, flags: { json?: boolean }) => change(id, () => ({ enabled: true }), flags));
  cron
    .command('disable <job>')
    .description('pause a job')
    .option(
      '--for <time>',
      'how long, or until when: "2 hours", "monday 9:00" (default: until it is enabled)',
    )
    .option('--json', 'the job as JSON')
    .action((id: string, flags: { for?: string; json?: boolean }) =>
      change(id, () => ({ enabled: false }), flags),
    );
}

/** The parameter that allows a job to begin a conversation. */
function withCreate({ create }: JobFlags): object {
  return create === true ? { create } : {};
}

function boundToNothing(): WrongUse {
  return new WrongUse('--session bound needs --session-key: the conversation that the job is bound to');
}

function nothingToChange(): WrongUse {
  return new WrongUse('nothing to change: give at least one flag');
}

async function sayChanged(what: string, job: JobAnswer, { call, config }: DeskConnection): Promise<string> {
  const { schedule } = await call('cron.show', { id: job.id });
  const state = sayState(job, zoneOf(job, config.zone));
  return `${what} ${job.id} "${job.name}": ${schedule}, ${job.enabled ? `next ${state}` : state}`;
}

/**
 * When a job is edited, it keeps its zone; a zone alone belongs to its present expression.
 * @returns the flags, and the zone for times without one.
 */
function withClock(
  flags: JobFlags,
  { schedule }: JobAnswer,
  deskZone: string,
): { flags: JobFlags; zone: string } {
  const { tz, at, every, cron } = flags;
  if (schedule.kind !== 'cron') return { flags, zone: deskZone };
  const isZoneAlone = tz !== undefined && at === undefined && every === undefined && cron === undefined;
  return {
    flags: isZoneAlone ? { ...flags, cron: schedule.expr } : flags,
    zone: schedule.tz ?? deskZone,
  };
}

type OffStatus = Pick<ResultOf<'cron.status'>, 'enabled' | 'off'>;

/** " (the desk is paused)" */
export function whyOff({ off }: OffStatus): string {
  if (off === 'settings') return ' (NIGHTDESK_SKIP_CRON)';
  return off === 'paused' ? ' (the desk is paused)' : '';
}

/**
 * Warn when scheduled work is off.
 * @returns whether it is.
 */
export async function warnWhenOff({ call, config, running }: DeskConnection, world: World): Promise<boolean> {
  const status: OffStatus = running
    ? await call('cron.status')
    : { enabled: !config.skipCron, off: 'settings' };
  const isOff = !status.enabled;
  if (isOff) world.warn(`warning: cron is disabled${whyOff(status)}: jobs do not run by themselves`);
  return isOff;
}

/** Warn when a job was saved that won't run by itself. */
async function warnWhenIdle(desk: DeskConnection, world: World): Promise<void> {
  const isOff = await warnWhenOff(desk, world);
  if (!isOff && !desk.running) world.warn('warning: no desk runs on this home; jobs run once one is started');
}

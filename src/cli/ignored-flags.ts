/** Rejects flags that would have no effect beside the others, because the caller expects something else. */
import { parseDuration } from '../time/duration.ts';
import type { JobAnswer } from './answers.ts';
import { WrongUse } from './cli-error.ts';
import { keyOf } from './job-flags.ts';
import type { JobFlags } from './job-flags.ts';
import { turnOf } from './say-job.ts';

/** Fields that only a turn has, with their flags. */
const OF_TURNS = {
  sessionKey: '--session-key',
  profile: '--profile',
  model: '--model',
  timeoutSeconds: '--timeout-seconds',
  deliver: '--deliver',
  provider: '--provider',
  to: '--to',
  quiet: '--quiet',
  history: '--history',
} as const satisfies Partial<Record<keyof JobFlags, string>>;

/** A cron expression whose minutes, and seconds if it has any, are 0. */
const ON_THE_HOUR = /^\s*(?:0+\s+)?0+(?:\s+\S+){4}\s*$/;

/**
 * @param job the job being edited; undefined for a new one.
 * @throws WrongUse that names the flag and what it requires.
 */
export function mustAllCount(flags: JobFlags, job?: JobAnswer): void {
  if (flags.create === true && typeof keyOf(flags) !== 'string') refuse('--create', '--session-key');
  const isEvent = flags.systemEvent !== undefined || (isOfEvent(job) && flags.message === undefined);
  if (isEvent)
    for (const [name, flag] of Object.entries(OF_TURNS))
      if (isGiven(flags[name as keyof typeof OF_TURNS]))
        refuse(flag, `--message, and ${job ? 'a job of --system-event' : '--system-event'} has no turn`);
  const isDelivered = flags.deliver ?? (job && turnOf(job))?.deliver === true;
  if (isGiven(flags.provider) && !isDelivered) refuse('--provider', '--deliver');
  if (isGiven(flags.to) && !isDelivered) refuse('--to', '--deliver');
  const kind = kindOf(flags) ?? job?.schedule.kind;
  if (isGiven(flags.until) && kind === 'at') refuse('--until', '--cron or --every: a job of --at comes once');
  const until = flags.until ?? (job?.schedule.kind === 'at' ? undefined : job?.schedule.untilMs);
  if (flags.deleteAfterRun === true && kind !== 'at' && !isGiven(until))
    refuse('--delete-after-run', '--at or --until: a job that comes again is never done');
  const expr =
    flags.cron ?? (kind === 'cron' && job?.schedule.kind === 'cron' ? job.schedule.expr : undefined);
  // A span of 0 has a job on time, as it is off the hour anyway.
  const isNone = flags.spread !== undefined && parseDuration(String(flags.spread)) === 0;
  if (isGiven(flags.spread) && (expr === undefined || !(isNone || ON_THE_HOUR.test(expr))))
    refuse('--spread', 'a --cron that comes on the hour: only such jobs are spread');
}

function isOfEvent(job: JobAnswer | undefined): boolean {
  return job?.payload.kind === 'systemEvent';
}

function kindOf({ at, every, cron }: JobFlags): string | undefined {
  if (at !== undefined) return 'at';
  return every !== undefined ? 'every' : cron !== undefined ? 'cron' : undefined;
}

/** The negative forms of `edit` arrive as false and null. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && value !== null;
}

function refuse(flag: string, friend: string): never {
  throw new WrongUse(`${flag} goes with ${friend}`);
}

/** Flags that would change nothing beside the others: whoever gives one means something else. */
import { WrongUse } from './cli-error.ts';
import type { JobFlags } from './job-flags.ts';

/** What only a turn has, with the flag that says it. */
const OF_TURNS = {
  sessionKey: '--session-key',
  profile: '--profile',
  timeoutSeconds: '--timeout-seconds',
  deliver: '--deliver',
  provider: '--provider',
  to: '--to',
  quiet: '--quiet',
  history: '--history',
} as const satisfies Partial<Record<keyof JobFlags, string>>;

/** @throws WrongUse that names the flag and what it goes with. */
export function mustAllCount(flags: JobFlags, isNew: boolean): void {
  if (flags.create === true && flags.sessionKey === undefined) refuse('--create', '--session-key');
  if (flags.systemEvent !== undefined)
    for (const [name, flag] of Object.entries(OF_TURNS))
      if (isGiven(flags[name as keyof typeof OF_TURNS]))
        refuse(flag, '--message, and --system-event has no turn');
  if (!isNew) return;
  const isDelivered = flags.deliver === true;
  if (flags.provider !== undefined && !isDelivered) refuse('--provider', '--deliver');
  if (flags.to !== undefined && !isDelivered) refuse('--to', '--deliver');
  if (flags.deleteAfterRun === true && flags.at === undefined)
    refuse('--delete-after-run', '--at: a job that comes again is never done');
}

/** The negative forms of `edit` come as false and null. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && value !== null;
}

function refuse(flag: string, friend: string): never {
  throw new WrongUse(`${flag} goes with ${friend}`);
}

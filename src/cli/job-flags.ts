/** The flags of `cron add` and `cron edit`, and the fields of a job that they write. */
import type { Command } from 'commander';
import { parseDuration } from '../time/duration.ts';
import { WrongUse } from './cli-error.ts';

export interface JobFlags {
  readonly name?: string;
  readonly at?: string;
  readonly every?: string;
  readonly cron?: string;
  readonly tz?: string;
  readonly session?: string;
  readonly sessionKey?: string;
  readonly message?: string;
  readonly systemEvent?: string;
  readonly wake?: string;
  readonly profile?: string;
  readonly timeoutSeconds?: string;
  readonly deliver?: boolean;
  readonly provider?: string;
  readonly to?: string;
  readonly quiet?: boolean;
  readonly catchUp?: string;
  readonly history?: string;
  readonly disabled?: boolean;
  readonly deleteAfterRun?: boolean;
}

export function addJobFlags(command: Command): Command {
  return command
    .option('--at <when>', 'once: ISO 8601, milliseconds, or a span such as 20m')
    .option('--every <span>', 'an interval: 10m, 1h')
    .option('--cron <expression>', 'five fields, or six with seconds first')
    .option('--tz <zone>', 'the time zone of --cron or --at')
    .option('--session <target>', 'bound, main or isolated')
    .option('--session-key <key>', 'the conversation that a bound job belongs to')
    .option('--message <text>', 'what the desk should do')
    .option('--system-event <text>', 'a line for the main session')
    .option('--wake <mode>', 'for the main session: now or next-heartbeat')
    .option('--profile <name>', 'turn profile')
    .option('--timeout-seconds <seconds>', 'how long a run may take')
    .option('--deliver', 'send the answer of an isolated job to --provider and --to')
    .option('--provider <name>', 'where --deliver sends to')
    .option('--to <destination>', 'whom --deliver sends to')
    .option('--quiet', 'say nothing when there is nothing to say')
    .option('--catch-up <policy>', 'missed slots: once, skip or all')
    .option('--history <window>', 'what a run sees of its session: full, none or a number of entries')
    .option('--disabled', 'paused')
    .option('--delete-after-run', 'remove the job once it succeeded');
}

/** The fields that the flags name, and no others: a whole job for `add`, a patch for `edit`. */
export function jobFields(flags: JobFlags, zone: string): Record<string, unknown> {
  const schedule = scheduleOf(flags, zone);
  const payload = payloadOf(flags);
  const policy = defined({
    quiet: flags.quiet,
    catchUp: flags.catchUp,
    history: flags.history === undefined ? undefined : historyOf(flags.history),
  });
  return defined({
    name: flags.name,
    enabled: flags.disabled ? false : undefined,
    schedule,
    sessionTarget: flags.session,
    wakeMode: flags.wake,
    payload: Object.keys(payload).length > 0 ? payload : undefined,
    policy: Object.keys(policy).length > 0 ? policy : undefined,
    deleteAfterRun: flags.deleteAfterRun,
  });
}

function scheduleOf({ at, every, cron, tz }: JobFlags, zone: string): object | undefined {
  const given = [at, every, cron].filter((one) => one !== undefined);
  if (given.length > 1) throw new WrongUse('give one of --at, --every and --cron, not several');
  if (tz !== undefined && at === undefined && cron === undefined)
    throw new WrongUse('--tz belongs to --cron or --at');
  if (at !== undefined) return { kind: 'at', at, tz: zoneOf(tz ?? zone) };
  if (cron !== undefined) return { kind: 'cron', expr: cron, tz: zoneOf(tz ?? zone) };
  if (every === undefined) return undefined;
  const everyMs = parseDuration(every);
  if (everyMs === undefined)
    throw new WrongUse(`--every can't be "${every}"; allowed: a span such as 30s, 10m, 1h30m, 2d`);
  return { kind: 'every', everyMs };
}

function zoneOf(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    throw new WrongUse(`--tz can't be "${zone}"; allowed: an IANA time zone such as Europe/London`);
  }
}

function payloadOf(flags: JobFlags): Record<string, unknown> {
  const { message, systemEvent, timeoutSeconds } = flags;
  if (message !== undefined && systemEvent !== undefined)
    throw new WrongUse('give --message or --system-event, not both');
  if (systemEvent !== undefined) return { kind: 'systemEvent', text: systemEvent };
  return defined({
    kind: message === undefined ? undefined : 'agentTurn',
    message,
    sessionKey: flags.sessionKey,
    profile: flags.profile,
    timeoutSeconds: timeoutSeconds === undefined ? undefined : numberOf('--timeout-seconds', timeoutSeconds),
    deliver: flags.deliver,
    provider: flags.provider,
    to: flags.to,
  });
}

function historyOf(given: string): unknown {
  return given === 'full' || given === 'none' ? given : { recent: numberOf('--history', given) };
}

/** A positive whole number. */
export function numberOf(flag: string, given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new WrongUse(`${flag} can't be "${given}"; allowed: a whole number from 1`);
  return Number(given);
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

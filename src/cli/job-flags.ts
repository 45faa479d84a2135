/** The flags of `cron add` and `cron edit`, and the fields of a job that they write. */
import type { Command } from 'commander';
import { parseDuration } from '../time/duration.ts';
import { WrongUse } from './cli-error.ts';

/** `false` is what `--no-…` says of a flag that has a value: the field is cleared. */
export interface JobFlags {
  readonly name?: string;
  readonly at?: string;
  readonly every?: string;
  readonly cron?: string;
  readonly tz?: string | false;
  readonly session?: string;
  readonly sessionKey?: string | false;
  readonly create?: boolean;
  readonly message?: string;
  readonly systemEvent?: string;
  readonly wake?: string | false;
  readonly profile?: string | false;
  readonly timeoutSeconds?: string | false;
  readonly deliver?: boolean;
  readonly provider?: string | false;
  readonly to?: string | false;
  readonly quiet?: boolean;
  readonly catchUp?: string | false;
  readonly history?: string | false;
  readonly spread?: string | false;
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
    .option('--create', 'bind it to --session-key though nobody has spoken there yet')
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
    .option('--spread <span>', 'after the hour: come within this time, at a moment of its own')
    .option('--disabled', 'paused')
    .option('--delete-after-run', 'remove the job once it succeeded');
}

/** For `edit`: each flag that leaves something out or takes it back. */
export function addNoFlags(command: Command): Command {
  return command
    .option('--no-tz', "by the desk's clocks")
    .option('--no-session-key', 'leave the conversation: the job is isolated')
    .option('--no-wake', 'wait for the next heartbeat')
    .option('--no-profile', 'the usual turn profile')
    .option('--no-timeout-seconds', 'the usual time')
    .option('--no-deliver', 'keep the answer of an isolated job in its session')
    .option('--no-provider', 'forget where --deliver sends to')
    .option('--no-to', 'forget whom --deliver sends to')
    .option('--no-quiet', 'say so when there is nothing to say')
    .option('--no-catch-up', 'missed slots as usual: once')
    .option('--no-history', 'what its kind of job usually sees')
    .option('--no-spread', 'as its kind of job usually comes')
    .option('--no-disabled', 'not paused')
    .option('--no-delete-after-run', 'keep the job once it succeeded');
}

/** The fields that the flags name, and no others: a whole job for `add`, a patch for `edit`. */
export function jobFields(flags: JobFlags, zone: string): Record<string, unknown> {
  const schedule = scheduleOf(flags, zone);
  const payload = payloadOf(flags);
  const policy = defined({
    quiet: flags.quiet,
    catchUp: given(flags.catchUp, asIs),
    history: given(flags.history, historyOf),
    spreadMs: given(flags.spread, (span) => spanOf('--spread', span)),
  });
  return defined({
    name: flags.name,
    enabled: flags.disabled === undefined ? undefined : !flags.disabled,
    schedule,
    sessionTarget: flags.session,
    wakeMode: given(flags.wake, asIs),
    payload: Object.keys(payload).length > 0 ? payload : undefined,
    policy: Object.keys(policy).length > 0 ? policy : undefined,
    deleteAfterRun: flags.deleteAfterRun,
  });
}

/** @param zone of a schedule for which none is given. */
function scheduleOf({ at, every, cron, tz }: JobFlags, zone: string): object | undefined {
  const given = [at, every, cron].filter((one) => one !== undefined);
  if (given.length > 1) throw new WrongUse('give one of --at, --every and --cron, not several');
  if (tz !== undefined && at === undefined && cron === undefined)
    throw new WrongUse('--tz belongs to --cron or --at');
  if (at !== undefined) return { kind: 'at', at, tz: zoneOf(tz || zone) };
  if (cron !== undefined) return { kind: 'cron', expr: cron, tz: tz === false ? null : zoneOf(tz ?? zone) };
  return every === undefined ? undefined : { kind: 'every', everyMs: spanOf('--every', every) };
}

function spanOf(flag: string, given: string): number {
  const ms = parseDuration(given);
  if (ms !== undefined) return ms;
  throw new WrongUse(`${flag} can't be "${given}"; allowed: a span such as 30s, 10m, 1h30m, 2d`);
}

const asIs = (text: string): string => text;

/** What a flag says of its field: nothing, a value, or null where `--no-…` clears it. */
function given<T>(flag: string | false | undefined, read: (text: string) => T): T | null | undefined {
  return flag === false ? null : flag === undefined ? undefined : read(flag);
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
    sessionKey: given(flags.sessionKey, asIs),
    profile: given(flags.profile, asIs),
    timeoutSeconds: given(timeoutSeconds, (seconds) => numberOf('--timeout-seconds', seconds)),
    deliver: flags.deliver,
    provider: given(flags.provider, asIs),
    to: given(flags.to, asIs),
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

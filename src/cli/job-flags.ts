/** The flags of `cron add` and `cron edit`, and the job fields that they set. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { parseDuration } from '../time/duration.ts';
import { WrongUse } from './cli-error.ts';

/** `false` is the value of `--no-…` for a flag with a value: the field is cleared. */
export interface JobFlags {
  readonly name?: string;
  readonly at?: string;
  readonly every?: string;
  readonly cron?: string;
  readonly tz?: string | false;
  readonly until?: string | false;
  readonly session?: string;
  readonly sessionKey?: string | false;
  readonly create?: boolean;
  readonly message?: string;
  readonly systemEvent?: string;
  readonly wake?: string | false;
  readonly profile?: string | false;
  readonly model?: string | false;
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
    .option('--at <when>', 'once: ISO 8601, milliseconds, a span such as 20m, or words: tomorrow 9:00')
    .option('--every <span>', 'an interval: 10m, 1h')
    .option('--cron <expression>', 'five fields, or six with seconds first')
    .option('--tz <zone>', 'the time zone of --cron or --at')
    .option('--until <when>', 'when --cron or --every ends: 2026-12-05, "friday 18:00", a span such as 3d')
    .option('--session <target>', 'bound, main or isolated; or the key of a conversation to bind it to')
    .option('--session-key <key>', 'the conversation that a bound job belongs to')
    .option('--create', 'bind it to --session-key though nobody has spoken there yet')
    .option('--message <text>', 'what the desk should do')
    .option('--system-event <text>', 'a line for the main session')
    .option('--wake <mode>', 'for the main session: now or next-heartbeat')
    .option('--profile <name>', 'turn profile')
    .option('--model <name>', 'which model: a provider such as gemini or desk, or one of its models')
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

/** Each flag that clears or negates something; the others exist only to be refused with the reason. */
export function addNoFlags(command: Command): Command {
  command
    .option('--no-tz', "by the desk's clocks")
    .option('--no-until', 'without an end')
    .option('--no-session-key', 'leave the conversation: the job is isolated')
    .option('--no-create', 'bind it only to a conversation that there is')
    .option('--no-wake', 'wait for the next heartbeat')
    .option('--no-profile', 'the usual turn profile')
    .option('--no-model', 'the usual model')
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
  for (const flag of Object.keys(NEEDED)) command.addOption(new Option(`--no-${flag}`).hideHelp());
  refuseRepeats(command);
  return command;
}

/** Refuse a flag that is given twice, or with its opposite, because one of them would be ignored. */
function refuseRepeats(command: Command): void {
  const given = new Map<string, string>();
  for (const option of command.options)
    command.on(`option:${option.name()}`, () => {
      const [field, flag] = [option.attributeName(), option.long ?? option.flags];
      const before = given.get(field);
      if (before === flag) throw new WrongUse(`${flag} is given twice`);
      if (before !== undefined) throw new WrongUse(`${before} and ${flag} contradict each other: give one`);
      given.set(field, flag);
    });
}

/** Required fields of a job, and what to do instead of clearing them. */
const NEEDED = {
  name: 'a job needs a name; --name gives it another',
  message: 'a job needs something to do; --message gives it another, --system-event a line instead',
  'system-event':
    'a job needs something to do; --system-event gives it another line, --message a turn instead',
  at: 'a job needs a schedule; --at, --every or --cron gives it another',
  every: 'a job needs a schedule; --at, --every or --cron gives it another',
  cron: 'a job needs a schedule; --at, --every or --cron gives it another',
  session: 'a job needs a target; --session isolated takes it out of its conversation',
} as const;

/** @throws WrongUse where a flag would clear a required field. */
export function mustNotClear(flags: object): void {
  const given = flags as Readonly<Record<string, unknown>>;
  for (const [flag, because] of Object.entries(NEEDED)) {
    const field = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (given[field] === false) throw new WrongUse(`--no-${flag} can't be: ${because}`);
  }
}

/** Only the fields that the flags set: a whole job for `add`, a patch for `edit`. */
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
    sessionTarget: targetOf(flags),
    wakeMode: given(flags.wake, asIs),
    payload: Object.keys(payload).length > 0 ? payload : undefined,
    policy: Object.keys(policy).length > 0 ? policy : undefined,
    deleteAfterRun: flags.deleteAfterRun,
  });
}

/** The conversation given by its own flag, or as a target. @throws WrongUse when there are two. */
export function keyOf({ session, sessionKey }: JobFlags): string | false | undefined {
  if (!isKey(session)) return sessionKey;
  if (sessionKey !== undefined && sessionKey !== session)
    throw new WrongUse(
      `--session names ${session}, and --session-key ${sessionKey || 'none'}: give one of them`,
    );
  return session;
}

function targetOf({ session }: JobFlags): string | undefined {
  if (session === undefined || ['bound', 'main', 'isolated'].includes(session)) return session;
  if (isKey(session)) return 'bound';
  throw new WrongUse(
    `--session can't be "${session}"; allowed: bound, main, isolated, or a key such as console:desk`,
  );
}

function isKey(session: string | undefined): session is string {
  return session?.includes(':') === true;
}

/** @param zone the default zone of a schedule. */
function scheduleOf({ at, every, cron, tz, until }: JobFlags, zone: string): object | undefined {
  const given = [at, every, cron].filter((one) => one !== undefined);
  if (given.length > 1) throw new WrongUse('give one of --at, --every and --cron, not several');
  if (tz !== undefined && at === undefined && cron === undefined)
    throw new WrongUse('--tz belongs to --cron or --at');
  if (at !== undefined) return { kind: 'at', at, tz: zoneOf(tz || zone) };
  const end = until === undefined ? {} : until === false ? { untilMs: null } : { until };
  if (cron !== undefined)
    return { kind: 'cron', expr: cron, tz: tz === false ? null : zoneOf(tz ?? zone), ...end };
  if (every === undefined) return until === undefined ? undefined : end;
  const everyMs = spanOf('--every', every);
  if (everyMs <= 0)
    throw new WrongUse(`--every can't be "${every}"; allowed: a span over 0 such as 30s, 10m, 1h30m`);
  return { kind: 'every', everyMs, ...end };
}

function spanOf(flag: string, given: string): number {
  const ms = parseDuration(given);
  if (ms !== undefined && ms <= LONGEST_MS) return ms;
  const most = ms === undefined ? '' : ', at most 100 years';
  throw new WrongUse(`${flag} can't be "${given}"; allowed: a span such as 30s, 10m, 1h30m, 2d${most}`);
}

const LONGEST_MS = 100 * 365 * 86_400_000;

const asIs = (text: string): string => text;

/** A flag's value for its field: undefined, a value, or null where `--no-…` clears it. */
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
    sessionKey: given(keyOf(flags), asIs),
    profile: given(flags.profile, asIs),
    model: given(flags.model, asIs),
    timeoutSeconds: given(timeoutSeconds, (seconds) => numberOf('--timeout-seconds', seconds)),
    deliver: flags.deliver,
    provider: given(flags.provider, asIs),
    to: given(flags.to, asIs),
  });
}

function historyOf(given: string): unknown {
  if (given === 'full' || given === 'none') return given;
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new WrongUse(`--history can't be "${given}"; allowed: full, none, or a whole number from 1`);
  return { recent: Number(given) };
}

/** A positive integer. */
export function numberOf(flag: string, given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new WrongUse(`${flag} can't be "${given}"; allowed: a whole number from 1`);
  return Number(given);
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A new job has nothing to clear. */
export function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isFields(value) ? withoutNulls(value) : value]),
  );
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form of an automation: what its fields begin with, what is wrong with them, and what is sent. */
import type { Words } from '../words/en.ts';
import type { Job, Schedule } from './shapes.ts';

export interface JobFields {
  readonly name: string;
  readonly message: string;
  /** As people type it. */
  readonly schedule: string;
  readonly tz: string;
  readonly profile: string;
  /** The conversation that it is bound to; empty for none. */
  readonly session: string;
  /** Empty: as the desk is set up. */
  readonly model: string;
  readonly quiet: boolean;
}

export type JobField = keyof JobFields;
export type FieldProblems = Partial<Record<JobField, string>>;

/** The profile of a job that names none. */
const USUAL_PROFILE = 'reminder';
const LONGEST_NAME = 200;
const LONGEST_MESSAGE = 8_000;

/** @param zone the desk's, for schedules without one */
export function fieldsOf(job: Job | undefined, session: string, zone: string): JobFields {
  const turn = job?.payload.kind === 'agentTurn' ? job.payload : undefined;
  const tz = job?.schedule.kind === 'cron' ? (job.schedule.tz ?? zone) : zone;
  return {
    name: job?.name ?? '',
    message: job ? messageOf(job) : '',
    schedule: job ? scheduleText(job.schedule, tz) : '',
    tz,
    profile: turn?.profile ?? USUAL_PROFILE,
    session: job ? (turn?.sessionKey ?? '') : session,
    model: turn?.model ?? '',
    quiet: job?.policy?.quiet ?? false,
  };
}

export const messageOf = ({ payload }: Pick<Job, 'payload'>): string =>
  payload.kind === 'agentTurn' ? payload.message : payload.text;

const UNITS = [
  [604_800_000, 'w'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
] as const;

/** A schedule as one would type it: "every 90m until 2026-12-05", "30 7 * * 1-5", "2026-11-21 07:30". */
export function scheduleText(schedule: Schedule, zone: string): string {
  const times = timesText(schedule, zone);
  if (schedule.kind === 'at' || schedule.untilMs === undefined) return times;
  return `${times} until ${momentText(schedule.untilMs, zone).replace(/ 23:59$/, '')}`;
}

function timesText(schedule: Schedule, zone: string): string {
  switch (schedule.kind) {
    case 'cron':
      return schedule.expr;
    case 'every': {
      const [size, unit] = UNITS.find(([ms]) => schedule.everyMs % ms === 0) ?? [1_000, 's'];
      return `every ${schedule.everyMs / size}${unit}`;
    }
    case 'at':
      return momentText(schedule.atMs, zone);
  }
}

/** The Swedish way to write a moment is the one that is read: "2026-11-21 07:30". */
function momentText(ms: number, timeZone: string): string {
  return new Date(ms).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** What can be told without the desk. */
export function problemsOf(fields: JobFields, say: Words['automations']['form']['wrong']): FieldProblems {
  const name = fields.name.trim();
  const message = fields.message.trim();
  return {
    ...(name === '' && { name: say.name }),
    ...(name.length > LONGEST_NAME && { name: say.longName }),
    ...(message === '' && { message: say.message }),
    ...(message.length > LONGEST_MESSAGE && { message: say.longMessage }),
    ...(fields.schedule.trim() === '' && { schedule: say.schedule }),
  };
}

/** The field that a refusal of the desk is about, by the path that it names; undefined for none of them. */
export function fieldOf(refusal: string): JobField | undefined {
  const paths: readonly (readonly [RegExp, JobField])[] = [
    [/payload\.(?:message|text)|the (?:message|text) is blank/, 'message'],
    [/payload\.sessionKey|session/i, 'session'],
    [/profile/, 'profile'],
    [/payload\.model/, 'model'],
    [/time zone/, 'tz'],
    [/schedule|cron expression|interval|never comes due|has passed/, 'schedule'],
    [/\bname\b/, 'name'],
  ];
  return paths.find(([path]) => path.test(refusal))?.[1];
}

/** A new job. @param schedule what the desk understood */
export function newJob(fields: JobFields, schedule: Schedule) {
  const { name, message, session, profile, model, quiet } = fields;
  return {
    name: name.trim(),
    schedule,
    sessionTarget: session === '' ? ('isolated' as const) : ('bound' as const),
    payload: {
      kind: 'agentTurn' as const,
      message: message.trim(),
      ...(session !== '' && { sessionKey: session }),
      ...(profile !== USUAL_PROFILE && { profile }),
      ...(model !== '' && { model }),
    },
    ...(quiet && { policy: { quiet } }),
  };
}

/**
 * The changes alone: a schedule that was not touched keeps its anchor, and waiting runs.
 * @param schedule what the desk understood, where it was touched
 */
export function patchOf(
  job: Job,
  was: JobFields,
  is: JobFields,
  schedule: Schedule | undefined,
): Record<string, unknown> {
  const changed = (field: JobField) => was[field] !== is[field];
  const isTurn = job.payload.kind === 'agentTurn';
  const payload = {
    ...(changed('message') && { [isTurn ? 'message' : 'text']: is.message.trim() }),
    ...(changed('profile') && { profile: is.profile === USUAL_PROFILE ? null : is.profile }),
    ...(changed('model') && { model: is.model === '' ? null : is.model }),
    ...(changed('session') && { sessionKey: is.session === '' ? null : is.session }),
  };
  return {
    ...(changed('name') && { name: is.name.trim() }),
    ...(schedule && { schedule: { untilMs: null, ...schedule } }),
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(changed('session') && { sessionTarget: is.session === '' ? 'isolated' : 'bound' }),
    ...(changed('quiet') && { policy: { quiet: is.quiet } }),
  };
}

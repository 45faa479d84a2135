/**
 * Converts jobs of other programs, and of this one. Pure.
 *
 * No job becomes bound that was not bound before: one without a session key keeps the legacy path. Malformed jobs are
 * imported paused, with the reason; jobs without a schedule can't be imported.
 */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { targetProblem } from './check-job.ts';
import type { JobTerms } from './check-job.ts';
import { createdBySchema, newJobSchema } from './job.ts';
import type { NewJob } from './job.ts';
import type { PastRuns, WrittenJob } from './job-book.ts';
import { isEmpty, readJobFile } from './job-file.ts';
import type { FiledJob } from './job-file.ts';
import { checkInterval } from './limits.ts';
import { LATEST_MS } from './moment-words.ts';
import { checkSchedule } from './schedule.ts';
import { nextSlotOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';
import { sessionKey } from '../sessions/key.ts';
import { readIso } from '../time/iso-moment.ts';
import { isBlank } from '../sessions/visible.ts';

export interface ImportTerms extends SlotTerms, JobTerms {
  readonly nowMs: number;
  readonly minIntervalMs: number;
  readonly newId: () => string;
}

export interface ReadJobs {
  readonly jobs: readonly { readonly path: string; readonly job: WrittenJob; readonly because?: string }[];
  readonly refused: readonly RefusedJob[];
  readonly ignored: readonly string[];
}

export const refusedJobSchema = z.strictObject({
  path: z.string(),
  name: z.string().exactOptional(),
  because: z.string(),
});
type RefusedJob = Given<z.output<typeof refusedJobSchema>>;

const PAUSED = 'imported paused: ';
const SYSTEMS =
  "it may be a job of another program's system; enable it where it is wanted here, or remove it";

/** A job that can't be imported. */
class Unkeepable extends Error {}

/** @returns undefined when `content` is not a file of jobs. */
export function importJobs(content: unknown, terms: ImportTerms): ReadJobs | undefined {
  const file = readJobFile(content);
  if (!file) return undefined;
  const jobs: ReadJobs['jobs'][number][] = [];
  const refused: RefusedJob[] = [];
  for (const filed of file.jobs) {
    try {
      jobs.push({ path: filed.path, ...importJob(filed, terms) });
    } catch (error) {
      if (!(error instanceof Unkeepable)) throw error;
      const { name } = filed.job;
      refused.push({
        path: filed.path,
        ...(typeof name === 'string' && { name }),
        because: error.message,
      });
    }
  }
  return { jobs, refused, ignored: file.ignored };
}

function importJob(filed: FiledJob, terms: ImportTerms): { job: WrittenJob; because?: string } {
  const { nowMs, newId } = terms;
  const { id: given, createdAtMs, updatedAtMs, createdBy, ...written } = filed.job;
  const id = idOf(given, newId);
  const { job, problems } = mended({
    name: id,
    ...written,
    schedule: scheduleOf(filed, nowMs),
    ...placeOf(filed),
  });
  const creator = createdBySchema.safeParse(createdBy).data;
  // Only jobs that this desk's own system made are protected; imported ones are not.
  const isPersons = creator !== undefined && creator.kind !== 'system';
  const isSystems = creator?.kind === 'system' || (!isPersons && job.payload.kind === 'systemEvent');
  const wrong = problems.length > 0 ? problems : problemsOf(job, terms);
  const because = isSystems && wrong.length === 0 ? [SYSTEMS] : wrong;
  const enabled = job.enabled && because.length === 0;
  const past = pastOf(filed);
  // A job that was imported paused before keeps its first reason.
  const isNew = !job.enabled && past.lastError?.startsWith(PAUSED) ? false : because.length > 0;
  return {
    job: {
      ...job,
      enabled,
      id,
      createdAtMs: momentOf(createdAtMs) ?? nowMs,
      updatedAtMs: momentOf(updatedAtMs) ?? nowMs,
      createdBy: isPersons ? creator : { kind: 'gateway', name: 'import' },
      nextRunAtMs: enabled ? nextSlotOf({ ...job, id }, nowMs, terms) : null,
      past: isNew ? { ...past, lastStatus: 'skipped', lastError: `${PAUSED}${because.join('; ')}` } : past,
    },
    ...(because.length > 0 && { because: because.join('; ') }),
  };
}

function idOf(given: unknown, newId: () => string): string {
  if (given === undefined) return newId();
  const id = typeof given === 'number' ? String(given) : given;
  try {
    if (typeof id === 'string' && sessionKey('cron', id)) return id;
  } catch {
    // no key can be made of it
  }
  throw new Unkeepable(`${JSON.stringify(given)} is no id that a session could have`);
}

/** Why a well-formed job still can't run. */
function problemsOf(
  job: NewJob,
  { nowMs, zone, profiles, unknownModel, minIntervalMs }: ImportTerms,
): string[] {
  const { schedule } = job;
  const wrong = targetProblem(job, { profiles, unknownModel });
  const problems = wrong === undefined ? [] : [wrong];
  // A job that is paused may have had its time.
  if ((schedule.kind === 'at' || schedule.untilMs !== undefined) && !job.enabled) return problems;
  try {
    checkSchedule(schedule, nowMs, zone);
    checkInterval(schedule, minIntervalMs);
    return problems;
  } catch (error) {
    return [...problems, (error as Error).message];
  }
}

/** Intervals keep their phase by counting from the slot that was next. */
function scheduleOf({ schedule, state }: FiledJob, nowMs: number): object {
  const { kind, atMs, at, everyMs, anchorMs, untilMs } = schedule ?? {};
  if (!schedule) throw new Unkeepable('it has no schedule');
  if (kind === 'at') {
    const given = atMs ?? at;
    // The programs that write such files use UTC for times without an offset.
    const moment = typeof given === 'string' ? readIso(given, 'UTC') : momentOf(given);
    if (moment !== undefined) return { kind, atMs: moment };
    throw new Unkeepable(
      given === undefined
        ? 'its schedule has no atMs'
        : `its schedule: ${JSON.stringify(given)} is no moment`,
    );
  }
  if (kind === 'every') {
    if (typeof everyMs !== 'number' || !(everyMs > 0) || !Number.isFinite(everyMs))
      throw new Unkeepable('its schedule has no everyMs');
    const anchor = momentOf(anchorMs) ?? momentOf(state['nextRunAtMs']) ?? nowMs;
    return { kind, everyMs: Math.max(1, Math.round(everyMs)), anchorMs: anchor, ...defined({ untilMs }) };
  }
  if (kind === 'cron' && typeof schedule['expr'] === 'string' && schedule['expr'].trim() !== '')
    return schedule;
  throw new Unkeepable(kind === 'cron' ? 'its schedule has no expr' : 'its schedule is of no known kind');
}

const DELIVERY = ['deliver', 'provider', 'to', 'channel', 'channel_meta'];

/** Target and payload. A session key together with a delivery of its own is the legacy path. */
function placeOf({ job, payload }: FiledJob): { sessionTarget: unknown; payload: unknown } {
  if (!payload) throw new Unkeepable('it has no payload');
  const said = job['sessionTarget'];
  if (payload['kind'] === 'systemEvent') return { sessionTarget: said ?? 'main', payload };
  const delivers = DELIVERY.some((field) => payload[field] !== false && !isEmpty(payload[field]));
  const keyed = !isEmpty(payload['sessionKey']);
  const sessionTarget =
    keyed && delivers && (said === undefined || said === 'bound')
      ? 'legacy'
      : (said ?? (keyed ? 'bound' : 'legacy'));
  const plain = Object.fromEntries(Object.entries(payload).filter(([, value]) => !isEmpty(value)));
  if (sessionTarget === 'legacy') return { sessionTarget, payload: plain };
  const { deliver, channel, provider = channel, ...rest } = plain;
  const delivery = deliver === false && keyed ? {} : { deliver, provider };
  return { sessionTarget, payload: defined({ ...rest, ...delivery }) };
}

function pastOf({ state }: FiledJob): PastRuns {
  const status = state['lastStatus'];
  const [error, paused] = [state['lastError'], state['pausedBecause']];
  return defined({
    lastRunAtMs: momentOf(state['lastRunAtMs']),
    lastStatus: status === 'error' ? 'failed' : typeof status === 'string' ? status : undefined,
    lastError: typeof error === 'string' ? error.slice(0, 2_000) : undefined,
    lastDurationMs: momentOf(state['lastDurationMs']),
    pausedBecause: typeof paused === 'string' ? paused.slice(0, 2_000) : undefined,
  });
}

/** Remove or replace invalid values, each with the reason. */
function mended(given: Record<string, unknown>): { job: NewJob; problems: string[] } {
  const candidate = structuredClone(given);
  const problems: string[] = [];
  for (let round = 0; round < 10; round++) {
    const parsed = newJobSchema.safeParse(candidate);
    if (parsed.success) return { job: parsed.data, problems };
    for (const { path, message } of parsed.error.issues) {
      problems.push(`${path.map(String).join('.')}: ${message}`);
      mend(candidate, path.map(String));
    }
  }
  throw new Unkeepable(problems.slice(0, 5).join('; '));
}

function mend(job: Record<string, unknown>, path: readonly string[]): void {
  const payload = z.record(z.string(), z.unknown()).safeParse(job['payload']).data ?? {};
  const words = (value: unknown) => (typeof value === 'string' && !isBlank(value) ? value : '(no text)');
  switch (path.join('.')) {
    case 'name':
      job['name'] = words(job['name']).slice(0, 200);
      return;
    case 'sessionTarget':
      job['sessionTarget'] = 'legacy';
      return;
    case 'payload':
    case 'payload.kind':
      job['payload'] = { kind: 'agentTurn', message: words(payload['message'] ?? payload['text']) };
      return;
    case 'payload.message':
    case 'payload.text': {
      const field = path.at(-1)!;
      job['payload'] = { ...payload, [field]: words(payload[field]).slice(0, 8_000) };
      return;
    }
    case 'payload.sessionKey':
      job['sessionTarget'] = 'legacy'; // never bind it to another session
  }
  drop(job, path);
}

function drop(object: Record<string, unknown>, path: readonly string[]): void {
  const [field, ...below] = path;
  if (field === undefined) return;
  const inner = z.record(z.string(), z.unknown()).safeParse(object[field]).data;
  if (below.length === 0 || !inner) delete object[field];
  else {
    drop(inner, below);
    object[field] = inner;
  }
}

/** Undefined for what no Date can be, such as nanoseconds or the largest number. */
function momentOf(given: unknown): number | undefined {
  return typeof given === 'number' && given >= 0 && given <= LATEST_MS ? Math.round(given) : undefined;
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

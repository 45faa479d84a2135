/**
 * A job: a schedule, a message and a session. Its shape is a contract with operators; input is parsed strictly, and
 * unknown fields are refused with their path.
 */
import { z } from 'zod';
import { keyParam } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isBlank } from '../sessions/visible.ts';
import type { Given } from '../text/given.ts';

/** Characters that change writing direction or break lines. */
const UNRULY = /[\u202a-\u202e\u2066-\u2069]/g;

const name = z
  .string()
  .overwrite((given) =>
    given
      .replace(UNRULY, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .refine((given) => !isBlank(given), 'a job needs a name')
  .max(200);
/** @param problem for a text without visible characters */
const words = (problem: string) =>
  z
    .string()
    .trim()
    .refine((given) => !isBlank(given), problem)
    .max(8_000);
const ms = z.number().int().nonnegative();

/** The last moment at which it may be due. */
const untilMs = ms.exactOptional();

const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), atMs: ms }),
  z.strictObject({
    kind: z.literal('every'),
    everyMs: z.number().int().positive(),
    anchorMs: ms.exactOptional(),
    untilMs,
  }),
  z.strictObject({
    kind: z.literal('cron'),
    expr: z.string().trim().min(1),
    tz: z.string().exactOptional(),
    untilMs,
  }),
]);

/** Hidden from those who ask which fields exist. */
const OF_OLD = { deprecated: true };

const payloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('agentTurn'),
    message: words('the message is blank'),
    sessionKey: keyParam.exactOptional(),
    profile: z.string().min(1).exactOptional(),
    /** A provider, or one of its models: "gemini", "gemini/gemini-flash-latest". */
    model: z.string().trim().min(1).max(200).exactOptional(),
    timeoutSeconds: z.number().positive().max(86_400).exactOptional(),
    deliver: z.boolean().exactOptional(),
    provider: z.string().exactOptional(),
    to: z.string().exactOptional(),
    // Only for imported legacy jobs, unchanged.
    channel: z.string().exactOptional().meta(OF_OLD),
    channel_meta: z.record(z.string(), z.unknown()).exactOptional().meta(OF_OLD),
  }),
  z.strictObject({
    kind: z.literal('systemEvent'),
    text: words('the text is blank'),
  }),
]);

/** The most that a job can be delayed after the hour. */
export const LONGEST_SPREAD_MS = 30 * 60_000;

const policySchema = z.strictObject({
  catchUp: z.enum(['once', 'skip', 'all']).exactOptional(),
  graceMs: ms.exactOptional(),
  maxDeferMs: ms.exactOptional(),
  spreadMs: ms.max(LONGEST_SPREAD_MS).exactOptional(),
  quiet: z.boolean().exactOptional(),
  history: z
    .union([z.enum(['full', 'none']), z.strictObject({ recent: z.number().int().positive() })])
    .exactOptional(),
});

/** A job without id and state, as people, programs and the agent write it. */
export const newJobSchema = z.strictObject({
  name,
  description: z.string().max(2_000).exactOptional(),
  enabled: z.boolean().default(true),
  schedule: scheduleSchema,
  sessionTarget: z.enum(['bound', 'isolated', 'main', 'legacy']),
  wakeMode: z.enum(['now', 'next-heartbeat']).default('next-heartbeat'),
  payload: payloadSchema,
  isolation: z.strictObject({ postToMainPrefix: z.string().exactOptional() }).exactOptional(),
  runtime: z
    .strictObject({
      maxAttempts: z.number().int().min(1).max(6).exactOptional(),
      retryBackoffMs: ms.exactOptional(),
    })
    .exactOptional(),
  policy: policySchema.exactOptional(),
  deleteAfterRun: z.boolean().exactOptional(),
});

export type NewJob = z.infer<typeof newJobSchema>;

export const createdBySchema = z.strictObject({
  kind: z.enum(['person', 'agent', 'gateway', 'system']),
  id: z.string().exactOptional(),
  name: z.string().exactOptional(),
});

export type CreatedBy = Readonly<z.infer<typeof createdBySchema>>;

/** The latest changes of a job that are kept. */
export const MOST_CHANGES = 20;

const jobChangeSchema = z.strictObject({
  what: z.enum(['edited', 'paused', 'resumed']),
  /** A name as people know it. */
  by: z.string(),
  atMs: ms,
});

/** What somebody did with a job after it was added. */
export type JobChange = Readonly<z.infer<typeof jobChangeSchema>>;

const jobStateSchema = z.strictObject({
  nextRunAtMs: z.number().exactOptional(),
  lastRunAtMs: z.number().exactOptional(),
  lastStatus: z.string().exactOptional(),
  lastError: z.string().exactOptional(),
  lastDurationMs: z.number().exactOptional(),
  runningSince: z.number().exactOptional(),
  deferredSince: z.number().exactOptional(),
  /** When the run that failed is tried again. The job's next time, where it comes first, takes its place. */
  retryAtMs: z.number().exactOptional(),
  /** Why it is paused: what the desk itself did, or a person until a time. */
  pausedBecause: z.string().exactOptional(),
  /** When a pause ends by itself. */
  resumesAtMs: z.number().exactOptional(),
});
export type JobState = Readonly<z.infer<typeof jobStateSchema>>;

export const jobSchema = newJobSchema.extend({
  id: z.string(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  createdBy: createdBySchema.exactOptional(),
  /** Oldest first, at most `MOST_CHANGES`; only those that somebody made. */
  changes: z.array(jobChangeSchema).exactOptional(),
  state: jobStateSchema,
});
export type Job = Given<z.output<typeof jobSchema>>;

/** When a run that failed is tried again; undefined where the job's next time comes first. */
export function againAt({ retryAtMs, nextRunAtMs }: JobState): number | undefined {
  return retryAtMs !== undefined && retryAtMs < (nextRunAtMs ?? Infinity) ? retryAtMs : undefined;
}

/** The session of a bound job; undefined for others. */
export function boundTo(job: Pick<NewJob, 'payload' | 'sessionTarget'>): SessionKey | undefined {
  return job.sessionTarget === 'bound' && job.payload.kind === 'agentTurn'
    ? job.payload.sessionKey
    : undefined;
}

/** Whether this desk's own system made the job. Earlier desks also marked imported jobs so. */
export function isProtected({ createdBy }: Job): boolean {
  return createdBy?.kind === 'system' && createdBy.name !== 'import';
}

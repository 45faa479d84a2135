/** Results of the job methods. */
import { z } from 'zod';
import { createdBySchema, newJobSchema } from '../../cron/job.ts';

const jobStateSchema = z.strictObject({
  nextRunAtMs: z.number().exactOptional(),
  lastRunAtMs: z.number().exactOptional(),
  lastStatus: z.string().exactOptional(),
  lastError: z.string().exactOptional(),
  lastDurationMs: z.number().exactOptional(),
  runningSince: z.number().exactOptional(),
  deferredSince: z.number().exactOptional(),
  pausedBecause: z.string().exactOptional(),
});

export const jobSchema = newJobSchema.extend({
  id: z.string(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  createdBy: createdBySchema.exactOptional(),
  state: jobStateSchema,
});

/** `words`: the schedules as sentences, by job. */
export const jobsSchema = z.strictObject({
  jobs: z.array(jobSchema),
  words: z.record(z.string(), z.string()).exactOptional(),
});

export const shownJobSchema = z.strictObject({
  job: jobSchema,
  schedule: z.string(),
  nextRunsMs: z.array(z.number()),
});

export const removedSchema = z.strictObject({ removed: z.boolean() });

export const startedSchema = z.strictObject({
  runId: z.string().nullable(),
  reason: z.string().exactOptional(),
});

const runSchema = z.strictObject({
  runId: z.string(),
  jobId: z.string(),
  jobName: z.string(),
  sessionKey: z.string(),
  trigger: z.enum(['schedule', 'catch-up', 'forced', 'retry']),
  status: z.enum([
    'queued',
    'deferred',
    'running',
    'ok',
    'quiet',
    'failed',
    'timed_out',
    'skipped',
    'interrupted',
  ]),
  delivery: z.enum(['none', 'pending', 'sent', 'failed', 'unknown']),
  scheduledForMs: z.number(),
  queuedAtMs: z.number(),
  startedAtMs: z.number().exactOptional(),
  finishedAtMs: z.number().exactOptional(),
  deferredMs: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  summary: z.string().exactOptional(),
  error: z.string().exactOptional(),
  promptRef: z.strictObject({ id: z.string(), version: z.number(), sha256: z.string() }),
  attempts: z.number(),
  prompt: z.string().exactOptional(),
  variables: z.record(z.string(), z.string()).exactOptional(),
});

export const runsSchema = z.strictObject({ entries: z.array(runSchema) });

const namedSchema = z.strictObject({ id: z.string(), name: z.string() });

export const importedSchema = z.strictObject({
  imported: z.array(
    namedSchema.extend({
      enabled: z.boolean(),
      sessionTarget: newJobSchema.shape.sessionTarget,
      because: z.string().exactOptional(),
    }),
  ),
  left: z.array(namedSchema),
  refused: z.array(
    z.strictObject({ path: z.string(), name: z.string().exactOptional(), because: z.string() }),
  ),
  ignored: z.array(z.string()),
  remarks: z.array(z.string()),
});

/** Jobs in the format that similar programs read. */
export const exportedSchema = z.strictObject({ version: z.literal(1), jobs: z.array(z.looseObject({})) });

export const cronStatusSchema = z.strictObject({
  enabled: z.boolean(),
  jobs: z.number(),
  nextWakeAtMs: z.number().exactOptional(),
  running: z.number(),
  deferred: z.number(),
  waiting: z.array(z.strictObject({ jobId: z.string(), name: z.string(), since: z.number() })),
});

export const wokenSchema = z.strictObject({ queued: z.literal(true), remark: z.string().exactOptional() });

export const heartbeatSchema = z.strictObject({ enabled: z.boolean(), everyMs: z.number() });

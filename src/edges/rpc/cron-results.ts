/** Results of the job methods. */
import { z } from 'zod';
import { entrySchema } from '../../sessions/entry.ts';
import { runEntrySchema } from '../../cron/run.ts';
import { createdBySchema, jobChangeSchema, jobStateSchema, newJobSchema } from '../../cron/job.ts';

export const jobSchema = newJobSchema.extend({
  id: z.string(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  createdBy: createdBySchema.exactOptional(),
  changes: z.array(jobChangeSchema).exactOptional(),
  state: jobStateSchema,
});

const skippedSchema = z.strictObject({ slotMs: z.number(), because: z.string() });

/**
 * `words`: the schedules as sentences; `reasons`: why jobs are paused, or why they ended badly, in the same language; both by job.
 * `skipped`: the slots still to come that were skipped on request, by job.
 */
export const jobsSchema = z.strictObject({
  jobs: z.array(jobSchema),
  words: z.record(z.string(), z.string()).exactOptional(),
  reasons: z.record(z.string(), z.string()).exactOptional(),
  skipped: z.record(z.string(), z.array(skippedSchema)).exactOptional(),
});

/** What a form for a job offers. */
export const choicesSchema = z.strictObject({
  profiles: z.array(z.strictObject({ value: z.string(), about: z.string() })),
  /** The zone of schedules without one. */
  zone: z.string(),
  examples: z.array(z.string()),
});

/** A schedule as it is understood, or what is wrong with it, for the person who types it. */
export const previewSchema = z.discriminatedUnion('understood', [
  z.strictObject({
    understood: z.literal(true),
    schedule: newJobSchema.shape.schedule,
    words: z.string(),
    nextRunsMs: z.array(z.number()),
  }),
  z.strictObject({ understood: z.literal(false), because: z.string() }),
]);

export const skippedNextSchema = z.strictObject({ job: jobSchema, slotMs: z.number() });

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

/** `because`: `error` in the reader's language. */
const runSchema = runEntrySchema.extend({ because: z.string().exactOptional() });

export const runsSchema = z.strictObject({ entries: z.array(runSchema) });

/** A run, and the entries of its turn, oldest first. */
export const shownRunSchema = z.strictObject({ run: runSchema, entries: z.array(entrySchema) });

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
  off: z.enum(['settings', 'paused']).exactOptional(),
  jobs: z.number(),
  nextWakeAtMs: z.number().exactOptional(),
  running: z.number(),
  deferred: z.number(),
  waiting: z.array(z.strictObject({ jobId: z.string(), name: z.string(), since: z.number() })),
});

export const wokenSchema = z.strictObject({ queued: z.literal(true), remark: z.string().exactOptional() });

export const heartbeatSchema = z.strictObject({ enabled: z.boolean(), everyMs: z.number() });

import { z } from 'zod';

/** Batch ids become names of folders and parts of session keys, so they are short and plain. */
export const RUN_ID = /^[a-z0-9][a-z0-9._-]{0,59}$/i;
const runId = z.string().regex(RUN_ID, 'letters, digits, . _ -, at most 60');

const trigger = z.enum(['cron_daily', 'cron_hourly', 'manual']);
export type Trigger = z.infer<typeof trigger>;

/** Which batch a job belongs to. */
export const runHead = z.looseObject({
  run_id: runId,
  trigger,
  run_time_uk: z.string(),
  /** The automation whose turn ordered it, and that turn's slot; absent when a person ordered it. */
  job: z.looseObject({ id: z.string(), name: z.string(), slot_ms: z.int() }).exactOptional(),
});

/** `run_job_v1`: what the stories of a batch share. The field names are a contract; unknown fields are kept. */
export const batchJobSchema = z.looseObject({
  schema_version: z.literal('run_job_v1'),
  run: runHead,
  destination: z.looseObject({ platform: z.string() }),
  runner: z.looseObject({
    /** How many stories are worked on at once. */
    concurrency: z.int().min(1).max(20),
    /** Seconds between the starts of two stories. */
    stagger_seconds: z.number().min(0),
    default_timeout_seconds: z.number().positive(),
    dm_targets: z.array(z.string()),
    stop_run_on_failure: z.boolean(),
  }),
});

export type BatchJob = z.infer<typeof batchJobSchema>;

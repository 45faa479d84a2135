import { z } from 'zod';

/** Run ids name folders and open session keys, so they are short and plain. */
export const RUN_ID = /^[a-z0-9][a-z0-9._-]{0,59}$/i;
const runId = z.string().regex(RUN_ID, 'letters, digits, . _ -, at most 60');

const trigger = z.enum(['cron_daily', 'cron_hourly', 'manual']);
export type Trigger = z.infer<typeof trigger>;

/** Which run a job belongs to. */
export const runHead = z.looseObject({
  run_id: runId,
  trigger,
  run_time_uk: z.string(),
  /** The automation whose turn ordered it, and the slot that the turn stood for; absent when a person's did. */
  job: z.looseObject({ id: z.string(), name: z.string(), slot_ms: z.int() }).exactOptional(),
});

/** `run_job_v1`: what the stories of a run have in common. The names are the seed's contract; unknown fields stay. */
export const batchJobSchema = z.looseObject({
  schema_version: z.literal('run_job_v1'),
  run: runHead,
  destination: z.looseObject({ platform: z.string() }),
  runner: z.looseObject({
    /** Stories that are worked on at once. */
    concurrency: z.int().min(1).max(20),
    /** Between the starts of two stories. */
    stagger_seconds: z.number().min(0),
    default_timeout_seconds: z.number().positive(),
    dm_targets: z.array(z.string()),
    stop_run_on_failure: z.boolean(),
  }),
});

export type BatchJob = z.infer<typeof batchJobSchema>;

/** What the desk answers, as far as the command line reads it; the rest passes through to `--json`. */
import { z } from 'zod';

const scheduleSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('at'), atMs: z.number() }),
  z.looseObject({ kind: z.literal('every'), everyMs: z.number() }),
  z.looseObject({ kind: z.literal('cron'), expr: z.string(), tz: z.string().exactOptional() }),
]);

export const jobSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  schedule: scheduleSchema,
  sessionTarget: z.string(),
  payload: z.looseObject({
    sessionKey: z.string().exactOptional(),
    message: z.string().exactOptional(),
    text: z.string().exactOptional(),
    profile: z.string().exactOptional(),
    timeoutSeconds: z.number().exactOptional(),
    deliver: z.boolean().exactOptional(),
    provider: z.string().exactOptional(),
    to: z.string().exactOptional(),
  }),
  description: z.string().exactOptional(),
  wakeMode: z.string().exactOptional(),
  deleteAfterRun: z.boolean().exactOptional(),
  policy: z
    .looseObject({
      quiet: z.boolean().exactOptional(),
      catchUp: z.string().exactOptional(),
      history: z.union([z.string(), z.looseObject({ recent: z.number() })]).exactOptional(),
      graceMs: z.number().exactOptional(),
      maxDeferMs: z.number().exactOptional(),
      spreadMs: z.number().exactOptional(),
    })
    .exactOptional(),
  runtime: z
    .looseObject({ maxAttempts: z.number().exactOptional(), retryBackoffMs: z.number().exactOptional() })
    .exactOptional(),
  state: z.looseObject({
    nextRunAtMs: z.number().exactOptional(),
    lastStatus: z.string().exactOptional(),
    lastError: z.string().exactOptional(),
    pausedBecause: z.string().exactOptional(),
    runningSince: z.number().exactOptional(),
    deferredSince: z.number().exactOptional(),
  }),
});
export type JobAnswer = z.infer<typeof jobSchema>;
export const jobsSchema = z.looseObject({
  jobs: z.array(jobSchema),
  /** The schedules as sentences, by job. */
  words: z.record(z.string(), z.string()).exactOptional(),
});

/** A job with its schedule as a sentence, and its next runs. */
export const shownSchema = z.looseObject({
  job: jobSchema,
  schedule: z.string(),
  nextRunsMs: z.array(z.number()),
});
export type ShownAnswer = z.infer<typeof shownSchema>;

export const importedSchema = z.looseObject({
  imported: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      sessionTarget: z.string(),
      because: z.string().exactOptional(),
    }),
  ),
  left: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  refused: z.array(
    z.looseObject({ path: z.string(), name: z.string().exactOptional(), because: z.string() }),
  ),
  ignored: z.array(z.string()),
  remarks: z.array(z.string()),
});

export const cronStatusSchema = z.looseObject({
  enabled: z.boolean(),
  jobs: z.number(),
  nextWakeAtMs: z.number().exactOptional(),
  running: z.number(),
  deferred: z.number(),
});

export const runsSchema = z.looseObject({
  entries: z.array(
    z.looseObject({
      runId: z.string(),
      trigger: z.string(),
      status: z.string(),
      delivery: z.string(),
      scheduledForMs: z.number(),
      durationMs: z.number().exactOptional(),
      summary: z.string().exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
});

export const startedSchema = z.looseObject({
  runId: z.string().nullable(),
  reason: z.string().exactOptional(),
});
export const removedSchema = z.looseObject({ removed: z.boolean() });

export const sessionsSchema = z.looseObject({
  sessions: z.array(
    z.looseObject({ key: z.string(), title: z.string(), entries: z.number(), updatedAtMs: z.number() }),
  ),
});

export const entrySchema = z.looseObject({
  id: z.string(),
  ts: z.number(),
  role: z.enum(['user', 'assistant', 'tool', 'system']),
  content: z.string(),
  author: z.looseObject({ name: z.string() }).exactOptional(),
  /** `target`: the entry that an edit or a deletion is about. */
  meta: z
    .looseObject({ kind: z.string().exactOptional(), target: z.string().exactOptional() })
    .exactOptional(),
});
export type EntryAnswer = z.infer<typeof entrySchema>;
export const historySchema = z.looseObject({ entries: z.array(entrySchema) });

const namedJobs = z.array(z.looseObject({ id: z.string(), name: z.string(), enabled: z.boolean() }));

export const deletionSchema = z.looseObject({
  deleted: z.boolean(),
  automations: namedJobs.exactOptional(),
  left_automations: namedJobs.exactOptional(),
});

export const foundSchema = z.looseObject({
  known: z.boolean(),
  mayBegin: z.boolean(),
  because: z.string().exactOptional(),
  nearest: z.array(z.string()),
});

export const wokenSchema = z.looseObject({ queued: z.boolean(), remark: z.string().exactOptional() });

export const freedSchema = z.looseObject({
  turns: z.number(),
  runs: z.number(),
  events: z.number(),
  effects: z.number(),
  messages: z.number(),
  receipts: z.number(),
  bytes: z.number(),
});

export const commandsSchema = z.looseObject({
  commands: z.array(
    z.looseObject({
      name: z.string(),
      description: z.string(),
      options: z.array(z.looseObject({ name: z.string(), type: z.string() })),
    }),
  ),
});
export type CommandAnswer = z.infer<typeof commandsSchema>['commands'][number];

export const replySchema = z.looseObject({
  text: z.string(),
  confirm: z
    .looseObject({ label: z.string(), name: z.string(), options: z.record(z.string(), z.unknown()) })
    .exactOptional(),
  choose: z
    .looseObject({
      label: z.string(),
      name: z.string(),
      options: z.record(z.string(), z.unknown()),
      option: z.string(),
      choices: z.array(z.looseObject({ name: z.string(), value: z.union([z.string(), z.number()]) })),
    })
    .exactOptional(),
});

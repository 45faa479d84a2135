/** What cron needs, and its results. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Inbound } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import type { Accepted, AcceptTerms } from '../sessions/turn-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { EventQueue } from './event-queue.ts';
import { refusedJobSchema } from './import-jobs.ts';
import { waitingRunSchema, type JobBook } from './job-book.ts';
import type { JobProfile } from './job-profile.ts';
import { jobSchema } from './job.ts';
import type { TickerDeps } from './ticker.ts';
import type { RenderPrompt } from './trigger.ts';

/** The session of a delivery, or why there is none: it doesn't exist, or can't be written to. */
export type Destination = { readonly key: SessionKey } | { readonly because: string };

export interface CronDeps {
  readonly jobs: JobBook;
  readonly clock: Clock;
  readonly zone: string;
  readonly minIntervalMs?: number;
  readonly hourlySpreadMs?: number;
  readonly newId: () => string;
  readonly render: RenderPrompt;
  readonly submit: (inbound: Inbound, slot: Omit<AcceptTerms, 'nowMs' | 'unified'>) => Promise<Accepted>;
  readonly skip: (turn: string, because: string) => Promise<boolean>;
  readonly profiles: () => readonly string[];
  /** The names that a job may give, where there is no model of this one; without it, none is checked. */
  readonly unknownModel?: ((wanted: string) => readonly string[] | undefined) | undefined;
  /** The profiles that people may choose for a job. */
  readonly jobProfiles: () => readonly JobProfile[];
  /** Whether scheduled starts are paused; survives a restart. */
  readonly paused: () => Promise<boolean>;
  /** @param untilMs when a pause ends by itself. */
  readonly setPaused: (paused: boolean, untilMs?: number) => Promise<void>;
  /** False with `NIGHTDESK_SKIP_CRON`: jobs are stored but don't run by themselves. */
  readonly enabled: boolean;
  readonly events: EventQueue;
  readonly mainSession: SessionKey;
  /** The language of notices; English by default. */
  readonly locale?: Locale | undefined;
  readonly seen?: NonNullable<TickerDeps['seen']>;
  /** Request a heartbeat now. */
  readonly beat: () => void;
  /** Record that an event for an immediate heartbeat follows; resolves when that survives a restart. */
  readonly wantBeat?: () => Promise<void>;
  /** Whether regular heartbeats are on. */
  readonly beats?: () => Promise<boolean>;
  /** The session that a delivery goes to. */
  readonly destination: (provider: string, to: string | undefined) => Promise<Destination>;
  /** The memory of a session has something new. */
  readonly remembered?: (session: SessionKey) => void;
  readonly report: (news: CronNews) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** News about a job. `finished` is for runs without a turn, or whose turn never started. */
export type CronNews =
  | {
      readonly jobId: string;
      readonly action: 'added' | 'updated' | 'removed';
      readonly nextRunAtMs?: number;
    }
  | {
      readonly jobId: string;
      readonly runId: string;
      readonly action: 'finished';
      readonly status: 'ok' | 'skipped' | 'failed';
      readonly error?: string;
      /** Whether the job is removed with it. */
      readonly removes?: boolean;
    };

/** `remark`: why nobody will look at it soon. */
export const wokenSchema = z.strictObject({ queued: z.literal(true), remark: z.string().exactOptional() });
export type Woken = Given<z.output<typeof wokenSchema>>;

const namedSchema = z.strictObject({ id: z.string(), name: z.string() });

/** The result of importing a file of jobs. */
export const importedSchema = z.strictObject({
  imported: z.array(
    namedSchema.extend({
      enabled: z.boolean(),
      sessionTarget: jobSchema.shape.sessionTarget,
      /** Why it was imported paused. */
      because: z.string().exactOptional(),
    }),
  ),
  /** Jobs with known ids, which were left unchanged. */
  left: z.array(namedSchema),
  refused: z.array(refusedJobSchema),
  /** Paths of unknown fields. */
  ignored: z.array(z.string()),
  remarks: z.array(z.string()),
});
export type ImportReport = Given<z.output<typeof importedSchema>>;

export const cronStatusSchema = z.strictObject({
  enabled: z.boolean(),
  /** Why jobs don't run by themselves, when they don't: `NIGHTDESK_SKIP_CRON`, or a pause of the desk. */
  off: z.enum(['settings', 'paused']).exactOptional(),
  jobs: z.number(),
  nextWakeAtMs: z.number().exactOptional(),
  running: z.number(),
  deferred: z.number(),
  /** The runs that wait behind an active turn, longest waiting first. */
  waiting: z.array(waitingRunSchema),
});
export type CronStatus = Given<z.output<typeof cronStatusSchema>>;

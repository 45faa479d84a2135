/** What cron needs, and its results. */
import type { Inbound } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import type { Accepted, AcceptTerms } from '../sessions/turn-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { EventQueue } from './event-queue.ts';
import type { RefusedJob } from './import-jobs.ts';
import type { JobBook, WaitingRun } from './job-book.ts';
import type { JobProfile } from './job-profile.ts';
import type { Job } from './job.ts';
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
export interface Woken {
  readonly queued: true;
  readonly remark?: string;
}

/** The result of importing a file of jobs. */
export interface ImportReport {
  /** `because`: why it was imported paused. */
  readonly imported: readonly (Pick<Job, 'id' | 'name' | 'enabled' | 'sessionTarget'> & {
    readonly because?: string;
  })[];
  /** Jobs with known ids, which were left unchanged. */
  readonly left: readonly { readonly id: string; readonly name: string }[];
  readonly refused: readonly RefusedJob[];
  /** Paths of unknown fields. */
  readonly ignored: readonly string[];
  readonly remarks: readonly string[];
}

export interface CronStatus {
  readonly enabled: boolean;
  /** Why jobs don't run by themselves, when they don't: `NIGHTDESK_SKIP_CRON`, or a pause of the desk. */
  readonly off?: 'settings' | 'paused';
  readonly jobs: number;
  readonly nextWakeAtMs?: number;
  readonly running: number;
  readonly deferred: number;
  /** The runs that wait behind an active turn, longest waiting first. */
  readonly waiting: readonly WaitingRun[];
}

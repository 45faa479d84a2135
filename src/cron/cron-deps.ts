/** What cron needs, and what it answers. */
import type { Inbound } from '../sessions/turn.ts';
import type { Accepted, AcceptTerms } from '../sessions/turn-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import type { EventQueue } from './event-queue.ts';
import type { RefusedJob } from './import-jobs.ts';
import type { JobBook, WaitingRun } from './job-book.ts';
import type { Job } from './job.ts';
import type { TickerDeps } from './ticker.ts';
import type { RenderPrompt } from './trigger.ts';

/** Where a delivery goes, or why there is nowhere: none is there, or it may not be written to. */
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
  /** Scheduled starts, off and on: survives a restart. */
  readonly paused: () => Promise<boolean>;
  /** @param untilMs when a pause ends by itself. */
  readonly setPaused: (paused: boolean, untilMs?: number) => Promise<void>;
  /** False with `NIGHTDESK_SKIP_CRON`: jobs can be kept, and don't run by themselves. */
  readonly enabled: boolean;
  readonly events: EventQueue;
  readonly mainSession: SessionKey;
  readonly seen?: NonNullable<TickerDeps['seen']>;
  /** Beat now: somebody wants the main session to look. */
  readonly beat: () => void;
  /** Somebody is about to leave an event for a beat now; resolves once that outlives a restart. */
  readonly wantBeat?: () => Promise<void>;
  /** Whether the heart beats at its intervals. */
  readonly beats?: () => Promise<boolean>;
  /** The session that a delivery goes to. */
  readonly destination: (provider: string, to: string | undefined) => Promise<Destination>;
  readonly tell: (news: CronNews) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** What happened to a job; `finished` is of the runs that have no turn, or never started one. */
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
      readonly status: 'ok' | 'skipped';
      readonly error?: string;
      /** The job goes with it. */
      readonly removes?: boolean;
    };

/** `remark`: why nobody will look at it soon. */
export interface Woken {
  readonly queued: true;
  readonly remark?: string;
}

/** What became of a file of jobs. */
export interface ImportReport {
  /** `because`: why it was imported paused. */
  readonly imported: readonly (Pick<Job, 'id' | 'name' | 'enabled' | 'sessionTarget'> & {
    readonly because?: string;
  })[];
  /** Their ids were known: they stay as they are. */
  readonly left: readonly { readonly id: string; readonly name: string }[];
  readonly refused: readonly RefusedJob[];
  /** Paths of the fields that nobody here knows. */
  readonly ignored: readonly string[];
  readonly remarks: readonly string[];
}

export interface CronStatus {
  readonly enabled: boolean;
  readonly jobs: number;
  readonly nextWakeAtMs?: number;
  readonly running: number;
  readonly deferred: number;
  /** The runs that wait behind an active turn, the longest waiting first. */
  readonly waiting: readonly WaitingRun[];
}

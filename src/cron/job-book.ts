import type { AcceptTerms, EffectMark } from '../sessions/turn-book.ts';
import type { RunTrigger } from '../sessions/turn.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { CreatedBy, Job, JobState, NewJob } from './job.ts';
import type { RunEntry } from './run.ts';

/** The jobs at rest. Each method is one transaction; reading never moves a slot. */
export interface JobBook {
  /** An id is given once. With `past`, its state begins with what another program's ledger said. */
  add(job: WrittenJob, mark?: EffectMark): Promise<Job>;
  /** Replace what is written of a job; its waiting run is the caller's to skip. Undefined when it is gone. */
  update(id: string, job: WrittenJob, terms: UpdateTerms): Promise<Job | undefined>;
  /** A retry that waits is closed with `because`. */
  remove(
    id: string,
    terms: { because: string; nowMs: number; mark?: EffectMark | undefined },
  ): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** Enabled ones unless asked for more, the oldest first. */
  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]>;
  /** Enabled jobs whose slot has come, the longest overdue first. */
  due(nowMs: number, limit: number): Promise<Job[]>;
  /** Enabled jobs whose failed slot is to be tried again by now. */
  dueRetries(nowMs: number, limit: number): Promise<{ job: Job; retry: Retry }[]>;
  /** An interval counts from an earlier moment, with the same slots; the job is due next at one of them. */
  reanchor(id: string, anchorMs: number, nextRunAtMs: number): Promise<void>;
  /** The clock was set by so much: retries that wait come after as long a time as before. */
  moveRetries(byMs: number): Promise<void>;
  /** The earliest slot or retry of any enabled job. */
  earliest(): Promise<number | undefined>;
  /** Move a job's slot without running it; `missed` writes one ledger row that says so. */
  advance(
    id: string,
    nextRunAtMs: number | null,
    missed?: { fromMs: number; toMs: number; count: number },
    nowMs?: number,
  ): Promise<void>;
  /** A slot of a job that has no turn: its text becomes a system event of `session`. False when it did already. */
  fireEvent(job: Job, slot: EventSlot, terms: AcceptTerms): Promise<boolean>;
  /** A slot whose turn could not be made: a failed run, with the reason. */
  failSlot(job: Job, slot: FailedSlot, terms: { nowMs: number; nextRunAtMs: number | null }): Promise<void>;
  counts(): Promise<{ jobs: number; running: number; deferred: number }>;
  /** The runs that wait behind an active turn, the longest waiting first. */
  waiting(): Promise<WaitingRun[]>;
  /** The ledger of one job, newest first. */
  runs(job: string, limit: number, detail: boolean): Promise<RunEntry[]>;
  /** The try that a job waits for after a failure. */
  retryOf(job: string): Promise<Retry | undefined>;
  /** The run of a job that waits or runs now. */
  openRun(job: string): Promise<{ id: string; waiting: boolean } | undefined>;
}

export interface UpdateTerms {
  readonly mark?: EffectMark | undefined;
  /** What the desk paused it for holds no longer. */
  readonly forgetsPause: boolean;
  /** Why a retry that waits will not come: its run is closed with that. Without it, the retry goes on waiting. */
  readonly dropsRetry?: string | undefined;
}

export interface WaitingRun {
  readonly jobId: string;
  readonly name: string;
  /** Ms since the epoch. */
  readonly since: number;
}

export interface Retry {
  readonly slotMs: number;
  /** One-based: 2 is the first retry. */
  readonly attempt: number;
}

export interface EventSlot {
  readonly id: string;
  readonly slotMs: number;
  readonly trigger: RunTrigger;
  readonly session: SessionKey;
  readonly text: string;
}

export interface FailedSlot {
  readonly slotMs: number;
  readonly trigger: RunTrigger;
  readonly error: string;
}

/** A job as it is written: complete but for the state that the ledger keeps. */
export interface WrittenJob extends NewJob {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly createdBy?: CreatedBy;
  readonly nextRunAtMs: number | null;
  readonly past?: PastRuns;
}

/** What an imported job has behind it. */
export type PastRuns = Pick<
  JobState,
  'lastRunAtMs' | 'lastStatus' | 'lastError' | 'lastDurationMs' | 'pausedBecause'
>;

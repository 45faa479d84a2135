import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Locale } from '../time/locale.ts';
import type { Entry } from '../sessions/entry.ts';
import type { AcceptTerms, EffectMark } from '../sessions/turn-book.ts';
import type { RunTrigger } from '../sessions/turn.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Skipped, SkipTerms, SkipRequest, SkippedSlot } from './skip-request.ts';
import type { Job, JobState } from './job.ts';
import type { RunEntry } from './run.ts';

/** Where jobs are stored. Each method is one transaction; reading never changes a slot. */
export interface JobBook {
  /**
   * An id is used once. With `past`, its state starts with another program's ledger.
   * @param isSame for a job of which its session has one: nothing is added where one of the session's is that already.
   * @returns the added job, or the one that was there.
   */
  add(job: WrittenJob, mark?: EffectMark, isSame?: (other: Job) => boolean): Promise<Job>;
  /**
   * Replace a job's definition; the caller skips its waiting run. Undefined when it is gone.
   * @throws JobChanged
   */
  update(id: string, job: WrittenJob, terms: UpdateTerms): Promise<Job | undefined>;
  /** @returns whether it was there. */
  remove(id: string, terms: RemoveTerms): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** Enabled ones by default, oldest first. */
  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]>;
  /** Enabled jobs whose slot is due, longest overdue first. */
  due(nowMs: number, limit: number): Promise<Job[]>;
  /** Enabled jobs with a retry that is due. */
  dueRetries(nowMs: number, limit: number): Promise<{ job: Job; retry: Retry }[]>;
  /** Give an interval an earlier anchor with the same slots, and set its next one. */
  reanchor(id: string, anchorMs: number, nextRunAtMs: number): Promise<void>;
  /** The clock was changed by this much; waiting retries move with it. */
  moveRetries(byMs: number): Promise<void>;
  /** The earliest slot or retry of any enabled job. */
  earliest(): Promise<number | undefined>;
  /** Move a job's slot without running it; `missed` adds one row to the ledger. */
  advance(
    id: string,
    nextRunAtMs: number | null,
    missed?: { fromMs: number; toMs: number; count: number },
    nowMs?: number,
  ): Promise<void>;
  /** For a slot without a turn: store its text as a system event of `session`. False when that was done before. */
  fireEvent(job: Job, slot: EventSlot, terms: AcceptTerms): Promise<boolean>;
  /** For a slot whose turn could not be made: store a failed run with the reason. Too many in a row pause the job. */
  failSlot(job: Job, slot: FailedSlot, terms: FailedSlotTerms): Promise<void>;
  /**
   * Skip a job's next slot, or take the latest skip back. Undefined when the job is gone.
   * @throws CronError when there is nothing to skip or to take back.
   */
  skipNext(id: string, request: SkipRequest, terms: SkipTerms): Promise<Skipped | undefined>;
  /** The slots after this moment that were skipped before they came, earliest first. */
  skippedAhead(afterMs: number): Promise<SkippedSlot[]>;
  counts(): Promise<{ jobs: number; running: number; deferred: number }>;
  /** The runs that wait behind an active turn, longest waiting first. */
  waiting(): Promise<WaitingRun[]>;
  /** The ledger of one job, newest first. @param before the run above, for the next page */
  runs(job: string, limit: number, detail: boolean, before?: string): Promise<RunEntry[]>;
  /** One run, with all its details. */
  run(id: string): Promise<RunEntry | undefined>;
  /** The retry that a job waits for. */
  retryOf(job: string): Promise<Retry | undefined>;
  /** The waiting or running run of a job. */
  openRun(job: string): Promise<{ id: string; waiting: boolean } | undefined>;
}

/** A pause that ends by itself. */
export interface TimedPause {
  readonly because: string;
  /** Ms since the epoch. */
  readonly resumesAtMs: number;
}

export interface UpdateTerms {
  /** As it was when its change was decided. */
  readonly was?: Job | undefined;
  readonly mark?: EffectMark | undefined;
  /** Whether the reason of its pause, and its end, are cleared. */
  readonly forgetsPause: boolean;
  /** Those of the new pause, where they are cleared. */
  readonly pause?: TimedPause | undefined;
  /** Why a waiting retry is dropped; its run is closed with this. Without it the retry keeps waiting. */
  readonly dropsRetry?: string | undefined;
}

export interface RemoveTerms {
  /** Why a waiting retry is closed. */
  readonly because: string;
  readonly nowMs: number;
  readonly mark?: EffectMark | undefined;
  /** What the job's session remembers of it, where that is open. */
  readonly record?: Entry | undefined;
}

export const waitingRunSchema = z.strictObject({
  jobId: z.string(),
  name: z.string(),
  /** Ms since the epoch. */
  since: z.number(),
});
export type WaitingRun = Given<z.output<typeof waitingRunSchema>>;

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
  /** One-based; 2 is the first retry. */
  readonly attempt?: number;
  readonly error: string;
}

export interface FailedSlotTerms extends Pick<AcceptTerms, 'nowMs' | 'nextRunAtMs' | 'missed'> {
  /** The session that is told of isolated jobs. */
  readonly mainSession: SessionKey;
  readonly locale?: Locale | undefined;
}

/** A job as stored, without the state that the ledger keeps. */
export interface WrittenJob extends Omit<Job, 'state'> {
  readonly nextRunAtMs: number | null;
  readonly past?: PastRuns;
}

/** An imported job's history. */
export type PastRuns = Pick<
  JobState,
  'lastRunAtMs' | 'lastStatus' | 'lastError' | 'lastDurationMs' | 'pausedBecause'
>;

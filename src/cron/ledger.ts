/**
 * The ledger of runs, as decisions see it and change it: plain values. A store loads what is to be seen, and applies
 * what was decided, in one transaction.
 */
import type { SessionKey } from '../sessions/key.ts';
import type { NewOp, OpState } from '../sessions/op.ts';
import type { RenderedPrompt, RunTrigger, Turn } from '../sessions/turn.ts';
import type { SystemEvent } from './event-queue.ts';
import type { Retry } from './job-book.ts';
import type { RunStatus } from './run.ts';

/** How many runs of a job the ledger keeps: the newest. */
export const KEPT_RUNS = 2_000;

/** A job, as far as its runs depend on it. */
export interface LedgerJob {
  readonly isEnabled: boolean;
  /** In a row, up to now. */
  readonly failures: number;
  /** Null when it has no further slot. */
  readonly nextRunAtMs: number | null;
  readonly deletesAfterRun: boolean;
  /** The slot that it waits to try again. */
  readonly retry?: WaitingRetry;
}

export interface WaitingRetry extends Retry {
  /** The newest run of that slot. */
  readonly failed?: FailedRun;
}

export interface FailedRun {
  readonly jobName: string;
  readonly session: SessionKey;
  readonly attempts: number;
  readonly error: string;
  /** Absent where its session is no longer open: nobody reads there. */
  readonly turn?: Turn;
}

/** A row of the ledger. The same id twice is one run. */
export interface NewRun {
  readonly id: string;
  readonly jobId: string;
  readonly jobName: string;
  readonly session: SessionKey;
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  readonly slotMs: number;
  readonly queuedAtMs: number;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  readonly summary?: string;
  readonly error?: string;
  readonly prompt?: RenderedPrompt;
  /** How often its slot was started until now. */
  readonly attempts: number;
}

/** How an open run ended. */
export interface RunClosure {
  readonly id: string;
  readonly status: RunStatus;
  readonly atMs: number;
  readonly summary: string;
  readonly error: string | null;
}

/** What changes about a job; what is left out stays. */
export interface JobChange {
  readonly nextRunAtMs?: number | null;
  readonly lastStatus?: RunStatus;
  readonly lastError?: string | null;
  readonly lastRunAtMs?: number;
  readonly lastDurationMs?: number;
  readonly failures?: number;
  readonly retry?: (Retry & { readonly atMs: number }) | null;
  /** It is paused, for this reason. */
  readonly pausedBecause?: string;
}

export interface LedgerChange {
  /** To be entered; what is older than the newest `KEPT_RUNS` then goes. */
  readonly runs?: readonly NewRun[];
  readonly closes?: RunClosure;
  readonly job?: JobChange;
  readonly removesJob?: boolean;
  readonly events?: readonly (SystemEvent & { readonly session: SessionKey })[];
  readonly posts?: readonly Post[];
}

/** A message of a turn. */
export interface Post {
  readonly op: NewOp;
  readonly turn: string;
  readonly state: OpState;
}

/** Several changes of one job as one; where two change the same of the job itself, the last counts. */
export function together(...changes: readonly LedgerChange[]): LedgerChange {
  const closes = changes.find((change) => change.closes)?.closes;
  return {
    runs: changes.flatMap(({ runs = [] }) => runs),
    ...(closes && { closes }),
    job: Object.assign({}, ...changes.map(({ job }) => job)) as JobChange,
    removesJob: changes.some(({ removesJob }) => removesJob === true),
    events: changes.flatMap(({ events = [] }) => events),
    posts: changes.flatMap(({ posts = [] }) => posts),
  };
}

/**
 * The ledger of runs as plain values, for decisions. A store loads what a decision needs and applies its result, in
 * one transaction.
 */
import type { SessionKey } from '../sessions/key.ts';
import type { NewOp, OpState } from '../sessions/op.ts';
import type { RenderedPrompt, RunTrigger, Turn } from '../sessions/turn.ts';
import type { SystemEvent } from './event-queue.ts';
import type { Retry } from './job-book.ts';
import type { RunStatus } from './run.ts';

/** How many of a job's newest runs the ledger keeps. */
export const KEPT_RUNS = 2_000;

/** The part of a job that matters to its runs. */
export interface LedgerJob {
  readonly isEnabled: boolean;
  /** Failures in a row so far. */
  readonly failures: number;
  /** Null when there is no further slot. */
  readonly nextRunAtMs: number | null;
  readonly deletesAfterRun: boolean;
  /** The slot that waits for a retry. */
  readonly retry?: WaitingRetry;
}

export interface WaitingRetry extends Retry {
  /** The latest run of that slot. */
  readonly failed?: FailedRun;
}

export interface FailedRun {
  readonly jobName: string;
  readonly session: SessionKey;
  readonly attempts: number;
  readonly error: string;
  /** Absent when its session is no longer open, because nobody reads there. */
  readonly turn?: Turn;
}

/** A new row; the same id twice is one run. */
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
  /** How often its slot was started so far. */
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

/** Changes to a job; absent fields stay. */
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
  /** Rows to add; rows beyond the newest `KEPT_RUNS` are then deleted. */
  readonly runs?: readonly NewRun[];
  readonly closes?: RunClosure;
  /** A row to take out again, by its id. */
  readonly removesRun?: string;
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

/** Merge several changes of one job; later values win. */
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

/** Decides whether a due slot gets a run, and what the ledger records. */
import type { SessionKey } from '../sessions/key.ts';
import type { AcceptTerms } from '../sessions/turn-book.ts';
import type { Inbound, RunOfTurn } from '../sessions/turn.ts';
import { dropRetry } from './decide-drop.ts';
import { together } from './ledger.ts';
import type { LedgerChange, LedgerJob, NewRun } from './ledger.ts';

type SlotTerms = Pick<AcceptTerms, 'nowMs' | 'nextRunAtMs' | 'missed'>;
export type Missed = NonNullable<AcceptTerms['missed']>;

/** What is known of a slot's job and its runs. */
export interface SeenSlot {
  /** Undefined when it was removed. */
  readonly job: LedgerJob | undefined;
  /** Whether the slot has a run already. */
  readonly isKnown: boolean;
  /** A waiting or running run of the job. */
  readonly open?: { readonly id: string; readonly isRunning: boolean };
}

export interface Entered {
  /** Why it gets no turn; absent when it is queued. */
  readonly refused?: string;
  readonly change: LedgerChange;
}

/** For a session that accepts turns. */
export function decideEnter(inbound: Inbound, run: RunOfTurn, terms: SlotTerms, seen: SeenSlot): Entered {
  const { job, isKnown, open } = seen;
  if (!job) return { refused: 'the job was removed', change: {} };
  if (!job.isEnabled && run.trigger !== 'forced') return { refused: 'the job is paused', change: {} };
  const moved = movedOn(run, inbound.session, terms);
  if (isKnown) return { refused: 'this slot has its run already', change: moved };
  const waited = endOfWait(run, job, terms.nowMs);
  const refused = open && `the run of ${slotOf(open.id)} still ${open.isRunning ? 'runs' : 'waits'}`;
  if (refused !== undefined)
    return { refused, change: together(moved, waited, skipped(inbound, run, terms.nowMs, refused)) };
  return { change: together(moved, waited, { runs: [queued(inbound, run, terms.nowMs)] }) };
}

/** For a session that accepts nothing: record the reason, and move the job to its next slot. */
export function decideSkip(
  inbound: Inbound,
  run: RunOfTurn,
  terms: SlotTerms,
  job: LedgerJob | undefined,
  because: string,
): LedgerChange {
  return together(
    movedOn(run, inbound.session, terms),
    skipped(inbound, run, terms.nowMs, because),
    dropRetry(run.jobId, job, because, terms.nowMs),
  );
}

/** Record missed slots, and move the job to its next one. */
export function movedOn(
  run: Pick<RunOfTurn, 'jobId' | 'jobName' | 'trigger'>,
  session: SessionKey,
  { nowMs, nextRunAtMs, missed }: SlotTerms,
): LedgerChange {
  return {
    ...(missed && { runs: [missedRun(run, session, missed, nowMs)] }),
    ...(nextRunAtMs !== undefined && { job: { nextRunAtMs } }),
  };
}

/** A retry ends when it starts or when the next regular slot starts, whichever is first. */
function endOfWait({ jobId, trigger }: RunOfTurn, job: LedgerJob, nowMs: number): LedgerChange {
  if (trigger === 'forced') return {};
  return trigger === 'retry'
    ? { job: { retry: null } }
    : dropRetry(jobId, job, 'its next time has come', nowMs);
}

function queued(
  { id, session, prompt }: Inbound,
  { jobId, jobName, trigger, slotMs, attempt = 1 }: RunOfTurn,
  nowMs: number,
): NewRun {
  return {
    id,
    jobId,
    jobName,
    session,
    trigger,
    status: 'queued',
    slotMs,
    queuedAtMs: nowMs,
    attempts: attempt - 1, // the next attempt starts after this
    ...(prompt && { prompt }),
  };
}

function skipped(inbound: Inbound, run: RunOfTurn, nowMs: number, because: string): LedgerChange {
  const entered = queued(inbound, run, nowMs);
  return {
    runs: [{ ...entered, status: 'skipped', finishedAtMs: nowMs, error: because }],
    job: { lastStatus: 'skipped', lastError: because },
  };
}

/** The number that is counted to; there may be more. */
const MOST_COUNTED = 999;

/** A single row for missed slots, with their range. */
function missedRun(
  { jobId, jobName, trigger }: Pick<RunOfTurn, 'jobId' | 'jobName' | 'trigger'>,
  session: SessionKey,
  { fromMs, toMs, count }: Missed,
  nowMs: number,
): NewRun {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const error =
    count === 1
      ? `missed: the slot of ${from} passed while the desk was away`
      : `missed: ${count}${count >= MOST_COUNTED ? ' or more' : ''} slots from ${from} to ${to}`;
  return {
    id: `${jobId}:${fromMs}`,
    jobId,
    jobName,
    session,
    trigger,
    status: 'skipped',
    slotMs: fromMs,
    queuedAtMs: nowMs,
    finishedAtMs: nowMs,
    error,
    attempts: 0,
  };
}

/** The slot in a run's id. */
function slotOf(run: string): string {
  const slot = Number(run.split(':').at(-1));
  return Number.isFinite(slot) ? new Date(slot).toISOString() : run;
}

import { decideClose } from '../../cron/decide-close.ts';
import type { SeenRun } from '../../cron/decide-close.ts';
import { decideEnter, decideSkip } from '../../cron/decide-enter.ts';
import type { Delivery, RunEntry, RunStatus } from '../../cron/run.ts';
import type { SkippedSlot } from '../../cron/skip-request.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { AcceptTerms, DroppedRetry } from '../../sessions/turn-book.ts';
import type { Inbound, RunOfTurn, RunTrigger, Turn, TurnEnd } from '../../sessions/turn.ts';
import { changeLedger, isRun, ledgerJob } from './ledger-rows.ts';
import { insertOps } from './op-rows.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { json, maybe, number, text } from './values.ts';

/** Statements on the runs of turns; they must run in a transaction. */

/**
 * Enter the run of a slot.
 * @returns why it gets no turn, or undefined when it gets one.
 */
export async function enterRun(
  tx: Transaction,
  inbound: Inbound,
  run: RunOfTurn,
  terms: AcceptTerms,
): Promise<string | undefined> {
  const open = await tx.get(
    `SELECT id, status FROM runs WHERE job = ? AND status IN ('queued', 'deferred', 'running')`,
    run.jobId,
  );
  const { refused, change } = decideEnter(inbound, run, terms, {
    job: await ledgerJob(tx, run.jobId),
    isKnown: await isRun(tx, inbound.id),
    ...(open && { open: { id: text(open['id']), isRunning: open['status'] === 'running' } }),
  });
  await changeLedger(tx, run.jobId, change);
  return refused;
}

/** Enter the run of a slot whose session accepts nothing. */
export async function skipSlot(
  tx: Transaction,
  inbound: Inbound,
  run: RunOfTurn,
  terms: AcceptTerms,
  because: string,
): Promise<void> {
  const change = decideSkip(inbound, run, terms, await ledgerJob(tx, run.jobId), because);
  await changeLedger(tx, run.jobId, change);
}

/**
 * Close the run of a turn with its outcome. The turn's messages are held until its closing entry is on disk. A slot
 * that will be retried has no closing entry.
 */
export async function closeRun(
  tx: Transaction,
  turn: Turn,
  end: TurnEnd,
  nowMs: number,
  messages: readonly NewOp[] = [],
): Promise<DroppedRetry | undefined> {
  const { id, run } = turn;
  const closed = run && decideClose(turn, run, end, await seenRun(tx, id, run), nowMs);
  if (!closed?.retries) await insertOps(tx, messages, { turn: id, state: 'held' });
  if (run && closed) await changeLedger(tx, run.jobId, closed.change);
  return closed?.dropped;
}

async function seenRun(sql: Reads, id: string, { jobId }: RunOfTurn): Promise<SeenRun> {
  const run = await sql.get(`SELECT started_at FROM runs WHERE id = ?`, id);
  const startedAtMs = maybe(run?.['started_at'], number);
  return {
    job: await ledgerJob(sql, jobId),
    hasActed: (await sql.get(`SELECT 1 FROM effects WHERE turn = ?`, id)) !== undefined,
    ...(startedAtMs !== undefined && { startedAtMs }),
  };
}

/** A ledger row for people. `delivery` is computed from the ops of the run's turn. */
export function runOf(row: Row, delivery: Delivery, detail: boolean): RunEntry {
  const started = maybe(row['started_at'], number);
  const finished = maybe(row['finished_at'], number);
  const deferred = maybe(row['deferred_at'], number);
  const summary = maybe(row['summary'], text);
  const error = maybe(row['error'], text);
  return {
    runId: text(row['id']),
    jobId: text(row['job']),
    jobName: text(row['job_name']),
    sessionKey: text(row['session']),
    trigger: text(row['trigger']) as RunTrigger,
    status: text(row['status']) as RunStatus,
    delivery,
    scheduledForMs: number(row['slot']),
    queuedAtMs: number(row['queued_at']),
    ...(started !== undefined && { startedAtMs: started }),
    ...(finished !== undefined && { finishedAtMs: finished }),
    ...(deferred !== undefined && started !== undefined && { deferredMs: started - deferred }),
    ...(started !== undefined && finished !== undefined && { durationMs: finished - started }),
    ...(summary !== undefined && { summary }),
    ...(error !== undefined && { error }),
    promptRef: json(row['prompt_ref']),
    attempts: number(row['attempts']),
    ...(detail && { prompt: text(row['prompt']), variables: json<Record<string, string>>(row['variables']) }),
  };
}

/** Runs that were skipped before their slot came; as the partial index says it. */
export const SKIPPED_AHEAD = `status = 'skipped' AND finished_at < slot`;

/** The job's latest slot that was skipped before it came; with `slotMs` that slot, if it was. */
export async function latestSkipped(
  tx: Transaction,
  job: string,
  slotMs?: number,
): Promise<SkippedSlot | undefined> {
  const row = await tx.get(
    `SELECT id, job, slot, error FROM runs WHERE ${SKIPPED_AHEAD} AND job = ? AND slot = coalesce(?, slot)
     ORDER BY slot DESC LIMIT 1`,
    job,
    slotMs ?? null,
  );
  return row && skippedOf(row);
}

export function skippedOf(row: Row): SkippedSlot {
  return {
    jobId: text(row['job']),
    runId: text(row['id']),
    slotMs: number(row['slot']),
    because: maybe(row['error'], text) ?? '',
  };
}

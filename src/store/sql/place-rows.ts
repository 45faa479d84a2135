import { closeRetry } from '../../cron/decide-drop.ts';
import { DELETED, skipped, stopped, stoppedEntry } from '../../sessions/endings.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Stopped } from '../../sessions/session-removal.ts';
import type { DroppedRetry } from '../../sessions/turn-book.ts';
import type { Turn, TurnEnd, TurnState } from '../../sessions/turn.ts';
import { closeRun } from './run-rows.ts';
import { journal } from './session-rows.ts';
import { changeLedger, ledgerJob } from './ledger-rows.ts';
import type { Reads, Transaction } from './sql.ts';
import { places, text } from './values.ts';
import { closeTurn, turnOf } from './turn-rows.ts';

/** Statements that close and reopen sessions; they must run in a transaction. */

/** The states of open turns, in the order in which they are closed. */
const OPEN_TURNS = ['waiting', 'running', 'joined'] as const;

/** A session and those of its threads that are in one of these states. */
export async function familyOf(
  sql: Reads,
  key: SessionKey,
  states: readonly string[],
): Promise<SessionKey[]> {
  const rows = await sql.all(
    `WITH RECURSIVE family(key) AS (
       SELECT key FROM sessions WHERE key = ? OR parent = ?
       UNION SELECT sessions.key FROM sessions JOIN family ON sessions.parent = family.key)
     SELECT sessions.key FROM sessions JOIN family ON sessions.key = family.key
     WHERE sessions.state IN (${places(states)}) ORDER BY sessions.created_at, sessions.key`,
    key,
    key,
    ...states,
  );
  return rows.map((row) => text(row['key']) as SessionKey);
}

/**
 * Pause the active jobs of a session, with the reason.
 * @returns the keys of retries that will not run.
 */
export async function pauseJobs(
  tx: Transaction,
  key: SessionKey,
  because: string,
  nowMs: number,
): Promise<readonly DroppedRetry[]> {
  const dropped: DroppedRetry[] = [];
  for (const row of await tx.all(`SELECT id FROM jobs WHERE session = ? AND retry IS NOT NULL`, key)) {
    const id = text(row['id']);
    const closed = closeRetry(id, await ledgerJob(tx, id), because, nowMs);
    await changeLedger(tx, id, closed.change);
    if (closed.dropped) dropped.push(closed.dropped);
  }
  await tx.run(
    `UPDATE jobs SET enabled = 0, paused_because = ? WHERE session = ? AND enabled = 1`,
    because,
    key,
  );
  return dropped;
}

/** Resume the jobs that were paused for this reason. Changing a job clears its reason. */
export async function resumeJobs(tx: Transaction, key: SessionKey, because: string): Promise<void> {
  await tx.run(
    `UPDATE jobs SET enabled = 1, paused_because = NULL
     WHERE session = ? AND enabled = 0 AND paused_because = ?`,
    key,
    because,
  );
}

/**
 * Close the session's turns in these states, with their runs.
 * @returns the ids of the turns.
 */
export async function closeTurns(
  tx: Transaction,
  key: SessionKey,
  states: readonly TurnState[],
  endOf: (state: TurnState) => TurnEnd,
  nowMs: number,
): Promise<string[]> {
  const closed: string[] = [];
  for (const state of states)
    for (const row of await tx.all(`SELECT * FROM turns WHERE session = ? AND state = ?`, key, state))
      closed.push(await closeWhole(tx, turnOf(row), endOf(state), nowMs));
  return closed;
}

/**
 * Close the waiting runs of a session's jobs; people's messages keep waiting.
 * @returns the ids of the turns.
 */
export async function skipRuns(
  tx: Transaction,
  key: SessionKey,
  because: string,
  nowMs: number,
): Promise<string[]> {
  const skippedTurns: string[] = [];
  for (const row of await tx.all(
    `SELECT * FROM turns WHERE session = ? AND state = 'waiting' AND kind = 'scheduled'`,
    key,
  ))
    skippedTurns.push(await closeWhole(tx, turnOf(row), skipped(because), nowMs));
  return skippedTurns;
}

/** Close a turn without a trigger entry or messages; only how it ended remains. */
async function closeWhole(tx: Transaction, turn: Turn, end: TurnEnd, nowMs: number): Promise<string> {
  await closeTurn(tx, turn.id, end, nowMs, true);
  await tx.run(`UPDATE turns SET joined = NULL WHERE id = ?`, turn.id);
  await tx.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn.id);
  await closeRun(tx, turn, end, nowMs);
  return turn.id;
}

/** Drop the session's unsent messages. */
export async function dropOps(tx: Transaction, key: SessionKey, because: string): Promise<void> {
  await tx.run(
    `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready')`,
    because,
    key,
  );
}

/** Stop all jobs and turns of a place's session and say why in its transcript. Its outbox is left unchanged. */
export async function stopSession(
  tx: Transaction,
  key: SessionKey,
  { id, because }: { readonly id: string; readonly because: string },
  nowMs: number,
): Promise<Stopped> {
  const retries = await pauseJobs(tx, key, because, nowMs);
  const turns = await closeTurns(tx, key, OPEN_TURNS, (state) => stopped(state, because), nowMs);
  await journal(tx, key, null, stoppedEntry(id, because, nowMs), false);
  return { turns, retries };
}

/** Join what was stopped in several sessions. */
export function together(stopped: readonly Stopped[]): Stopped {
  return {
    turns: stopped.flatMap(({ turns }) => turns),
    retries: stopped.flatMap(({ retries }) => retries),
  };
}

/** End what the newsroom had planned for a session. */
export async function endPlans(tx: Transaction, key: SessionKey, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE session = ? AND state = 'planned'`,
    nowMs,
    key,
  );
}

/**
 * Delete everything of a session except its own row.
 * @returns the ids of the turns that were closed.
 */
export async function eraseSession(tx: Transaction, key: SessionKey, nowMs: number): Promise<string[]> {
  const closed = await closeTurns(tx, key, OPEN_TURNS, () => DELETED, nowMs);
  for (const table of ['journal', 'notes', 'session_state', 'system_events'])
    await tx.run(`DELETE FROM ${table} WHERE session = ?`, key);
  // A new session of this key may use the same turn ids.
  await tx.run(`DELETE FROM effects WHERE turn IN (SELECT id FROM turns WHERE session = ?)`, key);
  await tx.run(`DELETE FROM turns WHERE session = ?`, key);
  await endPlans(tx, key, nowMs);
  await tx.run(
    `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready', 'sending')`,
    DELETED.summary,
    key,
  );
  return closed;
}

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

/** Pieces of transactions that close sessions, and open them again; each must run inside one. */

/** The states of turns that are not closed, as they are closed one after the other. */
const STANDING = ['waiting', 'running', 'joined'] as const;

/** The session and, below it, the sessions of its threads, as far as they are in one of these states. */
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
 * Pause the jobs of a session that run by themselves; the reason stands for whoever paused them.
 * @returns the retries that they waited for, and which will not come.
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

/** Let the jobs run that were paused for this reason; who changed a job since has taken the reason away. */
export async function resumeJobs(tx: Transaction, key: SessionKey, because: string): Promise<void> {
  await tx.run(
    `UPDATE jobs SET enabled = 1, paused_because = NULL
     WHERE session = ? AND enabled = 0 AND paused_because = ?`,
    key,
    because,
  );
}

/** Close the session's turns in these states, with their runs. @returns their ids. */
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

/** Close the runs of jobs that wait in a session; people's words go on waiting. @returns the turns. */
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

/** A turn that leaves nothing behind but how it ended: neither a trigger nor messages. */
async function closeWhole(tx: Transaction, turn: Turn, end: TurnEnd, nowMs: number): Promise<string> {
  await closeTurn(tx, turn.id, end, nowMs, true);
  await tx.run(`UPDATE turns SET joined = NULL WHERE id = ?`, turn.id);
  await tx.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn.id);
  await closeRun(tx, turn, end, nowMs);
  return turn.id;
}

/** Messages that were not sent yet will not be. */
export async function dropOps(tx: Transaction, key: SessionKey, because: string): Promise<void> {
  await tx.run(
    `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready')`,
    because,
    key,
  );
}

/**
 * Stop all that goes on in a session of a place, its jobs and its turns; its transcript says why. What stands in the
 * outbox stays there.
 */
export async function stopSession(
  tx: Transaction,
  key: SessionKey,
  { id, because }: { readonly id: string; readonly because: string },
  nowMs: number,
): Promise<Stopped> {
  const retries = await pauseJobs(tx, key, because, nowMs);
  const turns = await closeTurns(tx, key, STANDING, (state) => stopped(state, because), nowMs);
  await journal(tx, key, null, stoppedEntry(id, because, nowMs), false);
  return { turns, retries };
}

/** What was stopped in several sessions. */
export function together(stopped: readonly Stopped[]): Stopped {
  return {
    turns: stopped.flatMap(({ turns }) => turns),
    retries: stopped.flatMap(({ retries }) => retries),
  };
}

/** What the newsroom had planned for a session is not carried out any more. */
export async function endPlans(tx: Transaction, key: SessionKey, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE session = ? AND state = 'planned'`,
    nowMs,
    key,
  );
}

/** All that the desk keeps of a session but its own row. @returns the turns that were closed. */
export async function eraseSession(tx: Transaction, key: SessionKey, nowMs: number): Promise<string[]> {
  const closed = await closeTurns(tx, key, STANDING, () => DELETED, nowMs);
  for (const table of ['journal', 'notes', 'session_state', 'system_events'])
    await tx.run(`DELETE FROM ${table} WHERE session = ?`, key);
  // What its turns were called may be used again, in a session that begins anew.
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

import { closeRetry } from '../../cron/decide-drop.ts';
import { DELETED, skipped, stopped, stoppedEntry } from '../../sessions/endings.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Stopped } from '../../sessions/session-removal.ts';
import type { DroppedRetry } from '../../sessions/turn-book.ts';
import type { Turn, TurnEnd, TurnState } from '../../sessions/turn.ts';
import { closeRun } from './run-rows.ts';
import { journal } from './session-rows.ts';
import { changeLedger, ledgerJob } from './ledger-rows.ts';
import { text } from './statements.ts';
import type { Statements } from './statements.ts';
import { closeTurn, turnOf } from './turn-rows.ts';

/** Pieces of transactions that close sessions, and open them again; each must run inside one. */

/** The states of turns that are not closed, as they are closed one after the other. */
const STANDING = ['waiting', 'running', 'joined'] as const;

/** The session and, below it, the sessions of its threads, as far as they are in one of these states. */
export function familyOf(sql: Statements, key: SessionKey, states: readonly string[]): SessionKey[] {
  const among = JSON.stringify(states);
  const rows = sql.all(
    `WITH RECURSIVE family(key) AS (
       SELECT ? UNION SELECT sessions.key FROM sessions JOIN family ON sessions.parent = family.key)
     SELECT sessions.key FROM sessions JOIN family ON sessions.key = family.key
     WHERE sessions.state IN (SELECT value FROM json_each(?)) ORDER BY sessions.created_at, sessions.key`,
    key,
    among,
  );
  return rows.map((row) => text(row['key']) as SessionKey);
}

/**
 * Pause the jobs of a session that run by themselves; the reason stands for whoever paused them.
 * @returns the retries that they waited for, and which will not come.
 */
export function pauseJobs(
  sql: Statements,
  key: SessionKey,
  because: string,
  nowMs: number,
): readonly DroppedRetry[] {
  const dropped = sql
    .all(`SELECT id FROM jobs WHERE session = ? AND retry IS NOT NULL`, key)
    .flatMap((row) => {
      const id = text(row['id']);
      const { change, dropped } = closeRetry(id, ledgerJob(sql, id), because, nowMs);
      changeLedger(sql, id, change);
      return dropped ?? [];
    });
  sql.run(
    `UPDATE jobs SET enabled = 0, job = json_set(job, '$.enabled', json('false')), paused_because = ?
       WHERE session = ? AND enabled = 1`,
    because,
    key,
  );
  return dropped;
}

/** Let the jobs run that were paused for this reason; who changed a job since has taken the reason away. */
export function resumeJobs(sql: Statements, key: SessionKey, because: string): void {
  sql.run(
    `UPDATE jobs SET enabled = 1, job = json_set(job, '$.enabled', json('true')), paused_because = NULL
     WHERE session = ? AND enabled = 0 AND paused_because = ?`,
    key,
    because,
  );
}

/** Close the session's turns in these states, with their runs. @returns their ids. */
export function closeTurns(
  sql: Statements,
  key: SessionKey,
  states: readonly TurnState[],
  endOf: (state: TurnState) => TurnEnd,
  nowMs: number,
): string[] {
  return states.flatMap((state) =>
    sql
      .all(`SELECT * FROM turns WHERE session = ? AND state = ?`, key, state)
      .map((row) => closeWhole(sql, turnOf(row), endOf(state), nowMs)),
  );
}

/** Close the runs of jobs that wait in a session; people's words go on waiting. @returns the turns. */
export function skipRuns(sql: Statements, key: SessionKey, because: string, nowMs: number): string[] {
  const waiting = `SELECT * FROM turns WHERE session = ? AND state = 'waiting' AND kind = 'scheduled'`;
  return sql.all(waiting, key).map((row) => closeWhole(sql, turnOf(row), skipped(because), nowMs));
}

/** A turn that leaves nothing behind but how it ended: neither a trigger nor messages. */
function closeWhole(sql: Statements, turn: Turn, end: TurnEnd, nowMs: number): string {
  closeTurn(sql, turn.id, end, nowMs, true);
  sql.run(`UPDATE turns SET joined = NULL WHERE id = ?`, turn.id);
  sql.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn.id);
  closeRun(sql, turn, end, nowMs);
  return turn.id;
}

/** Messages that were not sent yet will not be. */
export function dropOps(sql: Statements, key: SessionKey, because: string): void {
  sql.run(
    `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready')`,
    because,
    key,
  );
}

/**
 * Stop all that goes on in a session of a place, its jobs and its turns; its transcript says why. What stands in the
 * outbox stays there.
 */
export function stopSession(
  sql: Statements,
  key: SessionKey,
  { id, because }: { readonly id: string; readonly because: string },
  nowMs: number,
): Stopped {
  const retries = pauseJobs(sql, key, because, nowMs);
  const turns = closeTurns(sql, key, STANDING, (state) => stopped(state, because), nowMs);
  journal(sql, key, null, stoppedEntry(id, because, nowMs), false);
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
export function endPlans(sql: Statements, key: SessionKey, nowMs: number): void {
  sql.run(
    `UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE session = ? AND state = 'planned'`,
    nowMs,
    key,
  );
}

/** All that the desk keeps of a session but its own row. @returns the turns that were closed. */
export function eraseSession(sql: Statements, key: SessionKey, nowMs: number): string[] {
  const closed = closeTurns(sql, key, STANDING, () => DELETED, nowMs);
  for (const table of ['journal', 'notes', 'session_state', 'system_events'])
    sql.run(`DELETE FROM ${table} WHERE session = ?`, key);
  // What its turns were called may be used again, in a session that begins anew.
  sql.run(`DELETE FROM effects WHERE turn IN (SELECT id FROM turns WHERE session = ?)`, key);
  sql.run(`DELETE FROM turns WHERE session = ?`, key);
  endPlans(sql, key, nowMs);
  sql.run(
    `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready', 'sending')`,
    DELETED.summary,
    key,
  );
  return closed;
}

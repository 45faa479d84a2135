import type { SessionKey } from '../../sessions/key.ts';
import type { SessionRemoval } from '../../sessions/session-removal.ts';
import type { TurnEnd } from '../../sessions/turn.ts';
import type { GroupCommit } from './group-commit.ts';
import { closeRun } from './run-rows.ts';
import { Statements, text } from './statements.ts';
import { turnOf } from './turn-rows.ts';

const DELETED = 'the session was deleted';

export class SqliteSessionRemoval implements SessionRemoval {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  begin(sessions: readonly SessionKey[], nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      for (const key of sessions) {
        sql.run(`UPDATE sessions SET state = 'deleting' WHERE key = ?`, key);
        this.#close(key, ['waiting'], { status: 'skipped', summary: DELETED }, nowMs);
        sql.run(
          `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready')`,
          DELETED,
          key,
        );
      }
    });
  }

  finish(sessions: readonly SessionKey[], nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      for (const key of sessions) {
        this.#close(
          key,
          ['waiting', 'running', 'joined'],
          { status: 'interrupted', summary: DELETED },
          nowMs,
        );
        for (const table of ['journal', 'notes', 'system_events'])
          sql.run(`DELETE FROM ${table} WHERE session = ?`, key);
        // What its turns were called may be used again, in a session that begins anew.
        sql.run(`DELETE FROM effects WHERE turn IN (SELECT id FROM turns WHERE session = ?)`, key);
        sql.run(`DELETE FROM turns WHERE session = ?`, key);
        sql.run(
          `UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE session = ? AND state = 'planned'`,
          nowMs,
          key,
        );
        sql.run(
          `UPDATE ops SET state = 'failed', error = ? WHERE lane = ? AND state IN ('held', 'ready', 'sending')`,
          DELETED,
          key,
        );
        sql.run(`DELETE FROM sessions WHERE key = ?`, key);
      }
    });
  }

  async unfinished(): Promise<SessionKey[]> {
    const rows = this.#sql.all(`SELECT key FROM sessions WHERE state = 'deleting' ORDER BY key`);
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  /** Close the session's turns in these states, with their runs. */
  #close(key: SessionKey, states: readonly string[], end: TurnEnd, nowMs: number): void {
    const sql = this.#sql;
    for (const state of states)
      for (const row of sql.all(`SELECT * FROM turns WHERE session = ? AND state = ?`, key, state)) {
        const turn = turnOf(row);
        const { id } = turn;
        sql.run(
          `UPDATE turns SET state = 'closed', ended_at = ?, ending = ?, released = 1 WHERE id = ?`,
          nowMs,
          JSON.stringify(end),
          id,
        );
        sql.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, id);
        closeRun(sql, turn, end, nowMs);
      }
  }
}

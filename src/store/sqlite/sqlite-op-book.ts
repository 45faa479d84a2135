import { decideLanding, dependenciesOf } from '../../sessions/decide-op.ts';
import type { SeenLanding } from '../../sessions/decide-op.ts';
import type { Entry, Origin } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { GivenUp, Landing, OpBook } from '../../sessions/op-book.ts';
import type { NewOp, Op } from '../../sessions/op.ts';
import type { GroupCommit } from './group-commit.ts';
import { givenUp, insertOps, opOf } from './op-rows.ts';
import { isOpenSession, journal, openSession } from './session-rows.ts';
import { Statements, json, text } from './statements.ts';
import type { Row } from './statements.ts';

export class SqliteOpBook implements OpBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  put(ops: readonly NewOp[]): Promise<void> {
    return this.#commits.run(() => insertOps(this.#sql, ops, { state: 'ready' }));
  }

  async lanes(): Promise<SessionKey[]> {
    const rows = this.#sql.all(`SELECT DISTINCT lane FROM ops WHERE state IN ('ready', 'sending')`);
    return rows.map((row) => text(row['lane']) as SessionKey);
  }

  async next(
    lane: SessionKey,
    except: readonly string[] = [],
  ): Promise<{ op: Op; results: ReadonlyMap<string, Op> } | undefined> {
    const row = this.#sql.get(
      `SELECT * FROM ops WHERE lane = ? AND state IN ('ready', 'sending')
         AND key NOT IN (${except.map(() => '?').join(', ')}) ORDER BY seq LIMIT 1`,
      lane,
      ...except,
    );
    if (!row) return undefined;
    const op = opOf(row);
    const results = new Map<string, Op>();
    for (const key of dependenciesOf(op.spec)) {
      const found = this.#sql.get(`SELECT * FROM ops WHERE key = ?`, key);
      if (found) results.set(key, opOf(found));
    }
    return { op, results };
  }

  sending(key: string, after: string | undefined, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(
        `UPDATE ops SET state = 'sending', after = coalesce(after, ?), attempts = attempts + 1, attempted_at = ?
         WHERE key = ? AND state IN ('ready', 'sending')`,
        after ?? null,
        nowMs,
        key,
      );
    });
  }

  sent(key: string, result: string, landing: Landing, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const row = sql.get(`SELECT * FROM ops WHERE key = ? AND state IN ('ready', 'sending')`, key);
      if (!row) return;
      sql.run(`UPDATE ops SET state = 'sent', result = ?, error = NULL WHERE key = ?`, result, key);
      const { opens, thread, remembered } = decideLanding(
        opOf(row),
        landing,
        this.#seen(row, landing),
        nowMs,
      );
      for (const session of opens) openSession(sql, session, nowMs);
      if (thread !== undefined) sql.run(`UPDATE stories SET thread = ? WHERE thread_op = ?`, thread, key);
      if (remembered) journal(sql, remembered.session, null, remembered.entry, false);
    });
  }

  #seen(row: Row, { opens }: Landing): SeenLanding {
    const parent = this.#sql.get(`SELECT origin FROM sessions WHERE key = ?`, opens?.origin.parent ?? '');
    const guildId = parent && json<Origin>(parent['origin']).guildId;
    const isOpen = isOpenSession(this.#sql, text(row['lane']));
    return { isOpen, ...(guildId !== undefined && { guildId }) };
  }

  failed(key: string, state: 'failed' | 'unknown', error: string, remark?: Entry): Promise<void> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const open = sql.get(`SELECT lane FROM ops WHERE key = ? AND state IN ('ready', 'sending')`, key);
      if (!open) return;
      sql.run(`UPDATE ops SET state = ?, error = ? WHERE key = ?`, state, error, key);
      if (remark) journal(sql, text(open['lane']) as SessionKey, null, remark, false);
    });
  }

  async claimed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = ids.filter((id) => this.#sql.get(`SELECT 1 FROM ops WHERE result = ?`, id));
    return new Set(known);
  }

  async sentAs(id: string): Promise<Op | undefined> {
    const row = this.#sql.get(`SELECT * FROM ops WHERE result = ? ORDER BY seq LIMIT 1`, id);
    return row && opOf(row);
  }

  async find(key: string): Promise<Op | undefined> {
    const row = this.#sql.get(`SELECT * FROM ops WHERE key = ?`, key);
    return row && opOf(row);
  }

  async under(prefix: string): Promise<Op[]> {
    return this.#sql
      .all(`SELECT * FROM ops WHERE key >= $prefix AND key < $prefix || char(1114111) ORDER BY seq`, {
        prefix,
      })
      .map(opOf);
  }

  async givenUp(sinceMs: number): Promise<GivenUp[]> {
    return givenUp(this.#sql, sinceMs);
  }

  unread(key: string, times: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE ops SET unread = ? WHERE key = ?`, times, key);
    });
  }

  postpone(key: string, error: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(
        `UPDATE ops SET state = 'ready', error = ? WHERE key = ? AND state = 'sending'`,
        error,
        key,
      );
    });
  }
}

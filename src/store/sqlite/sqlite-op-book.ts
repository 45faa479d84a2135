import type { Entry, Origin } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { GivenUp, Landing, OpBook } from '../../sessions/op-book.ts';
import type { NewOp, Op, OpSpec } from '../../sessions/op.ts';
import type { GroupCommit } from './group-commit.ts';
import { givenUp, insertOps, opOf } from './op-rows.ts';
import { journal, openSession } from './session-rows.ts';
import { Statements, json, text } from './statements.ts';

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
    for (const key of dependencies(op.spec)) {
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
      // What lands after its session was deleted brings nothing back.
      if (!sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'open'`, text(row['lane']))) return;
      openSession(sql, landing.session, nowMs);
      if (landing.opens) {
        openSession(sql, { ...landing.opens, origin: inGuildOf(sql, landing.opens.origin) }, nowMs);
        sql.run(`UPDATE stories SET thread = ? WHERE thread_op = ?`, landing.opens.key, key);
      }
      const record = opOf(row).record;
      if (record) journal(sql, landing.session.key, null, placed(record, landing, nowMs), false);
    });
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

/** The record as it is remembered: at the time of sending, and with the thread that it opened. */
function placed(record: Entry, landing: Landing, nowMs: number): Entry {
  const meta = { ...record.meta, ...(landing.opens && { thread: landing.opens.key }) };
  return { ...record, ts: nowMs, meta };
}

/** A thread is where its channel is. */
function inGuildOf(sql: Statements, origin: Origin): Origin {
  const parent = sql.get(`SELECT origin FROM sessions WHERE key = ?`, origin.parent ?? '');
  const guildId = parent && json<Origin>(parent['origin']).guildId;
  return guildId === undefined ? origin : { ...origin, guildId };
}

function dependencies(spec: OpSpec): string[] {
  const targets = 'message' in spec ? [spec.channel, spec.message] : [spec.channel];
  const names = 'names' in spec ? (spec.names ?? []) : [];
  return [...targets.flatMap((target) => ('op' in target ? [target.op] : [])), ...names];
}

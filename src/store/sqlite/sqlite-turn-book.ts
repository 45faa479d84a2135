import type { Entry } from '../../sessions/entry.ts';
import { UNIFIED, memoryKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { openingEntry } from '../../sessions/turn-entries.ts';
import type {
  Accepted,
  AcceptTerms,
  Closing,
  Committed,
  Flushed,
  FoundTurn,
  Recovered,
  Started,
  TurnBook,
  Unflushed,
} from '../../sessions/turn-book.ts';
import type { Inbound, TurnEnd } from '../../sessions/turn.ts';
import type { GroupCommit } from './group-commit.ts';
import { drainEvents } from './event-rows.ts';
import { closeRun, enterRun, skipSlot } from './run-rows.ts';
import { describeSession, headerOf, journal, openSession, openUnified } from './session-rows.ts';
import { Statements, json, number, text } from './statements.ts';
import { leaveUnanswered, startedOf, turnOf } from './turn-rows.ts';

/** How many messages may join one running turn; what comes later waits for a turn of its own. */
const MOST_JOINED = 3;

/** Said besides the state itself wherever open turns are looked for: SQLite then takes their index, not the table. */
const OPEN = `state <> 'closed'`;

export class SqliteTurnBook implements TurnBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  accept(inbound: Inbound, terms: AcceptTerms): Promise<Accepted> {
    return this.#commits.run(() => this.#accept(inbound, terms));
  }

  #accept(inbound: Inbound, terms: AcceptTerms): Accepted {
    const sql = this.#sql;
    const { nowMs } = terms;
    if (sql.get(`SELECT 1 FROM turns WHERE id = ?`, inbound.id)) return { kind: 'known', id: inbound.id };
    // Only people come from a platform: a job names its session as it was when the job was made.
    const meet = inbound.kind === 'person' ? describeSession : openSession;
    const state = meet(sql, { ...inbound, key: inbound.session }, nowMs);
    if (state !== 'open') {
      const because = `session ${inbound.session} is ${state === 'deleting' ? 'being deleted' : 'gone'}`;
      // Whoever lets a job run in a place that is gone is told in the ledger, and the job moves on.
      if (inbound.run) skipSlot(sql, inbound, inbound.run, terms, because);
      return { kind: 'refused', because };
    }
    const lane = memoryKey(inbound.session, terms.unified);
    if (lane === UNIFIED) openUnified(sql, nowMs);
    if (inbound.run) {
      const because = enterRun(sql, inbound, inbound.run, terms);
      if (because !== undefined) return { kind: 'refused', because };
    }
    const mayJoin = inbound.kind === 'person' && terms.overdue !== true;
    const running = mayJoin ? this.#joinable(inbound, lane) : undefined;
    sql.run(
      `INSERT INTO turns (id, kind, session, lane, state, joined, inbound, accepted_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      inbound.id,
      inbound.kind,
      inbound.session,
      lane,
      running === undefined ? 'waiting' : 'joined',
      running ?? null,
      JSON.stringify(inbound),
      nowMs,
    );
    // A job's trigger enters the transcript when its turn starts, not in the middle of an answer.
    this.#journal(
      inbound.session,
      lane,
      inbound.id,
      [openingEntry(inbound, nowMs)],
      inbound.kind === 'scheduled',
    );
    const turn = turnOf(sql.get(`SELECT * FROM turns WHERE id = ?`, inbound.id)!);
    return running === undefined ? { kind: 'queued', turn } : { kind: 'joined', turn, running };
  }

  /**
   * The running turn of a person that a further message may join: none of somebody with other rights, for the turn acts
   * with those of whoever began it.
   */
  #joinable({ actor }: Inbound, lane: SessionKey): string | undefined {
    const row = this.#sql.get(
      `SELECT id, inbound FROM turns AS running WHERE lane = ? AND ${OPEN} AND state = 'running' AND kind = 'person'
         AND (SELECT count(*) FROM turns WHERE joined = running.id) < ${MOST_JOINED}
         AND NOT EXISTS (SELECT 1 FROM turns WHERE lane = ? AND ${OPEN} AND state = 'waiting' AND kind = 'person')`,
      lane,
      lane,
    );
    const sameActor = row && JSON.stringify(json<Inbound>(row['inbound']).actor) === JSON.stringify(actor);
    return sameActor ? text(row['id']) : undefined;
  }

  /** Into the session's transcript and, in unified mode, into the shared memory as well. */
  #journal(
    session: SessionKey,
    lane: SessionKey,
    turn: string,
    entries: readonly Entry[],
    held = false,
  ): void {
    for (const key of new Set([session, lane]))
      for (const entry of entries) journal(this.#sql, key, turn, entry, held);
  }

  defer(turn: string, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(
        `UPDATE runs SET status = 'deferred', deferred_at = ? WHERE id = ? AND status = 'queued'`,
        nowMs,
        turn,
      );
    });
  }

  start(turn: string, terms: { nowMs: number; deadlineMs: number }): Promise<Started> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const waiting = sql.get(`SELECT lane FROM turns WHERE id = ? AND state = 'waiting'`, turn);
      if (!waiting) return { kind: 'gone', because: 'it no longer waits' } as const;
      sql.run(
        `UPDATE turns SET state = 'running', starts = starts + 1, fence = fence + 1, deadline = ?,
           generation = (SELECT generation FROM sessions WHERE key = turns.lane) WHERE id = ?`,
        terms.deadlineMs,
        turn,
      );
      sql.run(
        `UPDATE journal SET held = 0,
           file_length = (SELECT flushed_length FROM sessions WHERE key = journal.session)
         WHERE turn = ? AND held = 1`,
        turn,
      );
      sql.run(
        `UPDATE runs SET status = 'running', started_at = ?, attempts = attempts + 1 WHERE id = ?`,
        terms.nowMs,
        turn,
      );
      const row = sql.get(`SELECT * FROM turns WHERE id = ?`, turn)!;
      const { session, lane } = turnOf(row);
      drainEvents(sql, turn, session, lane);
      return { kind: 'started', ...startedOf(row) } as const;
    });
  }

  async readSteering(turn: string, fence: number): Promise<Entry[]> {
    // Nearly always nobody has joined, and then there is nothing to write. Who joins this moment is heard at the commit.
    if (!this.#sql.get(`SELECT 1 FROM turns WHERE joined = ? AND joined_read = 0`, turn)) return [];
    return this.#commits.run(() => {
      const sql = this.#sql;
      const holder = sql.get(
        `SELECT 1 FROM turns WHERE id = ? AND state = 'running' AND fence = ?`,
        turn,
        fence,
      );
      if (!holder) return [];
      const rows = sql.all(`SELECT * FROM turns WHERE joined = ? AND joined_read = 0 ORDER BY seq`, turn);
      sql.run(`UPDATE turns SET joined_read = 1 WHERE joined = ? AND joined_read = 0`, turn);
      return rows.map((row) => openingEntry(json<Inbound>(row['inbound']), number(row['accepted_at'])));
    });
  }

  commit(closing: Closing): Promise<Committed> {
    return this.#commits.run(() => this.#commit(closing));
  }

  #commit({ turn, fence, end, entries, ops, nowMs, final }: Closing): Committed {
    const sql = this.#sql;
    const row = sql.get(
      `SELECT turns.* FROM turns JOIN sessions ON sessions.key = turns.lane
       WHERE id = ? AND turns.state = 'running' AND fence = ? AND turns.generation = sessions.generation`,
      turn,
      fence,
    );
    if (!row) return { kind: 'stale' };
    if (final) leaveUnanswered(sql, turn);
    const unread = sql.all(`SELECT * FROM turns WHERE joined = ? AND joined_read = 0 ORDER BY seq`, turn);
    if (unread.length > 0 && !final) {
      // This end answers what was read before it.
      sql.run(`UPDATE turns SET joined_read = 2 WHERE joined = ? AND joined_read = 1`, turn);
      return { kind: 'joined' };
    }
    const closed = turnOf(row);
    const { session, lane } = closed;
    this.#close(turn, end, nowMs);
    sql.run(`UPDATE turns SET state = 'waiting', joined = NULL WHERE joined = ? AND joined_read = 0`, turn);
    for (const joined of sql.all(`SELECT id FROM turns WHERE joined = ? AND state = 'joined'`, turn))
      this.#close(text(joined['id']), { ...end, summary: `answered together with ${turn}` }, nowMs, true);
    this.#journal(session, lane, turn, entries);
    const dropped = closeRun(sql, closed, end, nowMs, ops);
    return { kind: 'committed', again: unread.map(turnOf), ...(dropped && { dropped }) };
  }

  #close(turn: string, end: TurnEnd, nowMs: number, released = false): void {
    this.#sql.run(
      `UPDATE turns SET state = 'closed', ended_at = ?, ending = ?, released = ? WHERE id = ?`,
      nowMs,
      JSON.stringify(end),
      released ? 1 : 0,
      turn,
    );
  }

  release(turn: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE ops SET state = 'ready' WHERE turn = ? AND state = 'held'`, turn);
      this.#sql.run(`UPDATE turns SET released = 1 WHERE id = ?`, turn);
    });
  }

  handBack(turn: string, fence: number): Promise<boolean> {
    return this.#commits.run(() => {
      const changed = this.#sql.run(
        `UPDATE turns SET state = 'waiting', starts = starts - 1 WHERE id = ? AND state = 'running' AND fence = ?
           AND NOT EXISTS (SELECT 1 FROM effects WHERE effects.turn = turns.id)`,
        turn,
        fence,
      );
      if (changed === 0) return false;
      this.#sql.run(`UPDATE turns SET joined_read = 0 WHERE joined = ? AND state = 'joined'`, turn);
      this.#sql.run(
        `UPDATE runs SET status = 'queued', started_at = NULL, attempts = attempts - 1 WHERE id = ?`,
        turn,
      );
      return true;
    });
  }

  skip(turn: string, because: string, nowMs: number): Promise<boolean> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const row = sql.get(`SELECT * FROM turns WHERE id = ? AND state = 'waiting'`, turn);
      if (!row) return false;
      const end: TurnEnd = { status: 'skipped', summary: because };
      this.#close(turn, end, nowMs, true);
      sql.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn);
      closeRun(sql, turnOf(row), end, nowMs);
      return true;
    });
  }

  reset(lane: SessionKey, by: string, nowMs: number): Promise<{ generation: number; cutOff: string[] }> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      sql.run(`UPDATE sessions SET generation = generation + 1, updated_at = ? WHERE key = ?`, nowMs, lane);
      const row = sql.get(`SELECT generation FROM sessions WHERE key = ?`, lane);
      if (!row) return { generation: 0, cutOff: [] };
      const generation = number(row['generation']);
      const content = `${by} reset this session: what was said before is kept, and no longer read.`;
      const meta = { kind: 'generation' as const, generation };
      const id = `reset:${generation}`;
      journal(sql, lane, null, { v: 1, id, ts: nowMs, role: 'system', content, meta }, false);
      const running = sql.all(`SELECT * FROM turns WHERE lane = ? AND ${OPEN} AND state = 'running'`, lane);
      for (const cut of running.map(turnOf)) {
        const end: TurnEnd = { status: 'interrupted', summary: 'session reset' };
        this.#close(cut.id, end, nowMs, true);
        for (const joined of sql.all(`SELECT id FROM turns WHERE joined = ? AND state = 'joined'`, cut.id))
          this.#close(text(joined['id']), end, nowMs, true);
        closeRun(sql, cut, end, nowMs);
      }
      return { generation, cutOff: running.map((turn) => text(turn['id'])) };
    });
  }

  async unflushed(session: SessionKey): Promise<Unflushed | undefined> {
    const sql = this.#sql;
    const owner = sql.get(`SELECT * FROM sessions WHERE key = ?`, session);
    const rows = sql.all(
      `SELECT * FROM journal WHERE session = ? AND held = 0 ORDER BY seq LIMIT 500`,
      session,
    );
    if (!owner || rows.length === 0) return undefined;
    return {
      header: headerOf(owner),
      from: Math.min(...rows.map((row) => number(row['file_length']))),
      rows: rows.map((row) => ({ seq: number(row['seq']), entry: json<Entry>(row['entry']) })),
    };
  }

  flushed(session: SessionKey, written: Flushed): Promise<void> {
    return this.#commits.run(() => {
      for (const seq of written.rows) this.#sql.run(`DELETE FROM journal WHERE seq = ?`, seq);
      this.#sql.run(
        `UPDATE sessions SET flushed_length = ?, entries = entries + ?, updated_at = max(updated_at, ?) WHERE key = ?`,
        written.length,
        written.entries,
        written.newestMs,
        session,
      );
    });
  }

  recover(terms: { nowMs: number; personMaxAgeMs: number }): Promise<Recovered> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      // Answers that had not gone out went with the desk.
      sql.run(`UPDATE turns SET joined_read = 1 WHERE ${OPEN} AND state = 'joined' AND joined_read = 2`);
      // Run again, once: what had no effect yet, and of people's messages only what is still fresh.
      sql.run(
        `UPDATE turns SET state = 'waiting' WHERE ${OPEN} AND state = 'running' AND starts < 2
           AND NOT EXISTS (SELECT 1 FROM effects WHERE effects.turn = turns.id)
           AND (kind <> 'person' OR accepted_at > ?)`,
        terms.nowMs - terms.personMaxAgeMs,
      );
      sql.run(
        // A crash is no attempt.
        `UPDATE runs SET status = 'queued', started_at = NULL, attempts = attempts - 1 WHERE status = 'running'
           AND EXISTS (SELECT 1 FROM turns WHERE turns.id = runs.id AND turns.state = 'waiting')`,
      );
      // What had joined such a turn is read anew with it.
      sql.run(
        `UPDATE turns SET joined_read = 0 WHERE ${OPEN} AND state = 'joined'
           AND joined IN (SELECT id FROM turns WHERE ${OPEN} AND state = 'waiting')`,
      );
      const effects = (turn: string) =>
        sql.all(`SELECT what FROM effects WHERE turn = ? ORDER BY n`, turn).map((row) => text(row['what']));
      return {
        waiting: sql.all(`SELECT * FROM turns WHERE ${OPEN} AND state = 'waiting' ORDER BY seq`).map(turnOf),
        cutOff: sql
          .all(`SELECT * FROM turns WHERE ${OPEN} AND state = 'running' ORDER BY seq`)
          .map((row) => ({ started: startedOf(row), effects: effects(text(row['id'])) })),
        flush: sql
          .all(`SELECT DISTINCT session FROM journal WHERE held = 0`)
          .map((row) => text(row['session']) as SessionKey),
        release: sql
          .all(`SELECT id FROM turns WHERE state = 'closed' AND released = 0 ORDER BY seq`)
          .map((row) => text(row['id'])),
      };
    });
  }

  async waiting(lane: SessionKey): Promise<string[]> {
    const rows = this.#sql.all(`SELECT id FROM turns WHERE lane = ? AND ${OPEN} AND state = 'waiting'`, lane);
    return rows.map((row) => text(row['id']));
  }

  async find(turn: string): Promise<FoundTurn | undefined> {
    const row = this.#sql.get(`SELECT state, ending FROM turns WHERE id = ?`, turn);
    if (!row) return undefined;
    const state = text(row['state']) as 'waiting' | 'running' | 'joined' | 'closed';
    return state === 'closed' ? { state, end: json<TurnEnd>(row['ending']) } : { state };
  }
}

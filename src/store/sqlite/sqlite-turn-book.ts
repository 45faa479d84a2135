import { closedBecause, decideAccept, isFromPlatform, mayJoin } from '../../sessions/decide-accept.ts';
import { decideCommit, holds, mayHandBack } from '../../sessions/decide-commit.ts';
import { decideRecover } from '../../sessions/decide-recover.ts';
import { NOT_WAITING, RESET, resetEntry, skipped } from '../../sessions/endings.ts';
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
import type { Inbound, Turn, TurnEnd } from '../../sessions/turn.ts';
import type { GroupCommit } from './group-commit.ts';
import { drainEvents } from './event-rows.ts';
import { closeRun, enterRun, skipSlot } from './run-rows.ts';
import { describeSession, headerOf, journal, openSession, openUnified } from './session-rows.ts';
import { Statements, json, number, text } from './statements.ts';
import {
  closeTurn,
  insertTurn,
  joinedTo,
  leftTurns,
  markJoined,
  OPEN,
  runningIn,
  seenTurn,
  startedOf,
  turnOf,
} from './turn-rows.ts';

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
    const { id, session, run } = inbound;
    const { nowMs } = terms;
    if (sql.get(`SELECT 1 FROM turns WHERE id = ?`, id)) return { kind: 'known', id };
    const meet = isFromPlatform(inbound) ? describeSession : openSession;
    const closed = closedBecause(session, meet(sql, { ...inbound, key: session }, nowMs));
    if (closed !== undefined) {
      // Whoever lets a job run in a place that is gone is told in the ledger, and the job moves on.
      if (run) skipSlot(sql, inbound, run, terms, closed);
      return { kind: 'refused', because: closed };
    }
    const lane = memoryKey(session, terms.unified);
    if (lane === UNIFIED) openUnified(sql, nowMs);
    const refused = run && enterRun(sql, inbound, run, terms);
    if (refused !== undefined) return { kind: 'refused', because: refused };
    const running = mayJoin(inbound, terms) ? runningIn(sql, lane) : undefined;
    const { joins, entry, isHeld } = decideAccept(inbound, terms, running);
    insertTurn(sql, inbound, lane, joins, nowMs);
    this.#journal(session, lane, id, [entry], isHeld);
    const turn = this.#turn(id);
    return joins === undefined ? { kind: 'queued', turn } : { kind: 'joined', turn, running: joins };
  }

  #turn(id: string): Turn {
    return turnOf(this.#sql.get(`SELECT * FROM turns WHERE id = ?`, id)!);
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
      if (!waiting) return { kind: 'gone', because: NOT_WAITING } as const;
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
      const seen = seenTurn(sql, turn);
      if (!seen || !holds(seen, fence)) return [];
      const rows = sql.all(`SELECT * FROM turns WHERE joined = ? AND joined_read = 0 ORDER BY seq`, turn);
      sql.run(`UPDATE turns SET joined_read = 1 WHERE joined = ? AND joined_read = 0`, turn);
      return rows.map((row) => openingEntry(json<Inbound>(row['inbound']), number(row['accepted_at'])));
    });
  }

  commit(closing: Closing): Promise<Committed> {
    return this.#commits.run(() => this.#commit(closing));
  }

  #commit(closing: Closing): Committed {
    const sql = this.#sql;
    const { turn: id, end, entries, ops, nowMs } = closing;
    const seen = seenTurn(sql, id);
    const decided = decideCommit(closing, seen, joinedTo(sql, id));
    if (!seen || decided.kind === 'stale') return { kind: 'stale' };
    if (decided.kind === 'joined') {
      markJoined(sql, decided.answered, 'answered');
      return { kind: 'joined' };
    }
    closeTurn(sql, id, end, nowMs, false);
    for (const joined of decided.closed) closeTurn(sql, joined, decided.together, nowMs, true);
    for (const joined of decided.again)
      sql.run(`UPDATE turns SET state = 'waiting', joined = NULL, joined_read = 0 WHERE id = ?`, joined);
    this.#journal(seen.turn.session, seen.turn.lane, id, entries);
    const dropped = closeRun(sql, seen.turn, end, nowMs, ops);
    const again = decided.again.map((joined) => this.#turn(joined));
    return { kind: 'committed', again, ...(dropped && { dropped }) };
  }

  release(turn: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE ops SET state = 'ready' WHERE turn = ? AND state = 'held'`, turn);
      this.#sql.run(`UPDATE turns SET released = 1 WHERE id = ?`, turn);
    });
  }

  handBack(turn: string, fence: number): Promise<boolean> {
    return this.#commits.run(() => {
      if (!mayHandBack(seenTurn(this.#sql, turn), fence)) return false;
      this.#waitAgain(turn);
      const joined = joinedTo(this.#sql, turn).map(({ id }) => id);
      markJoined(this.#sql, joined, 'unread');
      this.#sql.run(`UPDATE turns SET starts = starts - 1 WHERE id = ?`, turn);
      return true;
    });
  }

  /** A start that came to nothing is no attempt of its run. */
  #waitAgain(turn: string): void {
    this.#sql.run(`UPDATE turns SET state = 'waiting' WHERE id = ?`, turn);
    this.#sql.run(
      `UPDATE runs SET status = 'queued', started_at = NULL, attempts = attempts - 1 WHERE id = ? AND status = 'running'`,
      turn,
    );
  }

  skip(turn: string, because: string, nowMs: number): Promise<boolean> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const seen = seenTurn(sql, turn);
      if (seen?.state !== 'waiting') return false;
      const end = skipped(because);
      closeTurn(sql, turn, end, nowMs, true);
      sql.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn);
      closeRun(sql, seen.turn, end, nowMs);
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
      journal(sql, lane, null, resetEntry(by, generation, nowMs), false);
      const running = sql
        .all(`SELECT * FROM turns WHERE lane = ? AND ${OPEN} AND state = 'running'`, lane)
        .map(turnOf);
      for (const cut of running) {
        for (const { id } of [cut, ...joinedTo(sql, cut.id)]) closeTurn(sql, id, RESET, nowMs, true);
        closeRun(sql, cut, RESET, nowMs);
      }
      return { generation, cutOff: running.map(({ id }) => id) };
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
      const { again, cutOff, unread, read } = decideRecover(leftTurns(sql), terms);
      for (const turn of again) this.#waitAgain(turn);
      markJoined(sql, unread, 'unread');
      markJoined(sql, read, 'read');
      const effects = (turn: string) =>
        sql.all(`SELECT what FROM effects WHERE turn = ? ORDER BY n`, turn).map((row) => text(row['what']));
      return {
        waiting: sql.all(`SELECT * FROM turns WHERE ${OPEN} AND state = 'waiting' ORDER BY seq`).map(turnOf),
        cutOff: cutOff.map((id) => ({
          started: startedOf(sql.get(`SELECT * FROM turns WHERE id = ?`, id)!),
          effects: effects(id),
        })),
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

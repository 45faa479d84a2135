import {
  closedBecause,
  decideAccept,
  decideDesk,
  isFromPlatform,
  mayJoin,
} from '../../sessions/decide-accept.ts';
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
  RecoverTerms,
  Started,
  TurnBook,
  Unflushed,
} from '../../sessions/turn-book.ts';
import type { Inbound, Turn, TurnEnd } from '../../sessions/turn.ts';
import { drainEvents } from './event-rows.ts';
import { closeRun, enterRun, skipSlot } from './run-rows.ts';
import {
  describeSession,
  dropFlushed,
  journal,
  openSession,
  openUnified,
  unflushedOf,
} from './session-rows.ts';
import type { Sql, Transaction } from './sql.ts';
import { handOver, openOf, takeLanes, turnsOf, waitingFor, waitingIds } from './turn-desks.ts';
import { json, number, text } from './values.ts';
import {
  closeTurn,
  cutOffTurns,
  insertTurn,
  joinedTo,
  leftTurns,
  markJoined,
  OPEN,
  runningIn,
  seenTurn,
  startedOf,
  turnOf,
  waitAgain,
  queueAgain,
} from './turn-rows.ts';
import { TurnScopes } from './turn-scopes.ts';

export class SqlTurnBook implements TurnBook {
  readonly #sql: Sql;
  readonly #scopes = new TurnScopes();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A transaction on one turn. */
  async #on<T>(turn: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#sql.transaction(work, await this.#scopes.of(this.#sql, turn));
  }

  accept(inbound: Inbound, terms: AcceptTerms): Promise<Accepted> {
    const scope = this.#scopes.ofNew(inbound, memoryKey(inbound.session, terms.unified));
    return this.#sql.transaction((tx) => this.#accept(tx, inbound, terms), scope);
  }

  async #accept(tx: Transaction, inbound: Inbound, terms: AcceptTerms): Promise<Accepted> {
    const { id, session, run } = inbound;
    const { nowMs } = terms;
    if (await tx.get(`SELECT 1 FROM turns WHERE id = ?`, id)) return { kind: 'known', id };
    const meet = isFromPlatform(inbound) ? describeSession : openSession;
    const closed = closedBecause(session, await meet(tx, { ...inbound, key: session }, nowMs));
    if (closed !== undefined) {
      // A run in a place that is gone is recorded as skipped, and the job moves on to its next slot.
      if (run) await skipSlot(tx, inbound, run, terms, closed);
      return { kind: 'refused', because: closed };
    }
    const lane = memoryKey(session, terms.unified);
    if (lane === UNIFIED) await openUnified(tx, nowMs);
    const refused = run && (await enterRun(tx, inbound, run, terms));
    if (refused !== undefined) return { kind: 'refused', because: refused };
    const running = mayJoin(inbound, terms) ? await runningIn(tx, lane) : undefined;
    const { joins, entry, isHeld } = decideAccept(inbound, terms, running);
    const desk = terms.desk && decideDesk(terms.desk, await openOf(tx, lane));
    const turn = await insertTurn(tx, inbound, { lane, joins, desk, nowMs });
    await this.#journal(tx, inbound, lane, [entry], isHeld);
    if (joins !== undefined) return { kind: 'joined', turn, running: joins };
    return { kind: 'queued', turn, ...(desk !== undefined && { desk }) };
  }

  /** Write to the session's transcript and, in unified mode, to the shared one as well. */
  async #journal(
    tx: Transaction,
    { id, session }: Pick<Turn, 'id' | 'session'>,
    lane: SessionKey,
    entries: readonly Entry[],
    held = false,
  ): Promise<void> {
    for (const key of new Set([session, lane]))
      for (const entry of entries) await journal(tx, key, id, entry, held);
  }

  defer(turn: string, nowMs: number): Promise<void> {
    return this.#on(turn, async (tx) => {
      await tx.run(
        `UPDATE runs SET status = 'deferred', deferred_at = ? WHERE id = ? AND status = 'queued'`,
        nowMs,
        turn,
      );
    });
  }

  start(turn: string, terms: { nowMs: number; deadlineMs: number }): Promise<Started> {
    return this.#on(turn, async (tx) => {
      const waiting = await tx.get(`SELECT lane FROM turns WHERE id = ? AND state = 'waiting'`, turn);
      if (!waiting) return { kind: 'gone', because: NOT_WAITING } as const;
      await tx.run(
        `UPDATE turns SET state = 'running', starts = starts + 1, fence = fence + 1, deadline = ?,
           generation = (SELECT generation FROM sessions WHERE key = turns.lane) WHERE id = ?`,
        terms.deadlineMs,
        turn,
      );
      await tx.run(
        `UPDATE journal SET held = 0,
           file_length = (SELECT flushed_length FROM sessions WHERE key = journal.session)
         WHERE turn = ? AND held = 1`,
        turn,
      );
      await tx.run(
        `UPDATE runs SET status = 'running', started_at = ?, attempts = attempts + 1 WHERE id = ?`,
        terms.nowMs,
        turn,
      );
      const row = (await tx.get(`SELECT * FROM turns WHERE id = ?`, turn))!;
      const started = startedOf(row);
      await drainEvents(tx, turn, started.turn.session, started.turn.lane);
      return { kind: 'started', ...started } as const;
    });
  }

  async readSteering(turn: string, fence: number): Promise<Entry[]> {
    // Usually nobody has joined, and then nothing is written. A message that joins just now is seen at the commit.
    if (!(await this.#sql.get(`SELECT 1 FROM turns WHERE joined = ? AND joined_read = 0`, turn))) return [];
    return this.#on(turn, async (tx) => {
      const seen = await seenTurn(tx, turn);
      if (!seen || !holds(seen, fence)) return [];
      const rows = await tx.all(
        `SELECT * FROM turns WHERE joined = ? AND joined_read = 0 ORDER BY seq`,
        turn,
      );
      await tx.run(`UPDATE turns SET joined_read = 1 WHERE joined = ? AND joined_read = 0`, turn);
      return rows.map((row) => openingEntry(json<Inbound>(row['inbound']), number(row['accepted_at'])));
    });
  }

  commit(closing: Closing): Promise<Committed> {
    return this.#on(closing.turn, (tx) => this.#commit(tx, closing));
  }

  async #commit(tx: Transaction, closing: Closing): Promise<Committed> {
    const { turn: id, end, entries, ops, nowMs } = closing;
    const seen = await seenTurn(tx, id);
    const decided = decideCommit(closing, seen, await joinedTo(tx, id));
    if (!seen || decided.kind === 'stale') return { kind: 'stale' };
    if (decided.kind === 'joined') {
      await markJoined(tx, decided.answered, 'answered');
      return { kind: 'joined' };
    }
    await closeTurn(tx, id, end, nowMs, false);
    for (const joined of decided.closed) await closeTurn(tx, joined, decided.together, nowMs, true);
    const again: Turn[] = [];
    for (const joined of decided.again) again.push(await queueAgain(tx, joined, id));
    await this.#journal(tx, seen.turn, seen.turn.lane, entries);
    const dropped = await closeRun(tx, seen.turn, end, nowMs, ops);
    return { kind: 'committed', again, ...(dropped && { dropped }) };
  }

  release(turn: string): Promise<void> {
    return this.#on(turn, async (tx) => {
      await tx.run(`UPDATE ops SET state = 'ready' WHERE turn = ? AND state = 'held'`, turn);
      await tx.run(`UPDATE turns SET released = 1 WHERE id = ?`, turn);
    });
  }

  handBack(turn: string, fence: number): Promise<boolean> {
    return this.#on(turn, async (tx) => {
      if (!mayHandBack(await seenTurn(tx, turn), fence)) return false;
      await waitAgain(tx, turn);
      const joined = (await joinedTo(tx, turn)).map(({ id }) => id);
      await markJoined(tx, joined, 'unread');
      await tx.run(`UPDATE turns SET starts = starts - 1 WHERE id = ?`, turn);
      return true;
    });
  }

  skip(turn: string, because: string, nowMs: number): Promise<Turn[] | undefined> {
    return this.#on(turn, async (tx) => {
      const seen = await seenTurn(tx, turn);
      if (seen?.state !== 'waiting') return undefined;
      const again: Turn[] = [];
      for (const { id } of await joinedTo(tx, turn)) again.push(await queueAgain(tx, id, turn));
      const end = skipped(because);
      await closeTurn(tx, turn, end, nowMs, true);
      await tx.run(`DELETE FROM journal WHERE turn = ? AND held = 1`, turn);
      await closeRun(tx, seen.turn, end, nowMs);
      return again;
    });
  }

  reset(lane: SessionKey, by: string, nowMs: number): Promise<{ generation: number; cutOff: string[] }> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        `UPDATE sessions SET generation = generation + 1, updated_at = ? WHERE key = ?`,
        nowMs,
        lane,
      );
      const row = await tx.get(`SELECT generation FROM sessions WHERE key = ?`, lane);
      if (!row) return { generation: 0, cutOff: [] };
      const generation = number(row['generation']);
      await journal(tx, lane, null, resetEntry(by, generation, nowMs), false);
      const running = (
        await tx.all(`SELECT * FROM turns WHERE lane = ? AND ${OPEN} AND state = 'running'`, lane)
      ).map(turnOf);
      for (const cut of running) {
        for (const { id } of [cut, ...(await joinedTo(tx, cut.id))])
          await closeTurn(tx, id, RESET, nowMs, true);
        await closeRun(tx, cut, RESET, nowMs);
      }
      return { generation, cutOff: running.map(({ id }) => id) };
    });
  }

  unflushed(session: SessionKey): Promise<Unflushed | undefined> {
    return unflushedOf(this.#sql, session);
  }

  flushed(session: SessionKey, written: Flushed): Promise<void> {
    return this.#sql.transaction((tx) => dropFlushed(tx, session, written), { about: [session] });
  }

  recover(terms: RecoverTerms): Promise<Recovered> {
    return this.#sql.transaction(async (tx) => {
      const { again, cutOff, unread, read } = decideRecover(await leftTurns(tx, terms.desks), terms);
      for (const turn of again) await waitAgain(tx, turn);
      await markJoined(tx, unread, 'unread');
      await markJoined(tx, read, 'read');
      if (terms.desk !== undefined) await handOver(tx, terms.desk, { from: terms.desks, cutOff });
      const waiting = await waitingFor(tx, terms.desk);
      const flush = await tx.all(`SELECT DISTINCT session FROM journal WHERE held = 0`);
      const release = await tx.all(
        `SELECT id FROM turns WHERE state = 'closed' AND released = 0 ORDER BY seq`,
      );
      return {
        waiting,
        cutOff: await cutOffTurns(tx, cutOff),
        flush: flush.map((row) => text(row['session']) as SessionKey),
        release: release.map((row) => text(row['id'])),
      };
    });
  }

  async take(desk: string, lanes: number, isKnown: (turn: string) => boolean = () => false): Promise<Turn[]> {
    if (lanes > 0) await takeLanes(this.#sql, desk, lanes);
    const fresh = (await waitingIds(this.#sql, desk)).filter((turn) => !isKnown(turn));
    const turns = await turnsOf(this.#sql, fresh);
    for (const turn of turns) this.#scopes.learn(turn);
    return turns;
  }

  async waiting(lane: SessionKey): Promise<string[]> {
    const rows = await this.#sql.all(
      `SELECT id FROM turns WHERE lane = ? AND ${OPEN} AND state = 'waiting' ORDER BY seq`,
      lane,
    );
    return rows.map((row) => text(row['id']));
  }

  async find(turn: string): Promise<FoundTurn | undefined> {
    const row = await this.#sql.get(`SELECT state, ending FROM turns WHERE id = ?`, turn);
    if (!row) return undefined;
    const state = text(row['state']) as 'waiting' | 'running' | 'joined' | 'closed';
    return state === 'closed' ? { state, end: json<TurnEnd>(row['ending']) } : { state };
  }
}

/**
 * The conductor: takes inbound turns through the protocol of a turn (`turn-book.ts`), one at a time in a memory.
 *
 * - An accepted turn is stored, whatever happens next.
 * - At its deadline a turn is closed and its lane is free, even if its performer ignores the signal.
 * - Every started turn leaves a closure: the answer, or a line that says why there is none.
 * - When the desk closes, running turns are handed back. They run again after the restart.
 */
import { deadline } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { interrupted, skipped } from './endings.ts';
import type { Readers } from './endings.ts';
import { insist } from '../async/insist.ts';
import { memoryKey } from './key.ts';
import type { SessionKey } from './key.ts';
import { EmbeddedTurnQueue } from './embedded-turn-queue.ts';
import type { NewOp } from './op.ts';
import type { PerformTurn } from './perform.ts';
import { DeskClosing, SessionClosed, SessionReset, TimedOut } from './stop-reasons.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import type { Accepted, AcceptTerms, DroppedRetry, TurnBook } from './turn-book.ts';
import { TurnEnds } from './turn-ends.ts';
import type { TurnQueue } from './turn-queue.ts';
import { TurnRun } from './turn-run.ts';
import type { TurnRunDeps } from './turn-run.ts';
import type { Inbound, StartedTurn, Turn, TurnEnd } from './turn.ts';

export interface ConductorDeps {
  readonly book: TurnBook;
  readonly transcriptWriter: TranscriptWriter;
  readonly clock: Clock;
  readonly perform: PerformTurn;
  /** The messages that deliver a turn's answer. */
  readonly messages: (turn: Turn, end: TurnEnd) => NewOp[];
  /** For whom the endings are said that no performer words. */
  readonly readers?: (turn: Turn) => Readers;
  /** Whoever asks it for a turn waits in this process, and nobody else waits for that turn. */
  readonly attended?: boolean | undefined;
  /** The outbox has something to send. */
  readonly posted: () => void;
  /** Prepares a turn before it waits in its lane; outside lane and run slot. */
  readonly prepare?: (turn: Turn, signal: AbortSignal) => Promise<void>;
  readonly tell: (news: TurnNews) => void;
  /** Reports a failure in work that nobody waits for. */
  readonly failed: (what: string, error: unknown, turn?: Turn) => void;
  readonly unified: boolean;
  readonly slots: number;
  readonly defaultTimeoutMs: number;
  /** The default time limit for turns of a profile. */
  readonly timeoutMs?: (profile: string) => number;
}

export type TurnNews =
  | { readonly state: 'queued' | 'deferred' | 'running'; readonly turn: Turn }
  | {
      readonly state: 'finished';
      readonly turn: Turn;
      readonly end: TurnEnd;
      /** The turn's end replaced another attempt that its job was waiting for. */
      readonly dropped?: DroppedRetry;
    };

/** How recent a person's message must be for the desk to run its turn again after a crash. */
const FRESH_MS = 10 * 60_000;

export class Conductor {
  readonly #deps: ConductorDeps;
  readonly #queue: TurnQueue;
  readonly #running = new Map<string, AbortController>();
  readonly #ends: TurnEnds;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: ConductorDeps) {
    this.#deps = deps;
    const { clock, slots } = deps;
    this.#queue = new EmbeddedTurnQueue({ run: (turn) => this.#take(turn), elapsed: () => clock.elapsed(), slots });
    this.#ends = new TurnEnds({
      book: deps.book,
      tell: (turn, end, dropped) =>
        deps.tell({ state: 'finished', turn, end, ...(dropped && { dropped }) }),
      later: (work) => this.#later(work),
    });
  }

  /** Accept an inbound turn. It is stored when this resolves. */
  async submit(inbound: Inbound, slot: Omit<AcceptTerms, 'nowMs' | 'unified' | 'overdue'> = {}): Promise<Accepted> {
    const { book, clock, unified } = this.#deps;
    this.#closing.signal.throwIfAborted();
    const sinceMs = clock.elapsed();
    const overdue = this.#queue.hasOverdue(memoryKey(inbound.session, unified));
    const accepted = await book.accept(inbound, { ...slot, nowMs: clock.now(), unified, overdue });
    if (accepted.kind === 'queued') {
      this.#deps.tell({ state: 'queued', turn: accepted.turn });
      this.#later(this.#line(accepted.turn, sinceMs));
    }
    if (accepted.kind === 'joined') this.#later(this.#flush(accepted.turn));
    return accepted;
  }

  /**
   * Submit, and wait for the end, whatever it is: an answer, a reset, a deletion, a refusal.
   * @throws DeskClosing when the desk closes before that.
   */
  ask(inbound: Inbound): Promise<TurnEnd> {
    const { id } = inbound;
    return this.#ends.wait(id, async () => {
      const attended = this.#deps.attended === true && ({ attended: true } as const);
      const accepted = await this.submit({ ...inbound, ...attended });
      if (accepted.kind === 'refused') this.#ends.ended(id, skipped(accepted.because));
      if (accepted.kind === 'known' || accepted.kind === 'joined') await this.#ends.follow(id);
    });
  }

  /** Skip a waiting turn. @returns false when it doesn't wait. */
  async skip(turn: string, because: string): Promise<boolean> {
    this.#queue.withdraw(turn);
    const skipped = await this.#deps.book.skip(turn, because, this.#deps.clock.now());
    await this.#ends.hear(turn);
    return skipped;
  }

  /** Begin a new generation of a memory. The running turn is aborted; its result is discarded. */
  async reset(lane: SessionKey, by: string): Promise<{ generation: number }> {
    const { generation, cutOff } = await this.#deps.book.reset(lane, by, this.#deps.clock.now());
    for (const turn of cutOff) this.#running.get(turn)?.abort(new SessionReset('the session was reset'));
    await this.#deps.transcriptWriter.flush(lane);
    for (const turn of cutOff) await this.#ends.hear(turn);
    return { generation };
  }

  /**
   * Stop turns whose session was closed: waiting ones never start, results of running ones are discarded. Their
   * waiters are told.
   */
  async cutOff(turns: readonly string[], because: string): Promise<void> {
    for (const turn of turns) {
      this.#running.get(turn)?.abort(new SessionClosed(because));
      this.#queue.withdraw(turn);
    }
    for (const turn of turns) await this.#ends.hear(turn);
  }

  /** Whether nothing runs or waits in this memory. */
  isIdle(lane: SessionKey): boolean {
    return this.#queue.isIdle(lane);
  }

  runningIn(lane: SessionKey): Turn | undefined {
    return this.#queue.running(lane);
  }

  /** Take up what a dead desk left. Once, before anything is submitted. Turns that aren't `ours` to perform go on waiting. */
  async recover(ours: (turn: Turn) => boolean = () => true): Promise<{ waiting: number; cutOff: number }> {
    const { book, clock, transcriptWriter } = this.#deps;
    const left = await book.recover({ nowMs: clock.now(), personMaxAgeMs: FRESH_MS });
    for (const session of left.flush) await transcriptWriter.flush(session);
    for (const turn of left.release) await book.release(turn);
    for (const { started, effects } of left.cutOff) await this.#close(started, effects);
    const unheard = left.waiting.filter(({ attended }) => attended);
    for (const turn of unheard) await this.#leave(turn);
    const waiting = left.waiting.filter((turn) => !turn.attended && ours(turn));
    for (const turn of waiting) this.#later(this.#line(turn, this.#waitsSince(turn)));
    this.#deps.posted();
    return { waiting: waiting.length, cutOff: left.cutOff.length + unheard.length };
  }

  /** A turn that nobody waits for any more: it is closed, and said to be cut off. */
  async #leave(turn: Turn): Promise<void> {
    const { book, clock } = this.#deps;
    const started = await book.start(turn.id, { nowMs: clock.now(), deadlineMs: clock.now() });
    if (started.kind === 'started') await this.#close(started, []);
  }

  /** A turn that a dead process left. */
  async #close(started: StartedTurn, effects: readonly string[]): Promise<void> {
    const { turn } = started;
    this.#ends.taken(turn);
    const end = interrupted(effects, this.#readers(turn), turn.attended ? 'asker' : 'desk');
    await this.#turnRun(started, 999).settle(end, true);
  }

  #readers(turn: Turn): Readers {
    return this.#deps.readers?.(turn) ?? { locale: 'en' };
  }

  /** Start nothing more, abort what runs, and resolve when it has stopped. */
  async close(): Promise<void> {
    this.#queue.close();
    this.#closing.abort(new DeskClosing('the desk is closing'));
    for (const running of this.#running.values()) running.abort(this.#closing.signal.reason);
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    this.#ends.close(this.#closing.signal.reason as Error);
  }

  /** Resolves when no turn runs or waits. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0 || (this.#queue.size > 0 && !this.#closing.signal.aborted))
      await Promise.allSettled(this.#pending);
  }

  #later(work: Promise<void>): void {
    const pending = work.catch((error: unknown) => {
      if (!(error instanceof DeskClosing)) this.#deps.failed('a turn', error);
    });
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
  }

  /** Let a turn's started writes finish before the desk closes, even when the turn was overtaken. */
  #finishing<T>(work: Promise<T>): Promise<T> {
    const pending = work.then(
      () => {},
      () => {}, // The caller gets the error.
    );
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
    return work;
  }

  /** In monotonic time, so that setting the clock makes no turn wait longer. */
  #waitsSince({ acceptedAtMs }: Turn): number {
    const { clock } = this.#deps;
    return clock.elapsed() - Math.max(0, clock.now() - acceptedAtMs);
  }

  /** Prepare a turn, then let it wait in its lane. */
  async #line(turn: Turn, sinceMs: number): Promise<void> {
    this.#ends.taken(turn);
    await this.#insist('writing a message down', () => this.#flush(turn));
    try {
      await this.#deps.prepare?.(turn, this.#closing.signal);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#deps.failed(`preparing ${turn.id}`, error);
    }
    this.#closing.signal.throwIfAborted();
    const found = await this.#insist('looking at a turn', () => this.#deps.book.find(turn.id));
    if (found?.state !== 'waiting') return this.#ends.hear(turn.id); // It was skipped meanwhile.
    const atOnce = this.#queue.enter(turn, sinceMs);
    if (atOnce || turn.kind !== 'scheduled') return;
    await this.#insist('deferring a turn', () => this.#deps.book.defer(turn.id, this.#deps.clock.now()));
    this.#deps.tell({ state: 'deferred', turn });
  }

  async #flush(turn: Turn): Promise<void> {
    for (const key of new Set([turn.session, turn.lane])) await this.#deps.transcriptWriter.flush(key);
  }

  /** One turn, from start to release. Never rejects, because it holds the lane. */
  async #take(turn: Turn): Promise<void> {
    const work = this.#run(turn);
    this.#later(work);
    await work.catch(() => {}); // #later reports it.
  }

  async #run(turn: Turn): Promise<void> {
    const { book, clock, defaultTimeoutMs, timeoutMs } = this.#deps;
    const allowedMs = turn.timeoutMs ?? timeoutMs?.(turn.profile) ?? defaultTimeoutMs;
    const answer = await this.#insist('starting a turn', () =>
      book.start(turn.id, { nowMs: clock.now(), deadlineMs: clock.now() + allowedMs }),
    );
    if (answer.kind === 'gone') return this.#ends.hear(turn.id);
    const started: StartedTurn = answer;
    this.#deps.tell({ state: 'running', turn });
    const stop = new AbortController();
    this.#running.set(turn.id, stop);
    try {
      await this.#insist('writing a trigger down', () => this.#flush(turn));
      // Time spent waiting for the disk doesn't count.
      const limit = deadline(clock, clock.now() + allowedMs, new TimedOut('out of time'), stop.signal);
      await this.#turnRun(started).perform(limit.signal).finally(() => limit.clear());
    } finally {
      this.#running.delete(turn.id);
    }
  }

  #turnRun(started: StartedTurn, n?: number): TurnRun {
    const deps: TurnRunDeps = {
      ...this.#deps,
      readers: (turn) => this.#readers(turn),
      insist: (what, write, signal) => this.#insist(what, write, signal),
      finishing: (work) => this.#finishing(work),
      flush: (turn) => this.#flush(turn),
      hear: (turn) => this.#ends.hear(turn),
      closed: (turn, end, { again, dropped }) => {
        this.#deps.posted();
        for (const one of again) this.#later(this.#line(one, this.#waitsSince(one)));
        this.#ends.ended(turn.id, end, dropped);
      },
    };
    return new TurnRun(deps, started, n);
  }

  /** Retry until it succeeds or the desk closes; the restart then decides. */
  #insist<T>(what: string, write: () => Promise<T>, signal = this.#closing.signal): Promise<T> {
    const { clock, failed } = this.#deps;
    return insist(write, { clock, signal, failed: (error) => failed(what, error) });
  }
}

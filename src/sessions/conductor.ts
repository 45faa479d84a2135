/**
 * The conductor: brings what came in through the protocol of a turn (`turn-book.ts`), one at a time in a memory.
 *
 * - What was accepted is written down, whatever happens next.
 * - A turn is closed at its deadline, and its lane is free, even if its performer ignores the signal.
 * - Every started turn leaves a closure: the answer, or a line that says why there is none.
 * - When the desk closes, running turns are handed back and run again after the restart.
 */
import { deadline } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { interrupted, skipped } from './endings.ts';
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
  /** The messages that carry a text to where the turn's session is. */
  readonly messages: (turn: Turn, end: TurnEnd) => NewOp[];
  /** The outbox has something to send. */
  readonly posted: () => void;
  /** What has to be ready before the turn may wait in its lane; outside lane and run slot. */
  readonly prepare?: (turn: Turn, signal: AbortSignal) => Promise<void>;
  readonly tell: (news: TurnNews) => void;
  /** Something failed that nobody waits for. */
  readonly failed: (what: string, error: unknown, turn?: Turn) => void;
  readonly unified: boolean;
  readonly slots: number;
  readonly defaultTimeoutMs: number;
  /** How long turns of a profile may take, when nothing else was asked for. */
  readonly timeoutMs?: (profile: string) => number;
}

export type TurnNews =
  | { readonly state: 'queued' | 'deferred' | 'running'; readonly turn: Turn }
  | {
      readonly state: 'finished';
      readonly turn: Turn;
      readonly end: TurnEnd;
      /** Its end took the place of another try that its job was waiting for. */
      readonly dropped?: DroppedRetry;
    };

/** People's messages that a dead desk left half-answered are answered when they are this fresh. */
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

  /** Accept something that came in. When it resolves, it is written down. */
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
   * Submit, and wait for the end, whichever it is: an answer, a reset, a deletion, a refusal.
   * @throws DeskClosing when the desk closes before that.
   */
  ask(inbound: Inbound): Promise<TurnEnd> {
    const { id } = inbound;
    return this.#ends.wait(id, async () => {
      const accepted = await this.submit(inbound);
      if (accepted.kind === 'refused') this.#ends.ended(id, skipped(accepted.because));
      if (accepted.kind === 'known' || accepted.kind === 'joined') await this.#ends.follow(id);
    });
  }

  /** Skip a turn that waits. @returns false when it doesn't, or no longer. */
  async skip(turn: string, because: string): Promise<boolean> {
    this.#queue.withdraw(turn);
    const skipped = await this.#deps.book.skip(turn, because, this.#deps.clock.now());
    await this.#ends.hear(turn);
    return skipped;
  }

  /** Begin a new generation of a memory: the running turn is cut off, and its result never arrives. */
  async reset(lane: SessionKey, by: string): Promise<{ generation: number }> {
    const { generation, cutOff } = await this.#deps.book.reset(lane, by, this.#deps.clock.now());
    for (const turn of cutOff) this.#running.get(turn)?.abort(new SessionReset('the session was reset'));
    await this.#deps.transcriptWriter.flush(lane);
    for (const turn of cutOff) await this.#ends.hear(turn);
    return { generation };
  }

  /**
   * Stop turns that were closed by whoever closed their session: those that wait never start, and the results of those
   * that run can no longer arrive. Whoever follows them is told.
   */
  async cutOff(turns: readonly string[], because: string): Promise<void> {
    for (const turn of turns) {
      this.#running.get(turn)?.abort(new SessionClosed(because));
      this.#queue.withdraw(turn);
    }
    for (const turn of turns) await this.#ends.hear(turn);
  }

  /** Nothing runs or waits in this memory. */
  isIdle(lane: SessionKey): boolean {
    return this.#queue.isIdle(lane);
  }

  runningIn(lane: SessionKey): Turn | undefined {
    return this.#queue.running(lane);
  }

  /**
   * Take up what a dead desk left. Once, before anything is submitted. Turns that are not `ours` to perform go on
   * waiting.
   */
  async recover(ours: (turn: Turn) => boolean = () => true): Promise<{ waiting: number; cutOff: number }> {
    const { book, clock, transcriptWriter } = this.#deps;
    const left = await book.recover({ nowMs: clock.now(), personMaxAgeMs: FRESH_MS });
    for (const session of left.flush) await transcriptWriter.flush(session);
    for (const turn of left.release) await book.release(turn);
    for (const { started, effects } of left.cutOff) {
      this.#ends.taken(started.turn);
      await this.#turnRun(started, 999).settle(interrupted(effects), true);
    }
    const waiting = left.waiting.filter(ours);
    for (const turn of waiting) this.#later(this.#line(turn, this.#waitsSince(turn)));
    this.#deps.posted();
    return { waiting: waiting.length, cutOff: left.cutOff.length };
  }

  /** Start nothing more, stop what runs, and resolve when it has stopped. */
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

  /** What a turn has begun to write is finished before the desk is closed, also when the turn was overtaken. */
  #finishing<T>(work: Promise<T>): Promise<T> {
    const pending = work.then(
      () => {},
      () => {}, // told by whoever asked for it
    );
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
    return work;
  }

  /** On the clock that nobody sets; that the other one was set since the turn came makes nobody wait for longer. */
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
    if (found?.state !== 'waiting') return this.#ends.hear(turn.id); // skipped meanwhile
    const atOnce = this.#queue.enter(turn, sinceMs);
    if (atOnce || turn.kind !== 'scheduled') return;
    await this.#insist('deferring a turn', () => this.#deps.book.defer(turn.id, this.#deps.clock.now()));
    this.#deps.tell({ state: 'deferred', turn });
  }

  async #flush(turn: Turn): Promise<void> {
    for (const key of new Set([turn.session, turn.lane])) await this.#deps.transcriptWriter.flush(key);
  }

  /** One turn, from start to release. Never rejects: it holds the lane. */
  async #take(turn: Turn): Promise<void> {
    const work = this.#run(turn);
    this.#later(work);
    await work.catch(() => {}); // told by #later
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
      // The time that it had to wait for the disk is not its own.
      const limit = deadline(clock, clock.now() + allowedMs, new TimedOut('out of time'), stop.signal);
      await this.#turnRun(started).perform(limit.signal).finally(() => limit.clear());
    } finally {
      this.#running.delete(turn.id);
    }
  }

  #turnRun(started: StartedTurn, n?: number): TurnRun {
    const deps: TurnRunDeps = {
      ...this.#deps,
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

  /** Gives up when the desk closes; then the restart decides. */
  #insist<T>(what: string, write: () => Promise<T>, signal = this.#closing.signal): Promise<T> {
    const { clock, failed } = this.#deps;
    return insist(write, { clock, signal, failed: (error) => failed(what, error) });
  }
}

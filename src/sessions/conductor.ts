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
import { skipped } from './endings.ts';
import type { Readers } from './endings.ts';
import { insist } from '../async/insist.ts';
import { Pending } from '../async/pending.ts';
import { memoryKey } from './key.ts';
import type { SessionKey } from './key.ts';
import { EmbeddedTurnQueue } from './embedded-turn-queue.ts';
import type { NewOp } from './op.ts';
import type { PerformTurn } from './perform.ts';
import { DeskClosing, SessionClosed, SessionReset, TimedOut } from './stop-reasons.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import type { Accepted, AcceptTerms, TurnBook } from './turn-book.ts';
import { TurnEnds } from './turn-ends.ts';
import type { TurnNews } from './turn-news.ts';
import type { TurnPeers } from './peers.ts';
import type { TurnQueue } from './turn-queue.ts';
import { SharedTurns } from './shared-turns.ts';
import { lineOrLeave, takeUp } from './take-up.ts';
import type { TakenUp } from './take-up.ts';
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
  /** Other desks that take turns from the same book. */
  readonly peers?: TurnPeers | undefined;
  /** Whoever asks it for a turn waits in this process, and nobody else waits for that turn. */
  readonly attended?: boolean | undefined;
  /** The outbox has something to send. */
  readonly posted: () => void;
  /** Prepares a turn before it waits in its lane; outside lane and run slot. */
  readonly prepare?: (turn: Turn, signal: AbortSignal) => Promise<void>;
  readonly report: (news: TurnNews) => void;
  /** Reports a failure in work that nobody waits for. */
  readonly failed: (what: string, error: unknown, turn?: Turn) => void;
  readonly unified: boolean;
  readonly slots: number;
  readonly defaultTimeoutMs: number;
  /** The default time limit for turns of a profile. */
  readonly timeoutMs?: (profile: string) => number;
}

export class Conductor {
  readonly shared: SharedTurns;
  readonly #deps: ConductorDeps;
  readonly #queue: TurnQueue;
  readonly #running = new Map<string, AbortController>();
  readonly #ends: TurnEnds;
  readonly #pending: Pending;
  readonly #closing = new AbortController();

  constructor(deps: ConductorDeps) {
    this.#deps = deps;
    const { clock, slots } = deps;
    this.#pending = new Pending((error) => {
      if (!(error instanceof DeskClosing)) deps.failed('a turn', error);
    });
    this.#queue = new EmbeddedTurnQueue({ run: (turn) => this.#take(turn), elapsed: () => clock.elapsed(), slots });
    this.#ends = new TurnEnds({
      book: deps.book,
      report: (turn, end, dropped) =>
        deps.report({ state: 'finished', turn, end, ...(dropped && { dropped }) }),
      later: (work) => this.#pending.later(work),
    });
    this.shared = new SharedTurns({
      ...{ book: deps.book, peers: deps.peers, slots, ends: this.#ends, closing: this.#closing.signal },
      takeUp: (turn) => void lineOrLeave(turn, this.#takenUp()),
      stop: (turns, because) => this.#stop(turns, because),
      later: (work) => this.#pending.later(work),
    });
  }

  /** Accept an inbound turn. It is stored when this resolves. */
  async submit(inbound: Inbound, slot: Omit<AcceptTerms, 'nowMs' | 'unified' | 'overdue'> = {}): Promise<Accepted> {
    const { book, clock, unified } = this.#deps;
    this.#closing.signal.throwIfAborted();
    const sinceMs = clock.elapsed();
    const overdue = this.#queue.hasOverdue(memoryKey(inbound.session, unified));
    const terms = { ...slot, nowMs: clock.now(), unified, overdue };
    const accepted = await this.shared.accepting(inbound, (desk) => book.accept(inbound, { ...terms, desk }));
    // The desk closed meanwhile: who works next takes it up.
    if (this.#closing.signal.aborted) return accepted;
    if (accepted.kind === 'queued') {
      this.#deps.report({ state: 'queued', turn: accepted.turn });
      if (this.shared.isOurs(accepted.desk)) this.#pending.later(this.#line(accepted.turn, sinceMs));
    }
    if (accepted.kind === 'joined') this.#pending.later(this.#write(accepted.turn, 'flush'));
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
      if (accepted.kind === 'refused') this.#ends.settle(id, skipped(accepted.because));
      if (accepted.kind === 'known' || accepted.kind === 'joined') await this.#ends.follow(id);
    });
  }

  /** Skip a waiting turn. @returns false when it doesn't wait. */
  async skip(turn: string, because: string): Promise<boolean> {
    if (this.#queue.withdraw(turn)) this.shared.finish(turn);
    const skipped = await this.#deps.book.skip(turn, because, this.#deps.clock.now());
    this.shared.signal({ kind: 'ended', turns: [turn] });
    this.shared.freed(skipped ?? []);
    await this.#ends.settleFromBook(turn);
    return skipped !== undefined;
  }

  /** Begin a new generation of a memory. The running turn is aborted; its result is discarded. */
  async reset(lane: SessionKey, by: string): Promise<{ generation: number }> {
    const { generation, cutOff } = await this.#deps.book.reset(lane, by, this.#deps.clock.now());
    this.#stop(cutOff);
    this.shared.signal({ kind: 'stopped', turns: cutOff });
    await this.#deps.transcriptWriter.flush(lane);
    for (const turn of cutOff) await this.#ends.settleFromBook(turn);
    return { generation };
  }

  /**
   * Stop turns whose session was closed: waiting ones never start, results of running ones are discarded. Their
   * waiters are told.
   */
  async cutOff(turns: readonly string[], because: string): Promise<void> {
    this.#stop(turns, because);
    this.shared.signal({ kind: 'stopped', turns, because });
    for (const turn of turns) await this.#ends.settleFromBook(turn);
  }

  /** @param because absent when their session was reset; its waiting turns stay. */
  #stop(turns: readonly string[], because?: string): void {
    const reason = because === undefined ? new SessionReset('the session was reset') : new SessionClosed(because);
    for (const turn of turns) {
      this.#running.get(turn)?.abort(reason);
      if (because !== undefined && this.#queue.withdraw(turn)) this.shared.finish(turn);
    }
  }

  /** Whether nothing runs or waits in this memory. */
  isIdle(lane: SessionKey): boolean {
    return this.#queue.isIdle(lane);
  }

  runningIn(lane: SessionKey): Turn | undefined {
    return this.#queue.running(lane);
  }

  /**
   * Take up what a dead desk left: once, before anything is submitted, and again when another desk is `gone`. Turns that
   * aren't `ours` to perform go on waiting.
   */
  recover(ours?: TakenUp['ours'], gone?: readonly string[]): ReturnType<typeof takeUp> {
    return takeUp({ ...this.#takenUp(), ours }, gone);
  }

  #takenUp(): TakenUp {
    return {
      ...this.#deps,
      taken: (turn) => this.#ends.taken(turn),
      readers: (turn) => this.#readers(turn),
      settle: (started, end) => this.#turnRun(started, 999).settle(end, true),
      line: (turn) => this.#pending.later(this.#line(turn, this.#waitsSince(turn))),
    };
  }

  #readers(turn: Turn): Readers {
    return this.#deps.readers?.(turn) ?? { locale: 'en' };
  }

  /** Start nothing more, abort what runs, and resolve when it has stopped. */
  async close(): Promise<void> {
    this.#queue.close();
    this.#closing.abort(new DeskClosing('the desk is closing'));
    for (const running of this.#running.values()) running.abort(this.#closing.signal.reason);
    while (!this.#pending.isEmpty) await this.#pending.settled();
    this.#ends.close(this.#closing.signal.reason as Error);
  }

  /** Resolves when no turn runs or waits. */
  async idle(): Promise<void> {
    while (!this.#pending.isEmpty || (this.#queue.size > 0 && !this.#closing.signal.aborted))
      await this.#pending.settled();
  }

  /** In monotonic time, so that setting the clock makes no turn wait longer. */
  #waitsSince({ acceptedAtMs }: Turn): number {
    const { clock } = this.#deps;
    return clock.elapsed() - Math.max(0, clock.now() - acceptedAtMs);
  }

  /** Prepare a turn, then let it wait in its lane. */
  async #line(turn: Turn, sinceMs: number): Promise<void> {
    this.#closing.signal.throwIfAborted();
    if (!this.shared.begin(turn.id)) return;
    this.#ends.taken(turn);
    // A job's trigger is held until its turn starts. It stays behind what came before it.
    const how = turn.kind === 'scheduled' ? 'after' : 'flush';
    await this.#insist('writing a message down', () => this.#write(turn, how));
    try {
      await this.#deps.prepare?.(turn, this.#closing.signal);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#deps.failed(`preparing ${turn.id}`, error);
    }
    this.#closing.signal.throwIfAborted();
    const found = await this.#insist('looking at a turn', () => this.#deps.book.find(turn.id));
    if (found?.state !== 'waiting') {
      this.shared.finish(turn.id);
      return this.#ends.settleFromBook(turn.id); // It was skipped meanwhile.
    }
    const atOnce = this.#queue.enter(turn, sinceMs);
    if (atOnce || turn.kind !== 'scheduled') return;
    await this.#insist('deferring a turn', () => this.#deps.book.defer(turn.id, this.#deps.clock.now()));
    this.#deps.report({ state: 'deferred', turn });
  }

  /** In the transcript of its session, and in unified mode in the shared one. */
  async #write({ session, lane }: Turn, how: 'flush' | 'draft' | 'after'): Promise<void> {
    for (const key of new Set([session, lane])) await this.#deps.transcriptWriter[how](key);
  }

  /** One turn, from start to release. Never rejects, because it holds the lane. */
  async #take(turn: Turn): Promise<void> {
    const work = this.#run(turn);
    this.#pending.later(work);
    await work.catch(() => {}); // #later reports it.
    this.shared.finish(turn.id);
  }

  async #run(turn: Turn): Promise<void> {
    const { book, clock, defaultTimeoutMs, timeoutMs } = this.#deps;
    // A third of a minute is no whole number of milliseconds, and the book has no others.
    const allowedMs = Math.ceil(turn.timeoutMs ?? timeoutMs?.(turn.profile) ?? defaultTimeoutMs);
    const answer = await this.#insist('starting a turn', () =>
      book.start(turn.id, { nowMs: clock.now(), deadlineMs: clock.now() + allowedMs }),
    );
    if (answer.kind === 'gone') return this.#ends.settleFromBook(turn.id);
    const started: StartedTurn = answer;
    this.#deps.report({ state: 'running', turn });
    const stop = new AbortController();
    this.#running.set(turn.id, stop);
    try {
      // The answer is flushed with it, in one wait for the disk.
      await this.#insist('writing a trigger down', () => this.#write(turn, 'draft'));
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
      finishing: (work) => this.#pending.finishing(work),
      flush: (turn) => this.#write(turn, 'flush'),
      hear: (turn) => this.#ends.settleFromBook(turn),
      closed: (turn, end, { again, dropped }) => {
        this.#deps.posted();
        for (const one of again) this.#pending.later(this.#line(one, this.#waitsSince(one)));
        this.#ends.settle(turn.id, end, dropped);
        this.shared.signal({ kind: 'ended', turns: [turn.id] });
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

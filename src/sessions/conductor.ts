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
import { BROKEN, DELETED, interrupted, OUT_OF_TIME, skipped } from './endings.ts';
import type { Entry } from './entry.ts';
import { memoryKey } from './key.ts';
import type { SessionKey } from './key.ts';
import { Lanes } from './lanes.ts';
import type { NewOp } from './op.ts';
import type { Pass, PerformTurn, Step } from './perform.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import type { Accepted, AcceptTerms, DroppedRetry, TurnBook } from './turn-book.ts';
import { closingEntry } from './turn-entries.ts';
import type { Inbound, StartedTurn, Turn, TurnEnd } from './turn.ts';

/** The desk is going down: what runs stops, and runs again after the restart. */
export class DeskClosing extends Error {
  override readonly name = 'DeskClosing';
}

class SessionReset extends Error {
  override readonly name = 'SessionReset';
}

class SessionClosed extends Error {
  override readonly name = 'SessionClosed';
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

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

/** Between two tries to write what has happened. */
const LONGEST_WAIT_MS = 30_000;

/** Entry numbers of one start of a turn: a second start never writes a number of the first. */
const NUMBERS_PER_START = 1_000;

/** What one start of a turn counts and collects. */
interface Start {
  /** The number of its next entry. */
  n: number;
  readonly kept: unknown[];
  /** What it was about to answer when more was said: that stays, however it ends. */
  drafted?: string;
}

export class Conductor {
  readonly #deps: ConductorDeps;
  readonly #lanes: Lanes;
  readonly #running = new Map<string, AbortController>();
  readonly #waiters = new Map<string, ((end: TurnEnd) => void)[]>();
  /** Turns that were taken up, and of whose end nobody was told yet. */
  readonly #open = new Map<string, Turn>();
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: ConductorDeps) {
    this.#deps = deps;
    const { clock, slots } = deps;
    this.#lanes = new Lanes({ run: (turn) => this.#take(turn), elapsed: () => clock.elapsed(), slots });
  }

  /** Accept something that came in. When it resolves, it is written down. */
  async submit(inbound: Inbound, slot: Omit<AcceptTerms, 'nowMs' | 'unified' | 'overdue'> = {}): Promise<Accepted> {
    const { book, clock, unified } = this.#deps;
    this.#closing.signal.throwIfAborted();
    const sinceMs = clock.elapsed();
    const overdue = this.#lanes.hasOverdue(memoryKey(inbound.session, unified));
    const accepted = await book.accept(inbound, { ...slot, nowMs: clock.now(), unified, overdue });
    if (accepted.kind === 'queued') {
      this.#deps.tell({ state: 'queued', turn: accepted.turn });
      this.#later(this.#line(accepted.turn, sinceMs));
    }
    if (accepted.kind === 'joined') this.#later(this.#flush(accepted.turn));
    return accepted;
  }

  /** Submit, and wait for the end, whichever it is: an answer, a reset, a deletion, a refusal. */
  async ask(inbound: Inbound): Promise<TurnEnd> {
    const ended = this.#ending(inbound.id);
    try {
      const accepted = await this.submit(inbound);
      if (accepted.kind === 'refused') this.#ended(inbound.id, skipped(accepted.because));
      if (accepted.kind === 'known') await this.#hear(inbound.id);
    } catch (error) {
      this.#waiters.delete(inbound.id);
      throw error;
    }
    return ended;
  }

  /** Skip a turn that waits. @returns false when it doesn't, or no longer. */
  async skip(turn: string, because: string): Promise<boolean> {
    this.#lanes.withdraw(turn);
    const skipped = await this.#deps.book.skip(turn, because, this.#deps.clock.now());
    await this.#hear(turn);
    return skipped;
  }

  /** Begin a new generation of a memory: the running turn is cut off, and its result never arrives. */
  async reset(lane: SessionKey, by: string): Promise<{ generation: number }> {
    const { generation, cutOff } = await this.#deps.book.reset(lane, by, this.#deps.clock.now());
    for (const turn of cutOff) this.#running.get(turn)?.abort(new SessionReset('the session was reset'));
    await this.#deps.transcriptWriter.flush(lane);
    for (const turn of cutOff) await this.#hear(turn);
    return { generation };
  }

  /**
   * Stop turns that were closed by whoever closed their session: those that wait never start, and the results of those
   * that run can no longer arrive. Whoever follows them is told.
   */
  async cutOff(turns: readonly string[], because: string): Promise<void> {
    for (const turn of turns) {
      this.#running.get(turn)?.abort(new SessionClosed(because));
      this.#lanes.withdraw(turn);
    }
    for (const turn of turns) await this.#hear(turn);
  }

  /** Nothing runs or waits in this memory. */
  isIdle(lane: SessionKey): boolean {
    return this.#lanes.isIdle(lane);
  }

  runningIn(lane: SessionKey): Turn | undefined {
    return this.#lanes.running(lane);
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
      this.#open.set(started.turn.id, started.turn);
      await this.#settle(started, interrupted(effects), { n: 999, kept: [] }, true);
    }
    const waiting = left.waiting.filter(ours);
    for (const turn of waiting) this.#later(this.#line(turn, this.#waitsSince(turn)));
    this.#deps.posted();
    return { waiting: waiting.length, cutOff: left.cutOff.length };
  }

  /** Start nothing more, stop what runs, and resolve when it has stopped. */
  async close(): Promise<void> {
    this.#lanes.close();
    this.#closing.abort(new DeskClosing('the desk is closing'));
    for (const running of this.#running.values()) running.abort(this.#closing.signal.reason);
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** Resolves when no turn runs or waits. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0 || (this.#lanes.size > 0 && !this.#closing.signal.aborted))
      await Promise.allSettled(this.#pending);
  }

  #ending(turn: string): Promise<TurnEnd> {
    return new Promise((resolve) => {
      this.#waiters.set(turn, [...(this.#waiters.get(turn) ?? []), resolve]);
    });
  }

  /** Told once, whoever ended it. */
  #ended(turn: string, end: TurnEnd, dropped?: DroppedRetry): void {
    const taken = this.#open.get(turn);
    this.#open.delete(turn);
    if (taken) this.#deps.tell({ state: 'finished', turn: taken, end, ...(dropped && { dropped }) });
    for (const tell of this.#waiters.get(turn) ?? []) tell(end);
    this.#waiters.delete(turn);
  }

  /** A turn may have been ended by somebody else than its performer: whoever waits for it is told how. */
  async #hear(turn: string): Promise<void> {
    if (!this.#waiters.has(turn) && !this.#open.has(turn)) return;
    const found = await this.#deps.book.find(turn);
    if (!found) this.#ended(turn, DELETED);
    if (found?.state === 'closed') this.#ended(turn, found.end);
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
    this.#open.set(turn.id, turn);
    await this.#insist('writing a message down', () => this.#flush(turn));
    try {
      await this.#deps.prepare?.(turn, this.#closing.signal);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#deps.failed(`preparing ${turn.id}`, error);
    }
    this.#closing.signal.throwIfAborted();
    const found = await this.#deps.book.find(turn.id);
    if (found?.state !== 'waiting') return this.#hear(turn.id); // skipped meanwhile
    const atOnce = this.#lanes.enter(turn, sinceMs);
    if (atOnce || turn.kind !== 'scheduled') return;
    await this.#deps.book.defer(turn.id, this.#deps.clock.now());
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
    const nowMs = clock.now();
    const allowedMs = turn.timeoutMs ?? timeoutMs?.(turn.profile) ?? defaultTimeoutMs;
    const answer = await book.start(turn.id, { nowMs, deadlineMs: nowMs + allowedMs });
    if (answer.kind === 'gone') return this.#hear(turn.id);
    const started: StartedTurn = answer;
    this.#deps.tell({ state: 'running', turn });
    const stop = new AbortController();
    this.#running.set(turn.id, stop);
    try {
      await this.#insist('writing a trigger down', () => this.#flush(turn));
      // The time that it had to wait for the disk is not its own.
      const limit = deadline(clock, clock.now() + allowedMs, new TimedOut('out of time'), stop.signal);
      await this.#perform(started, limit.signal).finally(() => limit.clear());
    } finally {
      this.#running.delete(turn.id);
    }
  }

  async #perform(started: StartedTurn, signal: AbortSignal): Promise<void> {
    const { transcriptWriter, clock, book } = this.#deps;
    const { turn, fence } = started;
    const start: Start = { n: fence * NUMBERS_PER_START, kept: [] };
    let effects = 0;
    let isClosed = false;
    const pass: Pass = {
      started,
      signal,
      step: (step: Step) => {
        signal.throwIfAborted();
        const meta = { ...step.meta, turn: turn.id, kind: 'step' as const };
        const entry: Entry = { v: 1, id: `${turn.id}:${start.n++}`, ts: clock.now(), ...step, meta };
        return this.#finishing(this.#jot(turn, entry, transcriptWriter, signal));
      },
      joined: () => book.readSteering(turn.id, fence),
      nextEffect: () => fence * NUMBERS_PER_START + effects++,
      kept: start.kept,
      keep: (value) => void start.kept.push(value),
      settle: async (end) => {
        const answer = await this.#finishing(this.#settle(started, end, start, false));
        if (answer === 'closed') isClosed = true;
        else if (end.status === 'ok') start.drafted = end.summary;
        return answer;
      },
    };
    const work = this.#deps.perform(pass);
    const stopped = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      await Promise.race([work, stopped]);
      if (!isClosed) throw new Error('the turn was left without an end');
    } catch (error) {
      work.catch(() => {}); // it was overtaken: its own end no longer counts
      await this.#broken(started, signal.aborted ? signal.reason : error, start);
    }
  }

  /** While its turn goes on: what waits for a full disk must not stand after its session's end. */
  async #jot(turn: Turn, entry: Entry, transcriptWriter: TranscriptWriter, signal: AbortSignal): Promise<void> {
    for (const key of new Set([turn.session, turn.lane]))
      await this.#insist('writing a step down', () => transcriptWriter.jot(key, [entry]), signal);
  }

  /** A turn that didn't close by itself: hand it back, or close it with a line that says why. */
  async #broken(started: StartedTurn, reason: unknown, start: Start): Promise<void> {
    // Closed already.
    if (reason instanceof SessionReset || reason instanceof SessionClosed) return this.#hear(started.turn.id);
    if (reason instanceof DeskClosing) {
      await this.#deps.book.handBack(started.turn.id, started.fence);
      return;
    }
    const timedOut = reason instanceof TimedOut;
    const error = reason instanceof Error ? reason.message : String(reason);
    if (!timedOut) this.#deps.failed(`turn ${started.turn.id}`, reason, started.turn);
    const end: TurnEnd = timedOut
      ? { status: 'timed_out', summary: OUT_OF_TIME, error }
      : { status: 'failed', summary: BROKEN, error };
    await this.#settle(started, end, start, true);
  }

  async #settle(
    started: StartedTurn,
    ending: TurnEnd,
    start: Start,
    final: boolean,
  ): Promise<'closed' | 'joined'> {
    const { book, clock } = this.#deps;
    const { turn, fence } = started;
    const whole = ending.status === 'ok' ? ending : { ...ending, summary: withDraft(start, ending.summary) };
    const end = start.kept.length > 0 ? { ...whole, kept: [...start.kept] } : whole;
    const entries = [closingEntry(turn, start.n++, end, clock.now())];
    const ops = end.status === 'quiet' || end.status === 'skipped' ? [] : this.#deps.messages(turn, end);
    const answer = await this.#insist('closing a turn', () =>
      book.commit({ turn: turn.id, fence, end, entries, ops, nowMs: clock.now(), final }),
    );
    if (answer.kind === 'joined') return 'joined';
    if (answer.kind === 'stale') {
      await this.#hear(turn.id);
      return 'closed'; // overtaken: dropped
    }
    await this.#insist('writing an answer down', () => this.#flush(turn));
    await this.#insist('releasing an answer', () => book.release(turn.id));
    this.#deps.posted();
    for (const again of answer.again) this.#later(this.#line(again, this.#waitsSince(again)));
    this.#ended(turn.id, end, answer.dropped);
    return 'closed';
  }

  /**
   * Write what happened, again and again while it can't be written (a full disk, say): it happened, and must not
   * happen twice. Gives up when the desk closes; then the restart decides.
   */
  async #insist<T>(what: string, write: () => Promise<T>, signal = this.#closing.signal): Promise<T> {
    const { clock, failed } = this.#deps;
    for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await write();
      } catch (error) {
        failed(what, error);
        await clock.until(clock.now() + waitMs, signal);
      }
    }
  }
}

function withDraft({ drafted }: Start, summary: string): string {
  return drafted === undefined ? summary : `${drafted}\n\n${summary}`;
}

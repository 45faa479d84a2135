/**
 * One start of a turn, from its first step to its closure: provides the pass for its performer, and closes the turn
 * in every case.
 */
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../time/clock.ts';
import { BROKEN, OUT_OF_TIME } from './endings.ts';
import type { Readers } from './endings.ts';
import type { Entry } from './entry.ts';
import type { NewOp } from './op.ts';
import type { Pass, PerformTurn, Step } from './perform.ts';
import { DeskClosing, SessionClosed, SessionReset, TimedOut } from './stop-reasons.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import type { DroppedRetry, TurnBook } from './turn-book.ts';
import { closingEntry } from './turn-entries.ts';
import type { StartedTurn, Turn, TurnEnd } from './turn.ts';

export interface TurnRunDeps {
  readonly book: TurnBook;
  readonly transcriptWriter: TranscriptWriter;
  readonly clock: Clock;
  readonly perform: PerformTurn;
  readonly messages: (turn: Turn, end: TurnEnd) => NewOp[];
  readonly readers: (turn: Turn) => Readers;
  /** Something failed that nobody waits for. */
  readonly failed: (what: string, error: unknown, turn?: Turn) => void;
  /** Retry a write until it succeeds or is pointless. */
  readonly insist: <T>(what: string, write: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Let started work finish before the desk closes. */
  readonly finishing: <T>(work: Promise<T>) => Promise<T>;
  readonly flush: (turn: Turn) => Promise<void>;
  /** The turn was ended elsewhere: tell its waiters. */
  readonly hear: (turn: string) => Promise<void>;
  /** It is closed and its answer released. `again`: messages that had joined it and are now turns of their own. */
  readonly closed: (turn: Turn, end: TurnEnd, then: { again: readonly Turn[]; dropped?: DroppedRetry }) => void;
}

/** The range of entry numbers of one start of a turn, so that a second start never reuses a number of the first. */
const NUMBERS_PER_START = 1_000;

export class TurnRun {
  readonly #deps: TurnRunDeps;
  readonly #started: StartedTurn;
  readonly #kept: unknown[] = [];
  /** The number of its next entry. */
  #n: number;
  #effects = 0;
  #isClosed = false;
  /** The answer that was ready when more messages joined. It is kept, however the turn ends. */
  #drafted: string | undefined;

  /** @param n the number of its first entry. */
  constructor(deps: TurnRunDeps, started: StartedTurn, n = started.fence * NUMBERS_PER_START) {
    this.#deps = deps;
    this.#started = started;
    this.#n = n;
  }

  /** Have it performed, until it ends or the signal aborts. */
  async perform(signal: AbortSignal): Promise<void> {
    const work = this.#deps.perform(this.#pass(signal));
    const stopped = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      await Promise.race([work, stopped]);
      if (!this.#isClosed) throw new Error('the turn was left without an end');
    } catch (error) {
      work.catch(() => {}); // It was overtaken: its own end no longer counts.
      await this.#broken(signal.aborted ? signal.reason : error);
    }
  }

  #pass(signal: AbortSignal): Pass {
    const { book, clock, finishing } = this.#deps;
    const { turn, fence } = this.#started;
    return {
      started: this.#started,
      signal,
      step: (step: Step) => {
        signal.throwIfAborted();
        const meta = { ...step.meta, turn: turn.id, kind: 'step' as const };
        const entry: Entry = { v: 1, id: `${turn.id}:${this.#n++}`, ts: clock.now(), ...step, meta };
        return finishing(this.#jot(entry, signal));
      },
      joined: () => book.readSteering(turn.id, fence),
      nextEffect: () => fence * NUMBERS_PER_START + this.#effects++,
      kept: this.#kept,
      keep: (value) => void this.#kept.push(value),
      settle: async (end) => {
        const answer = await finishing(this.settle(end, false));
        if (answer === 'closed') this.#isClosed = true;
        else if (end.status === 'ok') this.#drafted = end.summary;
        return answer;
      },
    };
  }

  /** Only while the turn runs: a write that waits for a full disk must not land after its session's end. */
  async #jot(entry: Entry, signal: AbortSignal): Promise<void> {
    const { insist, transcriptWriter } = this.#deps;
    const { turn } = this.#started;
    for (const key of new Set([turn.session, turn.lane]))
      await insist('writing a step down', () => transcriptWriter.jot(key, [entry]), signal);
  }

  /** A turn that didn't close by itself: hand it back, or close it with a line that says why. */
  async #broken(reason: unknown): Promise<void> {
    const { book, failed, hear } = this.#deps;
    const { turn, fence } = this.#started;
    if (reason instanceof SessionReset || reason instanceof SessionClosed) return hear(turn.id); // It is already closed.
    if (reason instanceof DeskClosing) {
      await book.handBack(turn.id, fence);
      return;
    }
    const timedOut = reason instanceof TimedOut;
    const error = errorMessage(reason);
    if (!timedOut) failed(`turn ${turn.id}`, reason, turn);
    const { locale } = this.#deps.readers(turn);
    const end: TurnEnd = timedOut
      ? { status: 'timed_out', summary: OUT_OF_TIME[locale], error }
      : { status: 'failed', summary: BROKEN[locale], error };
    await this.settle(end, true);
  }

  /**
   * Close the turn, and release its answer once that is on disk. @param final close even though people have joined.
   */
  async settle(ending: TurnEnd, final: boolean): Promise<'closed' | 'joined'> {
    const { book, clock, insist, messages, flush, hear, closed } = this.#deps;
    const { turn, fence } = this.#started;
    const end = this.#whole(ending);
    const entries = [closingEntry(turn, this.#n++, end, clock.now())];
    const ops = end.status === 'quiet' || end.status === 'skipped' ? [] : messages(turn, end);
    const answer = await insist('closing a turn', () =>
      book.commit({ turn: turn.id, fence, end, entries, ops, nowMs: clock.now(), final }),
    );
    if (answer.kind === 'joined') return 'joined';
    if (answer.kind === 'stale') {
      await hear(turn.id);
      return 'closed'; // It was overtaken: its end is dropped.
    }
    await insist('writing an answer down', () => flush(turn));
    await insist('releasing an answer', () => book.release(turn.id));
    closed(turn, end, answer);
    return 'closed';
  }

  /** The end with the values that its tools kept, and the answer that was ready. */
  #whole(ending: TurnEnd): TurnEnd {
    const isDraft = ending.status !== 'ok' && this.#drafted !== undefined;
    const end = isDraft ? { ...ending, summary: `${this.#drafted}\n\n${ending.summary}` } : ending;
    return this.#kept.length > 0 ? { ...end, kept: [...this.#kept] } : end;
  }
}

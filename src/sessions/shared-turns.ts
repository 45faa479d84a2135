/**
 * The turns of a book that several desks share: which of them this desk takes up, and what it hears of the others'. A desk
 * that is alone takes all. Nothing depends on a signal alone: `look` finds out what was missed.
 */
import type { AcceptingDesk, TurnBook } from './turn-book.ts';
import type { TurnEnds } from './turn-ends.ts';
import type { TurnPeers, TurnSignal } from './peers.ts';
import type { Inbound, Turn } from './turn.ts';

export interface SharedTurnsDeps {
  readonly book: Pick<TurnBook, 'take'>;
  /** Absent: no other desk can have the book. */
  readonly peers: TurnPeers | undefined;
  /** How many scheduled turns run at once here. */
  readonly slots: number;
  readonly ends: Pick<TurnEnds, 'settleAllFromBook' | 'settleWaited'>;
  readonly takeUp: (turn: Turn) => void;
  /** Stop performing turns that were closed. `because` is absent when their session was reset. */
  readonly stop: (turns: readonly string[], because?: string) => void;
  /** Work that nobody waits for. */
  readonly later: (work: Promise<void>) => void;
  /** The desk closes. */
  readonly closing: AbortSignal;
}

/** Beside others, a desk takes so many turns for each run slot, so that the next one is at hand. */
const TURNS_PER_SLOT = 2;
/** A desk that finishes turns takes lanes when it has room for so many for each slot: looking for them costs a read. */
const ROOM_PER_SLOT = 0.5;
const ALL = 1_000_000;

export class SharedTurns {
  readonly #deps: SharedTurnsDeps;
  /** The turns that this desk has taken up and not finished. */
  readonly #here = new Set<string>();
  /** Those that are being accepted, for which there is room here. */
  #coming = 0;
  #taking: Promise<void> | undefined;
  #isStale = false;

  constructor(deps: SharedTurnsDeps) {
    this.#deps = deps;
  }

  /** Only scheduled turns need run slots, and wait for a desk that has some. */
  async accepting<T>({ kind }: Inbound, accept: (desk: AcceptingDesk | undefined) => Promise<T>): Promise<T> {
    const { peers } = this.#deps;
    const takes = kind === 'scheduled' && this.#room() > 0;
    // Very many may be accepted at once, before the first of them is here.
    if (takes) this.#coming += 1;
    try {
      return await accept(peers && { id: peers.desk, hasRoom: takes || kind !== 'scheduled' });
    } finally {
      if (takes) this.#coming -= 1;
    }
  }

  /** Whether a turn is this desk's to run. Otherwise another one is told of it. */
  isOurs(desk: string | undefined): boolean {
    const { peers } = this.#deps;
    if (desk === peers?.desk) return true;
    this.signal({ kind: 'waiting' });
    return false;
  }

  /** @returns false when it was taken up before. */
  begin(turn: string): boolean {
    if (this.#here.has(turn)) return false;
    this.#here.add(turn);
    return true;
  }

  /** Turns that had joined another one wait for themselves now, here or at the desk whose that was. */
  freed(turns: readonly Turn[]): void {
    const { peers, takeUp } = this.#deps;
    if (turns.length === 0) return;
    if (!peers) return turns.forEach(takeUp);
    this.signal({ kind: 'waiting' });
    this.#take();
  }

  /** A turn is no longer this desk's to run. */
  finish(turn: string): void {
    const { peers, slots } = this.#deps;
    const hasRoom = this.#here.delete(turn) && this.#room() >= slots * ROOM_PER_SLOT;
    if (hasRoom && peers?.hasOthers() === true) this.#take();
  }

  signal(signal: TurnSignal): void {
    this.#deps.peers?.signal(signal);
  }

  /** What another desk said. */
  async receive(signal: TurnSignal): Promise<void> {
    if (signal.kind === 'waiting') return this.#take();
    if (signal.kind === 'stopped') this.#deps.stop(signal.turns, signal.because);
    await this.#deps.ends.settleAllFromBook(signal.turns);
  }

  /** Take up turns that wait for a desk, and hear of those that others have ended. */
  look(): void {
    const { peers, closing, ends, later } = this.#deps;
    this.#take();
    if (peers && !closing.aborted) later(ends.settleWaited((turn) => this.#here.has(turn)));
  }

  /** Take up turns that wait for a desk. */
  #take(): void {
    const { peers, closing, later } = this.#deps;
    if (!peers || closing.aborted) return;
    this.#isStale = true;
    this.#taking ??= this.#takeFor(peers).finally(() => (this.#taking = undefined));
    later(this.#taking);
  }

  async #takeFor({ desk }: TurnPeers): Promise<void> {
    const { book, takeUp, closing } = this.#deps;
    while (this.#isStale && !closing.aborted) {
      this.#isStale = false;
      const isKnown = (turn: string) => this.#here.has(turn);
      for (const turn of await book.take(desk, this.#room(), isKnown)) if (!isKnown(turn.id)) takeUp(turn);
    }
  }

  /** How many further lanes this desk takes. */
  #room(): number {
    const { peers, slots } = this.#deps;
    return peers?.hasOthers() === true ? Math.max(0, slots * TURNS_PER_SLOT - this.#here.size - this.#coming) : ALL;
  }
}

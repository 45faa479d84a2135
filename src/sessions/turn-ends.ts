/**
 * Tells everyone who waits for a turn about its end, once, whoever ended it; and at the latest when the desk
 * closes.
 */
import { DELETED } from './endings.ts';
import type { DroppedRetry, TurnBook } from './turn-book.ts';
import type { Turn, TurnEnd } from './turn.ts';

export interface TurnEndsDeps {
  readonly book: Pick<TurnBook, 'find'>;
  /** A turn that was taken up has ended. */
  readonly report: (turn: Turn, end: TurnEnd, dropped: DroppedRetry | undefined) => void;
  /** Work that nobody waits for. */
  readonly later: (work: Promise<void>) => void;
}

interface Waiter {
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (reason: Error) => void;
}

export class TurnEnds {
  readonly #deps: TurnEndsDeps;
  readonly #waiters = new Map<string, Set<Waiter>>();
  /** Turns that were taken up and whose end wasn't told yet. */
  readonly #open = new Map<string, Turn>();
  /** Turns with waiters that end together with another turn: those that joined it. */
  readonly #following = new Set<string>();

  constructor(deps: TurnEndsDeps) {
    this.#deps = deps;
  }

  taken(turn: Turn): void {
    this.#open.set(turn.id, turn);
  }

  /** Wait for the end of a turn that `accept` records. If `accept` throws, so does this, and nobody waits. */
  async wait(turn: string, accept: () => Promise<void>): Promise<TurnEnd> {
    let waiter: Waiter | undefined;
    const ended = new Promise<TurnEnd>((resolve, reject) => (waiter = { resolve, reject }));
    ended.catch(() => {}); // The desk may close before anybody waits for it.
    const waiters = this.#waiters.get(turn) ?? new Set();
    this.#waiters.set(turn, waiters.add(waiter!));
    try {
      await accept();
    } catch (error) {
      waiters.delete(waiter!);
      if (waiters.size === 0) this.#waiters.delete(turn);
      throw error;
    }
    return ended;
  }

  /** A turn with waiters was accepted; it ends with another turn, or has already ended. */
  async follow(turn: string): Promise<void> {
    if (this.#waiters.has(turn)) this.#following.add(turn);
    await this.settleFromBook(turn);
  }

  settle(turn: string, end: TurnEnd, dropped?: DroppedRetry): void {
    const taken = this.#open.get(turn);
    this.#open.delete(turn);
    this.#following.delete(turn);
    if (taken) this.#deps.report(taken, end, dropped);
    const waiters = this.#waiters.get(turn) ?? [];
    this.#waiters.delete(turn);
    for (const { resolve } of waiters) resolve(end);
    for (const joined of this.#following) this.#deps.later(this.settleFromBook(joined));
  }

  /** A turn may have been ended by something other than its performer: tell its waiters how. */
  async settleFromBook(turn: string): Promise<void> {
    if (!this.#waiters.has(turn) && !this.#open.has(turn)) return;
    const found = await this.#deps.book.find(turn);
    if (!found) this.settle(turn, DELETED);
    if (found?.state === 'closed') this.settle(turn, found.end);
  }

  /** Turns may have been ended by another desk: tell their waiters, and those of turns that joined them. */
  async settleAllFromBook(turns: readonly string[]): Promise<void> {
    for (const turn of [...turns, ...this.#following]) await this.settleFromBook(turn);
  }

  /** Look for the ends of turns with waiters, except those that end here. */
  async settleWaited(isHere: (turn: string) => boolean): Promise<void> {
    for (const turn of [...this.#waiters.keys()]) if (!isHere(turn)) await this.settleFromBook(turn);
  }

  /** No turn will end any more: reject all waiters. */
  close(reason: Error): void {
    for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(reason);
    this.#waiters.clear();
  }
}

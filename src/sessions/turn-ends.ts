/** Who follows turns to their end is told once, whoever ended them; and at the latest when the desk closes. */
import { DELETED } from './endings.ts';
import type { DroppedRetry, TurnBook } from './turn-book.ts';
import type { Turn, TurnEnd } from './turn.ts';

export interface TurnEndsDeps {
  readonly book: Pick<TurnBook, 'find'>;
  /** A turn that was taken up has ended. */
  readonly tell: (turn: Turn, end: TurnEnd, dropped: DroppedRetry | undefined) => void;
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
  /** Turns that were taken up, and of whose end nobody was told yet. */
  readonly #open = new Map<string, Turn>();
  /** Turns that are waited for and that another ends: those that have joined it. */
  readonly #following = new Set<string>();

  constructor(deps: TurnEndsDeps) {
    this.#deps = deps;
  }

  taken(turn: Turn): void {
    this.#open.set(turn.id, turn);
  }

  /** Wait for the end of a turn that `accept` writes down; what that throws is thrown, and nobody waits. */
  async wait(turn: string, accept: () => Promise<void>): Promise<TurnEnd> {
    let waiter: Waiter | undefined;
    const ended = new Promise<TurnEnd>((resolve, reject) => (waiter = { resolve, reject }));
    ended.catch(() => {}); // the desk may close before anybody waits for it
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

  /** A turn that is waited for was accepted, and is led to its end by another, or has reached it. */
  async follow(turn: string): Promise<void> {
    if (this.#waiters.has(turn)) this.#following.add(turn);
    await this.hear(turn);
  }

  ended(turn: string, end: TurnEnd, dropped?: DroppedRetry): void {
    const taken = this.#open.get(turn);
    this.#open.delete(turn);
    this.#following.delete(turn);
    if (taken) this.#deps.tell(taken, end, dropped);
    const waiters = this.#waiters.get(turn) ?? [];
    this.#waiters.delete(turn);
    for (const { resolve } of waiters) resolve(end);
    for (const joined of this.#following) this.#deps.later(this.hear(joined));
  }

  /** A turn may have been ended by somebody else than its performer: whoever waits for it is told how. */
  async hear(turn: string): Promise<void> {
    if (!this.#waiters.has(turn) && !this.#open.has(turn)) return;
    const found = await this.#deps.book.find(turn);
    if (!found) this.ended(turn, DELETED);
    if (found?.state === 'closed') this.ended(turn, found.end);
  }

  /** Nobody will end a turn any more: whoever waits goes on without. */
  close(reason: Error): void {
    for (const waiters of this.#waiters.values()) for (const { reject } of waiters) reject(reason);
    this.#waiters.clear();
  }
}

/**
 * The last change that each person made in a conversation, and the command that undoes it. Kept for an hour, also across
 * restarts.
 */
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionStateBook, StateChange } from '../sessions/session-state.ts';
import type { Invocation } from './command.ts';

export interface UndoableChange {
  /** The command that made the change, or would: "cron pause". */
  readonly command: string;
  /** The command that undoes it; absent where there is none. */
  readonly undo?: Invocation;
}

interface Doer {
  readonly session: SessionKey;
  readonly actor: Actor;
}

/** By person. */
type Kept = Readonly<Record<string, UndoableChange & { readonly atMs: number }>>;

const FEATURE = 'last deeds';
const KEPT_MS = 3_600_000;
/** People per conversation. */
const MOST_KEPT = 100;

/** The newest change of each person in each conversation. */
export class UndoLog {
  readonly #state: SessionStateBook;
  readonly #now: () => number;

  constructor(state: SessionStateBook, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  record(doer: Doer, change: UndoableChange): Promise<void> {
    return this.#change(doer, (kept) => {
      const others = Object.entries(kept).filter(([person]) => person !== personOf(doer));
      const all = [...others, [personOf(doer), { ...change, atMs: this.#now() }] as const];
      return { state: Object.fromEntries(all.slice(-MOST_KEPT)), result: undefined };
    });
  }

  /** Undefined where they changed nothing here within the hour. */
  async of(doer: Doer): Promise<UndoableChange | undefined> {
    return this.#recent(await this.#state.get(doer.session, FEATURE))[personOf(doer)];
  }

  /** The same, for whoever undoes it: one that can be undone is forgotten with it, so that it is undone once. */
  take(doer: Doer): Promise<UndoableChange | undefined> {
    return this.#change(doer, (kept) => {
      const { [personOf(doer)]: change, ...others } = kept;
      return change?.undo ? { state: others, result: change } : { result: change };
    });
  }

  #change<T>({ session }: Doer, decide: (kept: Kept) => StateChange<T>): Promise<T> {
    return this.#state.change(session, FEATURE, (state) => decide(this.#recent(state)));
  }

  #recent(state: unknown): Kept {
    const kept = Object.entries((state ?? {}) as Kept);
    return Object.fromEntries(kept.filter(([, { atMs }]) => this.#now() - atMs <= KEPT_MS));
  }
}

/** With a sign before it, so that a name of digits doesn't change the order. */
function personOf({ actor }: Doer): string {
  return `@${actor.id ?? actor.name}`;
}

/**
 * The last change that each person made in a conversation, and the command that undoes it. Kept for an hour, also across
 * restarts.
 */
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { Options } from './command.ts';

export interface UndoableChange {
  /** The command that made the change, or would: "cron pause". */
  readonly command: string;
  /** The command that undoes it; absent where there is none. */
  readonly undo?: { readonly command: string; readonly options: Options };
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

  async record(doer: Doer, change: UndoableChange): Promise<void> {
    const others = Object.entries(await this.#kept(doer)).filter(([person]) => person !== personOf(doer));
    const all = [...others, [personOf(doer), { ...change, atMs: this.#now() }] as const];
    await this.#state.set(doer.session, FEATURE, Object.fromEntries(all.slice(-MOST_KEPT)));
  }

  /** Undefined where they changed nothing here within the hour. */
  async of(doer: Doer): Promise<UndoableChange | undefined> {
    return (await this.#kept(doer))[personOf(doer)];
  }

  async forget(doer: Doer): Promise<void> {
    const { [personOf(doer)]: _, ...others } = await this.#kept(doer);
    await this.#state.set(doer.session, FEATURE, others);
  }

  async #kept({ session }: Doer): Promise<Kept> {
    const kept = ((await this.#state.get(session, FEATURE)) ?? {}) as Kept;
    return Object.fromEntries(Object.entries(kept).filter(([, { atMs }]) => this.#now() - atMs <= KEPT_MS));
  }
}

/** With a sign before it, so that a name of digits doesn't change the order. */
function personOf({ actor }: Doer): string {
  return `@${actor.id ?? actor.name}`;
}

/**
 * What somebody changed last in a conversation, and the command that takes it back. Kept with the session for an hour, so
 * that a restart loses nothing of it.
 */
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { Options } from './command.ts';

export interface Deed {
  /** The command that did it, or that does the same: "cron pause". */
  readonly command: string;
  /** The command that takes it back; undefined where nothing does. */
  readonly undo?: { readonly command: string; readonly options: Options };
}

interface Doer {
  readonly session: SessionKey;
  readonly actor: Actor;
}

/** By person. */
type Kept = Readonly<Record<string, Deed & { readonly atMs: number }>>;

const FEATURE = 'last deeds';
const KEPT_MS = 3_600_000;
/** Of people in one conversation. */
const MOST_KEPT = 100;

/** The newest deed of each person in each conversation. */
export class LastDeeds {
  readonly #state: SessionStateBook;
  readonly #now: () => number;

  constructor(state: SessionStateBook, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  async did(doer: Doer, deed: Deed): Promise<void> {
    const others = Object.entries(await this.#kept(doer)).filter(([person]) => person !== personOf(doer));
    const all = [...others, [personOf(doer), { ...deed, atMs: this.#now() }] as const];
    await this.#state.set(doer.session, FEATURE, Object.fromEntries(all.slice(-MOST_KEPT)));
  }

  /** Undefined where they changed nothing here within the hour. */
  async of(doer: Doer): Promise<Deed | undefined> {
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

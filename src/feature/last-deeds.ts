/**
 * What somebody changed last in a conversation, and the command that takes it back. Kept in memory, for an hour: whoever
 * asks after a restart is told that nothing is known.
 */
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
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

const KEPT_MS = 3_600_000;
const MOST_KEPT = 1_000;

/** The newest deed of each person in each conversation. */
export class LastDeeds {
  readonly #newest = new Map<string, Deed & { readonly atMs: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  did(doer: Doer, deed: Deed): void {
    const key = keyOf(doer);
    this.#newest.delete(key);
    this.#newest.set(key, { ...deed, atMs: this.#now() });
    for (const oldest of this.#newest.keys()) {
      if (this.#newest.size <= MOST_KEPT) return;
      this.#newest.delete(oldest);
    }
  }

  /** Undefined where they changed nothing here within the hour. */
  of(doer: Doer): Deed | undefined {
    const found = this.#newest.get(keyOf(doer));
    return found && this.#now() - found.atMs <= KEPT_MS ? found : undefined;
  }

  forget(doer: Doer): void {
    this.#newest.delete(keyOf(doer));
  }
}

function keyOf({ session, actor }: Doer): string {
  return JSON.stringify([session, actor.id ?? actor.name]);
}

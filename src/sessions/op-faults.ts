import type { Op } from './op.ts';

/** Failures of an op in earlier processes. */
interface Before {
  readonly sends: number;
  /** Consecutive failed attempts to read it back. */
  readonly looks: number;
}

/**
 * Counts the platform's failures per op, across restarts: failed sends, or consecutive failed read-backs. A
 * successful read-back shows that the platform works; from then on only the op's own failures count.
 *
 * An op that is `sending` when a process first sees it was tried by earlier ones. Those tries count only once this
 * process has failed on it too, because it isn't certain that they failed: an op that was interrupted by a crash
 * deserves a try.
 */
export class OpFaults {
  readonly #own = new Map<string, number>();
  readonly #before = new Map<string, Before>();
  readonly #unread = new Map<string, number>();

  /** An op is taken up. */
  seen({ key, state, attempts, unread }: Pick<Op, 'key' | 'state' | 'attempts' | 'unread'>): void {
    if (state === 'sending' && !this.#own.has(key))
      this.#before.set(key, { sends: attempts, looks: unread - (this.#unread.get(key) ?? 0) });
  }

  /** Its fate is unknown. */
  unsent(key: string): void {
    this.#own.set(key, (this.#own.get(key) ?? 0) + 1);
  }

  /** It couldn't be read back. */
  unread(key: string): void {
    this.#unread.set(key, (this.#unread.get(key) ?? 0) + 1);
  }

  /** It was read back. */
  read(key: string): void {
    this.#unread.delete(key);
    const before = this.#before.get(key);
    if (before) this.#before.set(key, { ...before, looks: 0 });
  }

  of(key: string): number {
    const own = (this.#own.get(key) ?? 0) + (this.#unread.get(key) ?? 0);
    const { sends, looks } = this.#before.get(key) ?? { sends: 0, looks: 0 };
    return own === 0 ? 0 : own + sends + looks;
  }

  forget(key: string): void {
    for (const counts of [this.#own, this.#before, this.#unread]) counts.delete(key);
  }
}

/** Waits between attempts while a platform can't be reached. They double from the first to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** How long to wait after so many failed attempts, in ms: doubled each time, a minute at most. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS);
}

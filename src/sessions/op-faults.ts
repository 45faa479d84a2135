import type { Op } from './op.ts';

/** What earlier processes had behind them with an op. */
interface Before {
  readonly sends: number;
  /** Looks that failed, the last ones in a row. */
  readonly looks: number;
}

/**
 * How often the platform failed on ops, over restarts too: on sending one, or on reading it back, in a row. A look that
 * worked says that the platform works; what counts then is how often the op itself failed.
 *
 * One that is `sending` when a process first sees it was tried by earlier ones. Those tries count once this process has
 * failed on it as well: that they all failed is only likely, and an op that the earlier process died with deserves a try.
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

  /** Nobody knows whether it arrived. */
  unsent(key: string): void {
    this.#own.set(key, (this.#own.get(key) ?? 0) + 1);
  }

  /** It could not be looked for. */
  unread(key: string): void {
    this.#unread.set(key, (this.#unread.get(key) ?? 0) + 1);
  }

  /** It was looked for. */
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

import type { Op } from './op.ts';

/**
 * How often the platform failed on ops: on sending one, over restarts too, or on reading it back, in a row. A look that
 * worked says that the platform works; what counts then is how often the op itself failed.
 *
 * One that is `sending` when a process first sees it was tried by earlier ones. Those tries count once this process has
 * failed on it as well: that they all failed is only likely, and an op that the earlier process died with deserves a try.
 */
export class OpFaults {
  readonly #own = new Map<string, number>();
  readonly #before = new Map<string, number>();
  readonly #unread = new Map<string, number>();

  /** An op is taken up. */
  seen({ key, state, attempts }: Pick<Op, 'key' | 'state' | 'attempts'>): void {
    if (state === 'sending' && !this.#own.has(key)) this.#before.set(key, attempts);
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
  }

  of(key: string): number {
    const own = (this.#own.get(key) ?? 0) + (this.#unread.get(key) ?? 0);
    return own === 0 ? 0 : own + (this.#before.get(key) ?? 0);
  }

  forget(key: string): void {
    for (const counts of [this.#own, this.#before, this.#unread]) counts.delete(key);
  }
}

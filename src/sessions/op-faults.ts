import type { Op } from './op.ts';

/**
 * How often the platform failed on ops, over restarts too: one that is `sending` when a process first sees it was
 * tried by earlier ones. Those tries count once this process has failed on it as well: that they all failed is only
 * likely, and an op that the earlier process died with deserves a try.
 */
export class OpFaults {
  readonly #own = new Map<string, number>();
  readonly #before = new Map<string, number>();

  /** An op is taken up. */
  seen({ key, state, attempts }: Pick<Op, 'key' | 'state' | 'attempts'>): void {
    if (state === 'sending' && !this.#own.has(key)) this.#before.set(key, attempts);
  }

  add(key: string): void {
    this.#own.set(key, (this.#own.get(key) ?? 0) + 1);
  }

  of(key: string): number {
    const own = this.#own.get(key) ?? 0;
    return own === 0 ? 0 : own + (this.#before.get(key) ?? 0);
  }

  forget(key: string): void {
    this.#own.delete(key);
    this.#before.delete(key);
  }
}

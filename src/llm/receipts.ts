/**
 * Writes receipts without delaying replies, and never loses one.
 *
 * - A receipt counts as spent even before it is written.
 * - One that can't be written is kept and retried before the next attempt. Until it is written, `spent` rejects, so
 *   that no more is spent.
 */
import { isAskedBy } from './receipt.ts';
import type { Receipt, ReceiptBook, Spent, SpentOf } from './receipt.ts';

export class Receipts {
  readonly #book: ReceiptBook;
  readonly #failed: (what: string, error: unknown) => void;
  /** Being written. */
  readonly #writing = new Map<Receipt, Promise<void>>();
  /** Could not be written yet. */
  readonly #unwritten: Receipt[] = [];
  #writingAgain: Promise<void> | undefined;

  constructor(book: ReceiptBook, failed: (what: string, error: unknown) => void) {
    this.#book = book;
    this.#failed = failed;
  }

  /** Never throws: a reply must not fail because of its receipt. */
  write(receipt: Receipt): void {
    const written = this.#book.write(receipt).then(
      () => void this.#writing.delete(receipt),
      (error: unknown) => {
        this.#writing.delete(receipt);
        this.#unwritten.push(receipt);
        this.#failed('writing a receipt', error);
      },
    );
    this.#writing.set(receipt, written);
  }

  /** @throws when what was spent isn't known. */
  async spent(of: SpentOf): Promise<Spent[]> {
    await this.#again();
    const underWay = [...this.#writing.keys()].filter((receipt) => {
      if ('run' in of) return receipt.run === of.run;
      const { sinceMs, beforeMs = Infinity } = of;
      if (receipt.atMs < sinceMs || receipt.atMs >= beforeMs) return false;
      return of.by === undefined || isAskedBy(receipt, of.by);
    });
    return [...(await this.#book.spent(of)), ...underWay.map(spentBy)];
  }

  /** Resolves when every receipt is written or has failed. */
  async close(): Promise<void> {
    await Promise.all(this.#writing.values());
    await this.#again().catch(() => {}); // reported when it first failed
  }

  /** All who ask meanwhile wait for the same writing. */
  async #again(): Promise<void> {
    if (this.#unwritten.length === 0) return;
    await (this.#writingAgain ??= this.#writeAgain().finally(() => (this.#writingAgain = undefined)));
  }

  async #writeAgain(): Promise<void> {
    for (let next = this.#unwritten[0]; next; next = this.#unwritten[0]) {
      await this.#book.write(next);
      this.#unwritten.shift();
    }
  }
}

function spentBy(receipt: Receipt): Spent {
  const { provider, model, inputTokens = 0, outputTokens = 0, countedTokens, costUsd, outcome } = receipt;
  return {
    provider,
    model,
    calls: 1,
    failed: outcome === 'ok' || outcome === 'length' ? 0 : 1,
    inputTokens,
    outputTokens,
    countedTokens,
    costUsd: costUsd ?? 0,
    unpriced: costUsd === undefined ? 1 : 0,
  };
}

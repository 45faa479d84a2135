/**
 * The receipts of this desk: written without holding up a reply, and never forgotten.
 *
 * - What is not known to be written counts as spent all the same.
 * - A receipt that can't be written is kept and tried again before the next attempt; until it is written, `spent`
 *   rejects, so that nothing more is spent.
 */
import { isAskedBy } from './receipt.ts';
import type { Receipt, ReceiptBook, Spent, SpentOf } from './receipt.ts';

export class Receipts {
  readonly #book: ReceiptBook;
  readonly #failed: (what: string, error: unknown) => void;
  /** Being written now. */
  readonly #writing = new Map<Receipt, Promise<void>>();
  /** Could not be written. */
  #unwritten: Receipt[] = [];

  constructor(book: ReceiptBook, failed: (what: string, error: unknown) => void) {
    this.#book = book;
    this.#failed = failed;
  }

  /** Never throws: a reply isn't lost for its receipt. */
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

  /** Resolves when everything is written, or could not be. */
  async close(): Promise<void> {
    await Promise.all(this.#writing.values());
    await this.#again().catch(() => {}); // told when it first failed
  }

  async #again(): Promise<void> {
    const receipts = this.#unwritten;
    if (receipts.length === 0) return;
    this.#unwritten = [];
    try {
      while (receipts.length > 0) {
        await this.#book.write(receipts[0]!);
        receipts.shift();
      }
    } finally {
      this.#unwritten.push(...receipts);
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

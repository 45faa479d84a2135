import { isAskedBy } from '../../src/llm/receipt.ts';
import type { Receipt, ReceiptBook, Spent, SpentOf } from '../../src/llm/receipt.ts';

/** Receipts in memory, honestly summed up; it breaks on demand. */
export class MemoryReceiptBook implements ReceiptBook {
  readonly receipts: Receipt[] = [];
  /** What it does wrong now. */
  broken: { readonly write?: boolean; readonly read?: boolean } = {};

  async write(receipt: Receipt): Promise<void> {
    if (this.broken.write) throw new Error('the disk is full');
    this.receipts.push(receipt);
  }

  async spent(of: SpentOf): Promise<Spent[]> {
    if (this.broken.read) throw new Error('the disk is gone');
    const sums = new Map<string, Spent>();
    for (const one of this.receipts) {
      if ('run' in of ? one.run !== of.run : one.atMs < of.sinceMs || one.atMs >= (of.beforeMs ?? Infinity))
        continue;
      if (!('run' in of) && of.by !== undefined && !isAskedBy(one, of.by)) continue;
      const { provider, model } = one;
      const sum = sums.get(`${provider} ${model}`);
      sums.set(`${provider} ${model}`, {
        provider,
        model,
        calls: (sum?.calls ?? 0) + 1,
        failed: (sum?.failed ?? 0) + (one.outcome === 'ok' || one.outcome === 'length' ? 0 : 1),
        inputTokens: (sum?.inputTokens ?? 0) + (one.inputTokens ?? 0),
        outputTokens: (sum?.outputTokens ?? 0) + (one.outputTokens ?? 0),
        countedTokens: (sum?.countedTokens ?? 0) + one.countedTokens,
        costUsd: (sum?.costUsd ?? 0) + (one.costUsd ?? 0),
        unpriced: (sum?.unpriced ?? 0) + (one.costUsd === undefined ? 1 : 0),
      });
    }
    return [...sums.values()];
  }

  async newest(limit: number): Promise<Receipt[]> {
    return this.receipts.toReversed().slice(0, limit);
  }
}

import { expect, it } from 'vitest';
import type { Receipt, ReceiptBook, SpentBy } from '../../src/llm/receipt.ts';

const RECEIPT: Receipt = {
  atMs: 1_000,
  task: 'chat',
  provider: 'gemini',
  model: 'gemini-2.5-flash',
  countedTokens: 30,
  latencyMs: 12,
  outcome: 'ok',
};

interface OpenReceipts {
  readonly receipts: ReceiptBook;
  /** What is at rest there, opened anew; absent where nothing rests. */
  restart?(): Promise<OpenReceipts>;
}

/** What every book of receipts keeps to. */
export function describeReceiptBook(open: () => Promise<OpenReceipts>): void {
  it('gives receipts back as they were written, the newest first', async () => {
    const { receipts: book } = await open();
    const full: Receipt = {
      ...RECEIPT,
      profile: 2,
      inputTokens: 20,
      outputTokens: 10,
      costUsd: 0.25,
      outcome: 'unavailable',
      error: 'It was out of reach.',
      turn: 'm1',
      run: 'job1:5',
      session: 'console:desk',
      asker: { person: 'console:anna', place: 'console:desk' },
    };
    await book.write(full);
    await book.write({ ...RECEIPT, atMs: 2_000 });
    expect(await book.newest(5)).toEqual([{ ...RECEIPT, atMs: 2_000 }, full]);
    expect(await book.newest(1)).toHaveLength(1);
  });

  it('sums up what was spent since a moment by provider and model, failures and unknown prices apart', async () => {
    const { receipts: book } = await open();
    await book.write({ ...RECEIPT, atMs: 999, costUsd: 9 });
    await book.write({ ...RECEIPT, inputTokens: 20, outputTokens: 10, costUsd: 0.5 });
    await book.write({ ...RECEIPT, atMs: 1_001, outcome: 'quota', countedTokens: 1, costUsd: 0 });
    await book.write({ ...RECEIPT, provider: 'openai', model: 'local', outcome: 'length' });
    const spent = await book.spent({ sinceMs: 1_000 });
    expect(spent.sort((a, b) => a.provider.localeCompare(b.provider))).toEqual([
      {
        provider: 'gemini',
        model: 'gemini-2.5-flash',
        calls: 2,
        failed: 1,
        inputTokens: 20,
        outputTokens: 10,
        countedTokens: 31,
        costUsd: 0.5,
        unpriced: 0,
      },
      {
        provider: 'openai',
        model: 'local',
        calls: 1,
        failed: 0,
        inputTokens: 0,
        outputTokens: 0,
        countedTokens: 30,
        costUsd: 0,
        unpriced: 1,
      },
    ]);
  });

  it('sums up what a person asked for, what was asked in a channel, and what anybody asked, since a moment', async () => {
    const { receipts: book } = await open();
    const asked = (person: string, place: string, atMs = 1_000) =>
      book.write({ ...RECEIPT, atMs, asker: { person, place } });
    await asked('discord:1', 'discord:100');
    await asked('discord:1', 'discord:200');
    await asked('discord:2', 'discord:100');
    await asked('discord:1', 'discord:100', 999);
    await book.write(RECEIPT);
    const calls = async (by: SpentBy) => (await book.spent({ sinceMs: 1_000, by }))[0]?.calls;
    expect(await calls({ person: 'discord:1' })).toBe(2);
    expect(await calls({ place: 'discord:100' })).toBe(2);
    expect(await calls('anybody')).toBe(3);
    expect(await calls({ person: 'discord:3' })).toBeUndefined();
  });

  it('sums up what one run spent', async () => {
    const { receipts: book } = await open();
    await book.write({ ...RECEIPT, run: 'a' });
    await book.write({ ...RECEIPT, run: 'b' });
    await book.write(RECEIPT);
    expect(await book.spent({ run: 'a' })).toMatchObject([{ calls: 1, countedTokens: 30 }]);
    expect(await book.spent({ run: 'c' })).toEqual([]);
  });

  it('sums up what was spent before a moment', async () => {
    const { receipts } = await open();
    for (const atMs of [999, 1_000, 1_999, 2_000]) await receipts.write({ ...RECEIPT, atMs });
    expect(await receipts.spent({ sinceMs: 1_000, beforeMs: 2_000 })).toMatchObject([{ calls: 2 }]);
  });

  it('has receipts still after a restart', async () => {
    const engine = await open();
    await engine.receipts.write(RECEIPT);
    const { receipts } = (await engine.restart?.()) ?? engine;
    expect(await receipts.spent({ sinceMs: 0 })).toMatchObject([{ calls: 1, countedTokens: 30 }]);
  });
}

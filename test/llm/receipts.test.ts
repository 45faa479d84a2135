import { expect, it } from 'vitest';
import type { Receipt, ReceiptBook } from '../../src/llm/receipt.ts';
import { Receipts } from '../../src/llm/receipts.ts';
import { settle } from '../support/fake-clock.ts';

const receipt: Receipt = {
  ...{ atMs: 1, task: 'chat', provider: 'gemini', model: 'g', countedTokens: 10, costUsd: 1 },
  ...{ latencyMs: 1, outcome: 'ok', run: 'r' },
};

/** A book whose writes end as the test says, one after the other. */
function aBook() {
  const ends: ((error?: Error) => void)[] = [];
  const written: Receipt[] = [];
  const book: Pick<ReceiptBook, 'write' | 'spent'> = {
    write: (one) =>
      new Promise((resolve, reject) => {
        ends.push((error) => {
          if (error) return reject(error);
          written.push(one);
          resolve();
        });
      }),
    spent: async () => written.map((one) => ({ ...NOTHING, ...one, calls: 1, costUsd: one.costUsd ?? 0 })),
  };
  return { ends, receipts: new Receipts(book as ReceiptBook, () => {}) };
}

const NOTHING = { failed: 0, inputTokens: 0, outputTokens: 0, unpriced: 0 };

it('tells nobody what was spent while a receipt that was not written is written again', async () => {
  const { ends, receipts } = aBook();
  receipts.write(receipt);
  ends.shift()?.(new Error('the disk is full'));
  await settle();
  const asked = [receipts.spent({ run: 'r' }), receipts.spent({ run: 'r' })];
  const told = Promise.allSettled(asked);
  await settle();
  ends.shift()?.(new Error('the disk is still full'));
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('counts it once for all who ask, as soon as it is written', async () => {
  const { ends, receipts } = aBook();
  receipts.write(receipt);
  ends.shift()?.(new Error('the disk is full'));
  await settle();
  const told = Promise.all([receipts.spent({ run: 'r' }), receipts.spent({ run: 'r' })]);
  await settle();
  for (const end of ends) end();
  expect((await told).map((rows) => rows.length)).toEqual([1, 1]);
});

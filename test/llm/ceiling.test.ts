import { expect, it } from 'vitest';
import { Ceiling } from '../../src/llm/ceiling.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { Spent } from '../../src/llm/receipt.ts';
import { FakeClock } from '../support/fake-clock.ts';

const UNLIMITED = { attempts: Infinity, tokens: Infinity, costUsd: Infinity };

function aCeiling(spent: () => Promise<Spent[]>) {
  return new Ceiling({
    ceilings: {
      day: UNLIMITED,
      run: { ...UNLIMITED, attempts: 1 },
      shares: { person: 1, channel: 1, scheduled: 0 },
    },
    receipts: { spent },
    clock: new FakeClock(),
    zone: 'Europe/London',
    free: new Set(['desk']),
    failed: () => {},
  });
}

it('lets one of two attempts in that ask in the same moment', async () => {
  const ceiling = aCeiling(async () => []);
  const [first, second] = await Promise.all([ceiling.enter({ run: 'r' }, 1), ceiling.enter({ run: 'r' }, 1)]);
  expect(first).toBeTypeOf('function');
  expect(second).toBeInstanceOf(ModelError);
});

it('counts an attempt that ends while the receipts are read', async () => {
  const written: Spent[] = [];
  let reading: (() => void) | undefined;
  const ceiling = aCeiling(async () => {
    const seen = [...written];
    if (reading) await Promise.resolve().then(reading);
    return seen;
  });
  const leave = (await ceiling.enter({ run: 'r' }, 1)) as () => void;
  reading = () => {
    reading = undefined;
    written.push({ provider: 'gemini', calls: 1, countedTokens: 1, costUsd: 0 } as Spent);
    leave();
  };
  expect(await ceiling.enter({ run: 'r' }, 1)).toBeInstanceOf(ModelError);
});

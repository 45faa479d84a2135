import { expect, it } from 'vitest';
import { Ceiling } from '../../src/llm/ceiling.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ReceiptBook, Spent } from '../../src/llm/receipt.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const UNLIMITED = { attempts: Infinity, tokens: Infinity, costUsd: Infinity };

function aCeiling(spent: ReceiptBook['spent'], day = UNLIMITED, clock = new FakeClock()) {
  return new Ceiling({
    ceilings: {
      day,
      run: { ...UNLIMITED, attempts: 1 },
      shares: { person: 1, channel: 1, scheduled: 0 },
    },
    receipts: { spent },
    clock,
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

it('counts no day’s receipts on a later day that were written while the clock ran ahead', async () => {
  const clock = new FakeClock();
  const stores = openStores(tempHome());
  const ceiling = aCeiling((of) => stores.receipts.spent(of), { ...UNLIMITED, attempts: 2 }, clock);
  const ask = (atMs: number) =>
    stores.receipts.write({
      atMs,
      task: 'chat',
      provider: 'gemini',
      model: 'm',
      countedTokens: 1,
      latencyMs: 1,
      outcome: 'ok',
    });
  for (let n = 0; n < 5; n++) await ask(clock.now() + 400 * DAY);
  expect(await ceiling.reached()).toBeUndefined();
  await ask(clock.now());
  await ask(clock.now() + 3 * HOUR); // and today set back by three hours
  expect(await ceiling.reached()).toEqual({
    en: 'The ceiling of 2 calls a day is reached, so no language model is asked; it is models.ceilings.day.attempts in the edition.',
    zh: '已達每日 2 次呼叫的上限，所以不再使用語言模型；設定是版面的 models.ceilings.day.attempts。',
  });
  clock.step(DAY);
  expect(await ceiling.reached()).toBeUndefined();
});

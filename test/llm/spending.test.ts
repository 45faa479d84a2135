import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/llm/prices.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { aRouter, error, request } from './a-router.ts';

const G = { text: 'G', usage: { input: 1_000, output: 100 } };
const many = <T>(line: T, n = 10): T[] => Array.from({ length: n }, () => line);

describe('receipts of attempts', () => {
  it('say who was asked for what, what it used and cost, and how it went', async () => {
    const { router, book, clock } = aRouter({ gemini: [G], desk: [] });
    const begunMs = clock.now();
    await router.reply(request({ task: 'write', about: { turn: 't1', run: 'r1', session: 's1' } }));
    expect(book.receipts).toEqual([
      {
        atMs: begunMs,
        task: 'write',
        provider: 'gemini',
        model: 'gemini-2.5-flash',
        inputTokens: 1_000,
        outputTokens: 100,
        countedTokens: 1_100,
        costUsd: (1_000 * 0.3 + 100 * 2.5) / 1_000_000,
        latencyMs: 0,
        outcome: 'ok',
        turn: 't1',
        run: 'r1',
        session: 's1',
      },
    ]);
  });

  it('name and price the model that was asked for, also where it never answered', async () => {
    const silent = { reply: () => new Promise<never>(() => {}) };
    const { router, book, clock } = aRouter({ gemini: silent, desk: [] }, { attemptSeconds: 1 });
    const reply = router.reply(request({ model: 'gemini/gemini-2.5-pro' }));
    reply.catch(() => {}); // looked at below
    await settle();
    await clock.advance(1_000);
    await clock.advance(1_500);
    await expect(reply).rejects.toMatchObject({ code: 'unavailable' });
    for (const { model, countedTokens, costUsd } of book.receipts) {
      expect(model).toBe('gemini-2.5-pro');
      expect(costUsd).toBeCloseTo((countedTokens * 1.25) / 1_000_000, 12);
    }
  });

  it('estimate tokens that nobody counted: unknown is never zero', async () => {
    const { router, book } = aRouter({ openai: [{ text: 'a reply', usage: {} }], desk: [] });
    await router.reply(request());
    const [receipt] = book.receipts;
    expect(receipt).not.toHaveProperty('inputTokens');
    expect(receipt).not.toHaveProperty('costUsd'); // nobody knows the price of a local model
    expect(receipt!.countedTokens).toBeGreaterThan(10);
  });

  it('count what failed: at the door almost nothing, in the middle what was sent', async () => {
    const { router, book } = aRouter({
      gemini: [error('quota')],
      openai: [error('bad_reply')],
      desk: ['D'],
    });
    await router.reply(request({ messages: [{ role: 'user', text: 'words '.repeat(400) }] }));
    const [quota, bad, desk] = book.receipts;
    expect(quota).toMatchObject({ outcome: 'quota', countedTokens: 1, error: 'It is quota.' });
    expect(bad!.countedTokens).toBeGreaterThan(500);
    expect(desk).toMatchObject({ provider: 'desk', countedTokens: 0, costUsd: 0, outcome: 'ok' });
  });

  it('do not hold up or lose a reply when they cannot be written; the next attempt fails closed', async () => {
    const { router, book, failures } = aRouter({ gemini: [G, G], desk: ['D'] });
    book.broken = { write: true };
    expect((await router.reply(request())).text).toBe('G');
    await settle();
    expect(failures).toEqual(['writing a receipt: the disk is full']);
    expect(await router.reply(request())).toMatchObject({
      text: 'D',
      passed: [
        { provider: 'gemini', code: 'exhausted', because: expect.stringContaining('not known') as string },
      ],
    });
    book.broken = {};
    expect((await router.reply(request())).text).toBe('G');
    await router.close();
    expect(book.receipts.filter(({ provider }) => provider === 'gemini')).toHaveLength(2);
  });
});

describe('ceilings', () => {
  it.each([
    ['attempts', { attempts: 2 }],
    ['tokens', { tokens: 2_000 }],
    ['costUsd', { costUsd: 0.001 }],
  ])('of a day, in %s, keep language models from being asked until midnight', async (measure, day) => {
    const clock = new FakeClock(Date.UTC(2026, 6, 1, 20)); // nine in the evening in London
    const { router } = aRouter({ gemini: many(G), desk: many('D') }, { ceilings: { day } }, undefined, clock);
    expect((await router.reply(request())).text).toBe('G');
    expect((await router.reply(request())).text).toBe('G');
    const third = await router.reply(request());
    expect(third.text).toBe('D');
    expect(third.passed?.[0]?.because).toContain(`models.ceilings.day.${measure} in the edition`);
    clock.set(Date.UTC(2026, 6, 1, 22, 59, 59));
    expect((await router.reply(request())).text).toBe('D');
    clock.set(Date.UTC(2026, 6, 1, 23)); // midnight in London
    expect((await router.reply(request())).text).toBe('G');
  });

  it('of a run count that run alone', async () => {
    const plan = { ceilings: { run: { attempts: 1 } } };
    const { router } = aRouter({ gemini: many(G), desk: many('D') }, plan);
    const of = async (run?: string) =>
      (await router.reply(request(run === undefined ? {} : { about: { run } }))).text;
    expect([await of('a'), await of('a'), await of('b'), await of(), await of()]).toEqual([
      'G',
      'D',
      'G',
      'G',
      'G',
    ]);
  });

  it('count attempts under way, so that workers side by side do not go over together', async () => {
    const waiting: (() => void)[] = [];
    const slow = () => new Promise<typeof G>((resolve) => waiting.push(() => resolve(G)));
    const plan = { ceilings: { run: { attempts: 2 } } };
    const { router } = aRouter({ gemini: many(slow), desk: many('D') }, plan);
    const replies = [];
    for (let n = 0; n < 4; n++) {
      replies.push(router.reply(request({ about: { run: 'a' } })));
      await settle();
    }
    for (const go of waiting) go();
    expect((await Promise.all(replies)).map(({ text }) => text)).toEqual(['G', 'G', 'D', 'D']);
  });

  it('hold after a restart: the book is what counts', async () => {
    const book = new MemoryReceiptBook();
    const plan = { ceilings: { day: { attempts: 1 } } };
    await aRouter({ gemini: [G], desk: [] }, plan, book).router.reply(request());
    const again = aRouter({ gemini: [G], desk: ['D'] }, plan, book).router;
    expect((await again.reply(request())).text).toBe('D');
    expect(await again.ceilingReached()).toEqual({
      en: expect.stringContaining('The ceiling of 1 call a day') as string,
      zh: expect.stringContaining('已達每日 1 次呼叫的上限') as string,
    });
  });

  it('fail closed while the book cannot be read, and the desk model still serves', async () => {
    const { router, book, failures } = aRouter({ gemini: [G], desk: ['D'] });
    book.broken = { read: true };
    expect((await router.reply(request())).text).toBe('D');
    expect(failures).toEqual(['reading what models have cost: the disk is gone']);
  });

  it('end in a refusal that says where to change them, where there is no desk model in the chain', async () => {
    const plan = { chains: { default: ['gemini'] }, ceilings: { day: { tokens: 0 } } };
    const { router } = aRouter({ gemini: [G], desk: [] }, plan);
    await expect(router.reply(request())).rejects.toMatchObject({
      code: 'exhausted',
      message: expect.stringContaining('models.ceilings.day.tokens') as string,
    });
  });
});

describe('prices', () => {
  const million = { input: 1_000_000, output: 1_000_000 };

  it('go by the longest beginning of the name, and only by whole words of it', () => {
    expect(costOf('gemini-2.5-flash-preview-09-2025', million)).toBe(2.8);
    expect(costOf('gemini-2.5-flash-lite', million)).toBe(0.5);
    expect(costOf('o3-2025-04-16', million)).toBe(10);
    expect(costOf('o3-pro-2025-06-10', million)).toBe(100);
    expect(costOf('models/gemini-2.5-pro', million)).toBe(11.25);
    expect(costOf('openai/gpt-4.1-mini', million)).toBe(2);
    expect(costOf('gpt-4-0613', million)).toBe(90);
    expect(costOf('gemini-flash-latest', million)).toBe(3.5); // the default must not go unpriced
    expect(costOf('gpt-4.5-preview', million)).toBeUndefined();
    expect(costOf('llama3.2:3b', million)).toBeUndefined();
  });

  it("are the edition's where it has some", () => {
    const own = { llama: { input: 1, output: 2 }, 'gpt-4.1': { input: 0, output: 0 } };
    expect(costOf('llama-3-70b', million, own)).toBe(3);
    expect(costOf('llama3.2:3b', million, own)).toBe(3);
    expect(costOf('gpt-4.1-mini', million, own)).toBe(0);
  });
});

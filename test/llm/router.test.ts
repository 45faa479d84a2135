import { describe, expect, it } from 'vitest';
import type { ChatModel } from '../../src/llm/chat-model.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import { settle } from '../support/fake-clock.ts';
import { aRouter, error, request } from './a-router.ts';

const never: ChatModel = { reply: () => new Promise(() => {}) };

describe('the router', () => {
  it('asks the first of the chain, and no other while that serves', async () => {
    const { router } = aRouter({ gemini: ['from Gemini'], openai: [], desk: [] });
    const reply = await router.reply(request());
    expect(reply).toMatchObject({ text: 'from Gemini', servedBy: { provider: 'gemini' } });
    expect(reply).not.toHaveProperty('passed');
  });

  it('says what is set up where no language model could serve as the one that is named', async () => {
    const { router } = aRouter({ desk: [] }, { chains: { default: ['desk'] } });
    await expect(router.reply(request({ model: 'gpt-nowhere' }))).rejects.toThrow(
      /^There is no model "gpt-nowhere"; allowed: desk\.$/,
    );
  });

  it('walks the chain that the edition has for the task', async () => {
    const chains = { default: ['gemini', 'desk'], write: ['openai', 'desk'], heartbeat: ['desk'] };
    const { router } = aRouter({ gemini: ['G', 'G'], openai: ['O'], desk: ['D'] }, { chains });
    expect((await router.reply(request({ task: 'write' }))).text).toBe('O');
    expect((await router.reply(request({ task: 'heartbeat' }))).text).toBe('D');
    expect((await router.reply(request({ task: 'chat' }))).text).toBe('G');
    expect((await router.reply(request({ task: 'plan' }))).text).toBe('G');
  });

  it.each(['quota', 'misconfigured', 'bad_reply', 'cannot_serve'] as const)(
    'passes to the next one when one says %s, and the reply says why',
    async (code) => {
      const { router } = aRouter({ gemini: [error(code)], openai: ['O'], desk: [] });
      const reply = await router.reply(request());
      expect(reply.servedBy.provider).toBe('openai');
      expect(reply.passed).toEqual([{ provider: 'gemini', code, because: `It is ${code}.` }]);
    },
  );

  it('waits for a limit that ends soon, as long as it was told to, and asks again', async () => {
    const { router, clock, book } = aRouter({
      gemini: [() => error('rate_limited', { retryAtMs: clock.now() + 7_000 }), 'at last'],
      desk: [],
    });
    const reply = router.reply(request());
    await settle();
    await clock.advance(6_999);
    expect(book.receipts.map(({ outcome }) => outcome)).toEqual(['rate_limited']);
    await clock.advance(1);
    expect(await reply).toMatchObject({ text: 'at last', servedBy: { provider: 'gemini' } });
    expect(book.receipts.map(({ outcome }) => outcome)).toEqual(['rate_limited', 'ok']);
  });

  it('does not wait for a limit that lasts, and leaves that provider alone until it ends', async () => {
    const { router, clock } = aRouter({
      gemini: [() => error('rate_limited', { retryAtMs: clock.now() + 90_000 }), 'G'],
      desk: ['D', 'D'],
    });
    expect(await router.reply(request())).toMatchObject({
      text: 'D',
      passed: [{ provider: 'gemini', code: 'rate_limited' }],
    });
    expect(router.status().providers[0]).toMatchObject({ state: 'resting', untilMs: clock.now() + 90_000 });
    await clock.advance(30_000);
    expect((await router.reply(request())).text).toBe('D');
    await clock.advance(60_000);
    expect((await router.reply(request())).text).toBe('G');
  });

  it('goes on with the configured model where one that a request names has reached its limit', async () => {
    const { router } = aRouter({ openai: [error('quota'), error('rate_limited'), 'O'], desk: ['D'] });
    for (const code of ['quota', 'rate_limited'])
      await expect(router.reply(request({ model: 'openai/big' }))).rejects.toMatchObject({ code });
    expect((await router.reply(request())).text).toBe('O');
  });

  it('waits out the end of a rest that somebody else has met', async () => {
    const { router, clock } = aRouter({
      gemini: [() => error('rate_limited', { retryAtMs: clock.now() + 40_000 }), 'G'],
      desk: ['D'],
    });
    await router.reply(request());
    await clock.advance(20_000);
    const reply = router.reply(request());
    await settle();
    await clock.advance(20_000);
    expect((await reply).text).toBe('G');
  });

  it('asks at once again when another key is free, whatever was wrong with the first', async () => {
    const { router, clock, wrong } = aRouter({
      gemini: [
        () => error('quota', { retryAtMs: clock.now() }),
        () => error('misconfigured', { retryAtMs: clock.now() }, 'Key 2 is wrong.'),
        'from key 3',
      ],
      desk: [],
    });
    expect((await router.reply(request())).text).toBe('from key 3');
    expect(wrong).toEqual(['gemini: Key 2 is wrong.']);
    expect(router.status().providers[0]).toMatchObject({ state: 'closed' });
  });

  it('tries an unavailable provider once more after a moment, then the next', async () => {
    const { router, clock, book } = aRouter({
      gemini: [error('unavailable'), error('unavailable'), 'too late'],
      desk: ['D'],
    });
    const reply = router.reply(request());
    await settle();
    await clock.advance(500);
    expect(await reply).toMatchObject({ text: 'D', passed: [{ provider: 'gemini', code: 'unavailable' }] });
    expect(book.receipts.map(({ provider }) => provider)).toEqual(['gemini', 'gemini', 'desk']);
  });

  it('gives up an attempt that takes too long', async () => {
    const { router, clock } = aRouter({ gemini: never, desk: ['D'] }, { attemptSeconds: 20 });
    const reply = router.reply(request());
    await settle();
    await clock.advance(20_000);
    expect(await reply).toMatchObject({
      text: 'D',
      passed: [{ code: 'unavailable', because: 'gemini did not answer within 20 seconds.' }],
    });
    expect(clock.waiters).toBe(0);
  });

  it('takes a refusal as the answer: nobody else is asked behind its back', async () => {
    const { router } = aRouter({ gemini: [error('refused')], openai: ['O'], desk: ['D'] });
    await expect(router.reply(request())).rejects.toMatchObject({ code: 'refused' });
    const blocked = aRouter({ gemini: [{ finish: 'blocked' }], openai: ['O'], desk: ['D'] });
    expect(await blocked.router.reply(request())).toMatchObject({ finish: 'blocked' });
  });

  it('asks the next one after a refusal where the edition says so, and the reply says it', async () => {
    const plan = { refusals: 'next' };
    const { router } = aRouter({ gemini: [error('refused'), { finish: 'blocked' }], desk: ['D', 'D'] }, plan);
    for (const _ of [1, 2])
      expect(await router.reply(request())).toMatchObject({
        text: 'D',
        passed: [{ provider: 'gemini', code: 'refused' }],
      });
  });

  it('says of everybody why nobody served', async () => {
    const { router } = aRouter({
      gemini: [error('quota', {}, 'Gemini has had enough for today.')],
      openai: [error('misconfigured', {}, 'The key is wrong.')],
      desk: [error('cannot_serve', {}, 'The desk model can’t do that.')],
    });
    await expect(router.reply(request({ task: 'merge' }))).rejects.toMatchObject({
      code: 'quota',
      message: 'Gemini has had enough for today. The key is wrong. The desk model can’t do that.',
    });
  });

  it('says that nobody is configured where the chain names none of the configured', async () => {
    const { router } = aRouter({ desk: ['D'] }, { chains: { chat: ['gemini'] } });
    await expect(router.reply(request())).rejects.toMatchObject({ code: 'cannot_serve' });
  });

  it('stops with the turn, in an attempt and in a wait, and the receipt says so', async () => {
    const stop = new AbortController();
    const { router, clock, book } = aRouter({ gemini: never, desk: ['D'] });
    const reply = router.reply(request({ signal: stop.signal }));
    await settle();
    stop.abort(new Error('the desk is closing'));
    await expect(reply).rejects.toThrow('the desk is closing');
    expect(book.receipts).toMatchObject([{ outcome: 'aborted' }]);
    expect(clock.waiters).toBe(0);

    const patient = new AbortController();
    const waiting = aRouter(
      { gemini: [error('rate_limited', { retryAtMs: clock.now() + 10_000 })], desk: ['D'] },
      {},
      book,
      clock,
    );
    const waited = waiting.router.reply(request({ signal: patient.signal }));
    await settle();
    patient.abort(new Error('reset'));
    await expect(waited).rejects.toThrow('reset');
    expect(clock.waiters).toBe(0);
  });

  it('takes what breaks in a provider on our side as out of order, and tells it', async () => {
    const broken: ChatModel = { reply: () => Promise.reject(new TypeError('x is not a function')) };
    const { router, clock, failures } = aRouter({ gemini: broken, desk: ['D'] });
    const reply = router.reply(request());
    await settle();
    await clock.advance(500);
    expect(await reply).toMatchObject({ text: 'D', passed: [{ code: 'unavailable' }] });
    expect(failures[0]).toBe('asking gemini: x is not a function');
  });
});

describe("a turn's budget", () => {
  /** So many attempts, counted. */
  const budget = (attempts: number) => {
    const counted = { attempts: 0, tokens: 0 };
    return {
      counted,
      attempt: () => {
        if (counted.attempts >= attempts) throw new ModelError('exhausted', 'The turn has no calls left.');
        counted.attempts += 1;
      },
      used: (tokens: number) => void (counted.tokens += tokens),
    };
  };

  it('counts every attempt before it is made, and what it used', async () => {
    const spending = budget(5);
    const { router, clock } = aRouter({
      gemini: [error('unavailable'), { text: 'G', usage: { input: 20, output: 5 } }],
      desk: [],
    });
    const reply = router.reply(request({ spending }));
    await settle();
    await clock.advance(500);
    await reply;
    expect(spending.counted.attempts).toBe(2);
    expect(spending.counted.tokens).toBeGreaterThan(25);
  });

  it('ends the turn when it is used up', async () => {
    const { router } = aRouter({ gemini: ['G'], desk: ['D'] });
    await expect(router.reply(request({ spending: budget(0) }))).rejects.toThrow(
      'The turn has no calls left.',
    );
  });

  it('lets a reply that began inside it end with the desk model', async () => {
    const spending = budget(1);
    const { router, clock } = aRouter({ gemini: [error('unavailable')], openai: ['O'], desk: ['D'] });
    const reply = router.reply(request({ spending }));
    await settle();
    await clock.advance(500);
    expect(await reply).toMatchObject({
      text: 'D',
      passed: [
        { provider: 'gemini', code: 'exhausted' },
        { provider: 'openai', code: 'exhausted' },
      ],
    });
  });
});

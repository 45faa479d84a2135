import { describe, expect, it } from 'vitest';
import { Breaker } from '../../src/llm/breaker.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { aRouter, error, request } from './a-router.ts';

const aBreaker = () => {
  const clock = new FakeClock();
  return { clock, breaker: new Breaker(clock) };
};

describe('a breaker', () => {
  it('opens after three failures in a row, and not for three with an answer in between', () => {
    const { breaker } = aBreaker();
    breaker.unavailable('It is down.');
    breaker.unavailable('It is down.');
    breaker.answered();
    breaker.unavailable('It is down.');
    breaker.unavailable('It is down.');
    expect(breaker.admit()).toEqual({ admitted: true });
    breaker.unavailable('It is down.');
    expect(breaker.admit()).toMatchObject({ admitted: false, code: 'unavailable', because: 'It is down.' });
  });

  it('lets one attempt probe when its time is over, and stays open longer each time that fails', () => {
    const { clock, breaker } = aBreaker();
    const openFor: number[] = [];
    for (let n = 0; n < 3; n++) breaker.unavailable('It is down.');
    for (let n = 0; n < 8; n++) {
      const { untilMs = 0 } = breaker.state;
      openFor.push((untilMs - clock.now()) / 1_000);
      clock.set(untilMs);
      expect(breaker.state.state).toBe('half-open');
      expect(breaker.admit().admitted).toBe(true);
      expect(breaker.admit().admitted).toBe(false); // somebody is asking already
      breaker.unavailable('It is down.');
    }
    expect(openFor).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
    clock.set(breaker.state.untilMs ?? 0);
    breaker.admit();
    breaker.answered();
    expect(breaker.state).toEqual({ state: 'closed' });
  });

  it('lets somebody else probe when the first was stopped before anything was known', () => {
    const { clock, breaker } = aBreaker();
    breaker.misconfigured('The key is wrong.');
    clock.set(clock.now() + 600_000);
    expect(breaker.admit().admitted).toBe(true);
    breaker.abandoned();
    expect(breaker.admit().admitted).toBe(true);
  });

  it('leaves what is misconfigured alone for ten minutes', () => {
    const { clock, breaker } = aBreaker();
    breaker.misconfigured('The key is wrong.');
    clock.set(clock.now() + 599_999);
    expect(breaker.admit()).toMatchObject({ admitted: false, code: 'misconfigured' });
    clock.set(clock.now() + 1);
    expect(breaker.admit().admitted).toBe(true);
  });

  it('takes no rest for longer than an hour, and is whole after it', () => {
    const { clock, breaker } = aBreaker();
    breaker.rest('quota', 'Enough for today.', clock.now() + 24 * 3_600_000);
    expect(breaker.state).toMatchObject({ state: 'resting', untilMs: clock.now() + 3_600_000 });
    clock.set(clock.now() + 3_600_000);
    expect([breaker.admit(), breaker.admit()]).toEqual([{ admitted: true }, { admitted: true }]);
  });
});

describe('a router with broken providers', () => {
  it('stops asking who was out of order again and again, until its time is over', async () => {
    const failing = Array.from({ length: 20 }, () => error('unavailable', {}, 'It is down.'));
    const { router, clock, book } = aRouter({ gemini: failing, desk: ['1', '2', '3', '4', '5'] });
    const reply = async () => {
      const served = router.reply(request());
      while ((await Promise.race([served, Promise.resolve(undefined)])) === undefined)
        await clock.advance(500);
      return served;
    };
    const asked = () => book.receipts.filter(({ provider }) => provider === 'gemini').length;
    await reply();
    await reply();
    expect(asked()).toBe(3); // two and one: then it was open
    expect((await reply()).passed).toEqual([
      { provider: 'gemini', code: 'unavailable', because: 'It is down.' },
    ]);
    expect(asked()).toBe(3);
    expect(router.status()).toMatchObject({ serving: { name: 'desk' }, providers: [{ state: 'open' }, {}] });
    await clock.advance(15_000);
    expect(router.status().providers[0]).toMatchObject({ state: 'half-open' });
    await reply();
    expect(asked()).toBe(4);
  });

  it('tells what is misconfigured once, and does not ask it for ten minutes', async () => {
    const { router, clock, wrong, book } = aRouter({
      openai: [
        error('misconfigured', {}, 'The key is wrong.'),
        error('misconfigured', {}, 'The key is wrong.'),
      ],
      desk: ['1', '2', '3'],
    });
    await router.reply(request());
    await router.reply(request());
    await clock.advance(600_000);
    await router.reply(request());
    expect(wrong).toEqual(['openai: The key is wrong.']);
    expect(book.receipts.filter(({ provider }) => provider === 'openai')).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/llm/chat-model.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackGemini } from '../../support/models/loopback-gemini.ts';
import { failure, geminiAt, MemoryState, request } from './gemini-stand.ts';

const KEYS = ['first-key-of-the-desk', 'second-key-of-the-desk', 'third-key-of-the-desk'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the keys of GEMINI_API_KEYS', () => {
  let gemini: LoopbackGemini;
  let clock: FakeClock;
  let state: MemoryState;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start({ keys: KEYS });
    clock = new FakeClock();
    state = new MemoryState();
  });
  afterEach(() => gemini.close());

  const desk = (keys: readonly string[] = KEYS) =>
    geminiAt({ keys, baseUrl: gemini.baseUrl }, { clock, state });
  const usedKeys = () => gemini.asked.map(({ key }) => KEYS.indexOf(key!) + 1);

  it('are used one at a time, and named by number', async () => {
    const model = desk();
    for (let n = 0; n < 3; n++) expect((await model.reply(request())).servedBy.profile).toBe(1);
    expect(usedKeys()).toEqual([1, 1, 1]);
  });

  it('are used once their state can be read, where that failed before', async () => {
    const model = desk();
    const get = state.get.bind(state);
    state.get = () => Promise.reject(new Error('the database is away'));
    await expect(model.reply(request())).rejects.toThrow('the database is away');
    state.get = get;
    expect((await model.reply(request())).servedBy.profile).toBe(1);
  });

  it.each(['details', 'sentence', 'header'] as const)(
    'a limit of minutes is waited for as told (in the %s)',
    async (hint) => {
      gemini.failWith({ kind: 'per_minute', retryMs: 12_000, hint });
      const model = desk([KEYS[0]!]);
      const error = await failure<ModelError>(model.reply(request()));
      expect(error).toMatchObject({
        code: 'rate_limited',
        profile: 1,
        retryAtMs: clock.now() + 12_000,
        message: 'Key 1 of GEMINI_API_KEYS has reached its limit for this minute.',
      });

      clock.set(clock.now() + 11_999);
      const stillResting = await failure<ModelError>(model.reply(request()));
      expect(stillResting).toMatchObject({ code: 'rate_limited', retryAtMs: clock.now() + 1 });
      expect(usedKeys()).toEqual([1]);

      clock.set(clock.now() + 1);
      expect((await model.reply(request())).text).toBe('Yes.');
    },
  );

  it('a limit of minutes without a hint lasts one', async () => {
    gemini.failWith({ kind: 'per_minute', hint: 'none' });
    const error = await failure<ModelError>(desk([KEYS[0]!]).reply(request()));
    expect(error.retryAtMs).toBe(clock.now() + 60_000);
  });

  it('a limit of the day rests the key for an hour, and the next one serves at once', async () => {
    gemini.limit(KEYS[0]!, { kind: 'per_day' });
    const model = desk();
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({ code: 'rate_limited', profile: 1, retryAtMs: clock.now() });
    expect(error.message).toBe(
      'Key 1 of GEMINI_API_KEYS has reached its limit for today and rests for an hour. Key 2 is next.',
    );
    expect((await model.reply(request())).servedBy.profile).toBe(2);
    expect(await model.profiles.states()).toEqual([
      {
        profile: 1,
        state: 'resting',
        untilMs: clock.now() + HOUR,
        because: 'its limit for today is reached',
      },
      { profile: 2, state: 'free' },
      { profile: 3, state: 'free' },
    ]);
  });

  it('a limit of a model that a request names rests the key for that model alone', async () => {
    const model = desk([KEYS[0]!]);
    const named = request({ model: 'gemini-2.5-pro' });
    gemini.failWith({ kind: 'per_day' });
    expect(await failure(model.reply(named))).toMatchObject({ code: 'quota' });
    expect((await model.reply(request())).servedBy.profile).toBe(1);
    expect(await failure(model.reply(named))).toMatchObject({ code: 'quota' });
    expect(gemini.requests).toHaveLength(2);
  });

  it('a model that a request names and a key may not use leaves the key to the other models', async () => {
    const model = desk([KEYS[0]!]);
    const named = request({ model: 'gemini-2.5-pro' });
    gemini.failWith({ kind: 'error', code: 403, status: 'PERMISSION_DENIED', message: 'Not this model.' });
    expect(await failure(model.reply(named))).toMatchObject({ code: 'misconfigured' });
    expect((await model.reply(request())).servedBy.profile).toBe(1);
    expect(await failure(model.reply(named))).toMatchObject({ code: 'misconfigured' });
    expect(gemini.requests).toHaveLength(2);
  });

  it('a limit that says nothing, or hours, counts as the day’s', async () => {
    const model = desk();
    gemini.failWith({ kind: 'exhausted' }, { kind: 'per_minute', retryMs: 5 * HOUR, hint: 'details' });
    await failure(model.reply(request()));
    await failure(model.reply(request()));
    const untilMs = (await model.profiles.states()).map((one) => one.untilMs);
    // The second names the minute, and means hours.
    expect(untilMs).toEqual([clock.now() + HOUR, clock.now() + HOUR, undefined]);
  });

  it('when all have used up their day, the first that returns is told', async () => {
    for (const key of KEYS) gemini.limit(key, { kind: 'per_day' });
    const model = desk();
    const begun = clock.now();
    for (let n = 0; n < 3; n++) {
      await failure(model.reply(request()));
      clock.set(clock.now() + 60_000);
    }
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({ code: 'quota', retryAtMs: begun + HOUR });
    expect(error.message).toBe('Every key of GEMINI_API_KEYS rests: its limit for today is reached.');
    expect(usedKeys()).toEqual([1, 2, 3]);

    clock.set(begun + HOUR);
    gemini.limit(KEYS[0]!, undefined);
    expect((await model.reply(request())).servedBy.profile).toBe(1);
  });

  it('a key that rests for a minute is sooner than one that rests for the day', async () => {
    gemini.limit(KEYS[0]!, { kind: 'per_day' });
    gemini.limit(KEYS[1]!, { kind: 'per_minute', retryMs: 9_000 });
    const model = desk(KEYS.slice(0, 2));
    await failure(model.reply(request()));
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({ code: 'rate_limited', profile: 2, retryAtMs: clock.now() + 9_000 });
  });

  it('rests survive a restart, also when keys were reordered, and no key is written down', async () => {
    gemini.limit(KEYS[0]!, { kind: 'per_day' });
    await failure(desk().reply(request()));

    const restarted = desk([KEYS[2]!, KEYS[0]!]);
    expect((await restarted.profiles.states()).map((one) => one.state)).toEqual(['free', 'resting']);
    await restarted.reply(request());
    expect(usedKeys()).toEqual([1, 3]);
    for (const written of state.kept.values())
      for (const key of KEYS) expect(written).not.toContain(key.slice(0, 8));
  });

  it('what is written down and can’t be read keeps no key from work', async () => {
    state.kept.set('gemini.profiles', '{"x": {"per": "century"}');
    expect((await desk().reply(request())).servedBy.profile).toBe(1);
  });

  it.each([
    ['goes back three hours', -3 * HOUR],
    ['goes forward 400 days', 400 * 24 * HOUR],
    ['stands', 0],
  ])('a limit lasts as long as told, and is shown so, though the clock %s', async (_, step) => {
    gemini.failWith({ kind: 'per_minute', retryMs: 12_000 });
    const model = desk([KEYS[0]!]);
    await failure(model.reply(request()));
    clock.step(step);
    for (let second = 1; second < 12; second++) {
      await clock.advance(1_000);
      if (step === 0) clock.step(-1_000);
    }
    const retryAtMs = clock.now() + 1_000;
    expect(await failure<ModelError>(model.reply(request()))).toMatchObject({
      code: 'rate_limited',
      retryAtMs,
    });
    expect(await model.profiles.states()).toMatchObject([{ state: 'resting', untilMs: retryAtMs }]);
    await clock.advance(1_000);
    if (step === 0) clock.step(-1_000);
    expect((await model.reply(request())).text).toBe('Yes.');
    expect(usedKeys()).toEqual([1, 1]);
  });

  it('a limit of minutes that was written on a clock that ran ahead ends in minutes after a restart', async () => {
    gemini.failWith({ kind: 'per_minute', retryMs: 12_000 });
    await failure(desk([KEYS[0]!]).reply(request()));
    clock.step(-3 * HOUR);
    const again = desk([KEYS[0]!]);
    await failure(again.reply(request()));
    await clock.advance(10 * 60_000);
    expect((await again.reply(request())).text).toBe('Yes.');
  });

  it('no rest outlasts an hour, even when the clock was set back by days', async () => {
    gemini.failWith({ kind: 'per_day' });
    await failure(desk([KEYS[0]!]).reply(request()));
    clock.set(clock.now() - 48 * HOUR);
    const restarted = desk([KEYS[0]!]);
    const error = await failure<ModelError>(restarted.reply(request()));
    expect(error.retryAtMs).toBeLessThanOrEqual(clock.now() + HOUR);
  });

  it('a wrong key is out, and the next one serves at once and from then on', async () => {
    const model = desk(['not-a-key-of-google', KEYS[1]!]);
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({ code: 'misconfigured', profile: 1, retryAtMs: clock.now() });
    expect(error.message).toBe(
      'Key 1 of GEMINI_API_KEYS is refused by Gemini: “API key not valid. Please pass a valid API key”. Key 2 is next.',
    );
    expect((await model.reply(request())).servedBy.profile).toBe(2);
    clock.set(clock.now() + 24 * HOUR);
    expect((await model.reply(request())).servedBy.profile).toBe(2);
    expect(await failure(desk(['not-a-key-of-google']).reply(request()))).toMatchObject({
      code: 'misconfigured',
    });
  });

  it.each([
    [
      403,
      'PERMISSION_DENIED',
      'Generative Language API has not been used in project 1 before or it is disabled.',
    ],
    [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
  ])(
    'the only key serves again once Google takes it (%s), ten minutes later',
    async (code, status, message) => {
      gemini.failWith({ kind: 'error', code, status, message });
      const model = desk([KEYS[0]!]);
      expect(await failure(model.reply(request()))).toMatchObject({ code: 'misconfigured' });
      await clock.advance(9 * MINUTE);
      expect(await failure(model.reply(request()))).toMatchObject({ code: 'misconfigured' });
      expect(gemini.requests).toHaveLength(1);
      await clock.advance(MINUTE);
      expect((await model.reply(request())).servedBy.profile).toBe(1);
      expect((await model.profiles.states())[0]).toMatchObject({ state: 'free' });
    },
  );

  it('when none is right, that is told without asking again', async () => {
    const model = desk(['not-a-key-of-google']);
    const first = await failure<ModelError>(model.reply(request()));
    expect(first.retryAtMs).toBeUndefined();
    const again = await failure<ModelError>(model.reply(request()));
    expect(again).toMatchObject({ code: 'misconfigured', message: first.message });
    expect(gemini.requests).toHaveLength(1);
  });

  it.each([
    ['expired', 400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.'],
    ['unauthenticated', 401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
    ['leaked', 403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'],
  ])('a key that is %s is wrong', async (_, code, status, message) => {
    gemini.failWith({ kind: 'error', code, status, message });
    const model = desk();
    expect(await failure(model.reply(request()))).toMatchObject({ code: 'misconfigured', profile: 1 });
    expect((await model.profiles.states())[0]).toMatchObject({ state: 'wrong' });
  });

  it('what can’t be a key isn’t sent anywhere', async () => {
    const model = desk(['ключ от всех дверей']);
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({
      code: 'misconfigured',
      message: 'Key 1 of GEMINI_API_KEYS has characters that no key has.',
    });
    expect(gemini.requests).toEqual([]);
  });

  it.each([
    [3_000, 3_000],
    // At once would mean that another key is free.
    [0, 250],
  ])('a server out of order for %d ms is no key’s fault', async (retryMs, waitMs) => {
    gemini.failWith({ kind: 'error', code: 503, status: 'UNAVAILABLE', message: 'Overloaded.', retryMs });
    const model = desk();
    const error = await failure<ModelError>(model.reply(request()));
    expect(error).toMatchObject({ code: 'unavailable', profile: 1, retryAtMs: clock.now() + waitMs });
    expect((await model.reply(request())).servedBy.profile).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGemini } from '../../../src/llm/gemini/check-gemini.ts';
import { eventually, FakeClock } from '../../support/fake-clock.ts';
import { LoopbackGemini } from '../../support/models/loopback-gemini.ts';
import { failure } from './gemini-stand.ts';

const KEYS = ['first-key-of-the-desk', 'second-key-of-the-desk'];

describe('the doctor on Gemini', () => {
  let gemini: LoopbackGemini;
  const clock = new FakeClock();
  const patient = new AbortController().signal;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start({
      keys: KEYS,
      models: ['gemini-flash-latest', 'gemini-3.8-flash', 'gemini-embedding-001'],
    });
  });
  afterEach(() => gemini.close());

  it('says of each key whether it works, at no cost', async () => {
    const keys = [KEYS[0]!, 'not-a-key-of-google', KEYS[1]!];
    expect(await checkGemini({ keys, baseUrl: gemini.baseUrl }, clock, patient)).toEqual([
      {
        check: 'gemini',
        state: 'ok',
        text: 'Key 1 of GEMINI_API_KEYS works, and “gemini-flash-latest” is there.',
      },
      {
        check: 'gemini',
        state: 'problem',
        text: 'Key 2 of GEMINI_API_KEYS is refused by Gemini: “API key not valid. Please pass a valid API key”.',
        remedy: 'Make a key at https://aistudio.google.com/apikey and put it into GEMINI_API_KEYS.',
      },
      {
        check: 'gemini',
        state: 'ok',
        text: 'Key 3 of GEMINI_API_KEYS works, and “gemini-flash-latest” is there.',
      },
    ]);
    expect(gemini.asked).toEqual([]);
  });

  it('names models in place of one that isn’t there', async () => {
    const settings = { keys: [KEYS[0]!], baseUrl: gemini.baseUrl, model: 'gemini-99' };
    expect(await checkGemini(settings, clock, patient)).toEqual([
      {
        check: 'gemini',
        state: 'problem',
        text: 'Gemini has no model “gemini-99” for key 1.',
        remedy: 'Leave GEMINI_MODEL out, or set it to one of these: gemini-flash-latest, gemini-3.8-flash.',
      },
    ]);
  });

  it('understands a model’s full name', async () => {
    const settings = { keys: [KEYS[0]!], baseUrl: gemini.baseUrl, model: 'models/gemini-3.8-flash' };
    expect(await checkGemini(settings, clock, patient)).toMatchObject([{ state: 'ok' }]);
  });

  it('warns of a limit: it passes', async () => {
    gemini.limit(KEYS[0]!, { kind: 'per_day' });
    expect(await checkGemini({ keys: [KEYS[0]!], baseUrl: gemini.baseUrl }, clock, patient)).toMatchObject([
      {
        state: 'warning',
        text: 'Key 1 of GEMINI_API_KEYS has reached its limit for today and rests for an hour.',
      },
    ]);
  });

  it.each([
    ['is no address', 'nonsense', 'GEMINI_BASE_URL is no address.'],
    [
      'carries a password',
      'http://me:secret@127.0.0.1',
      'GEMINI_BASE_URL must not carry a name or a password',
    ],
  ])('tells once that the address %s', async (_, baseUrl, text) => {
    const findings = await checkGemini({ keys: KEYS, baseUrl }, clock, patient);
    expect(findings).toHaveLength(1);
    expect(findings[0]!.text).toContain(text);
    expect(findings[0]!.text).not.toContain('secret');
  });

  it('tells once that the address answers with web pages', async () => {
    for (const key of KEYS)
      gemini.limit(key, { kind: 'raw', status: 200, type: 'text/html', body: '<html>Welcome</html>' });
    const findings = await checkGemini({ keys: KEYS, baseUrl: gemini.baseUrl }, clock, patient);
    const { host } = new URL(gemini.baseUrl);
    expect(findings).toEqual([
      {
        check: 'gemini',
        state: 'problem',
        text: `GEMINI_BASE_URL (${host}) answers with a web page: it is not Gemini's address.`,
        remedy: 'Set GEMINI_BASE_URL to the address of the API without a version, or leave it out.',
      },
    ]);
  });

  it('tells once that nobody is there', async () => {
    await gemini.close();
    const findings = await checkGemini({ keys: KEYS, baseUrl: gemini.baseUrl }, clock, patient);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ state: 'problem' });
    expect(findings[0]!.text).toContain('the connection is refused');
  });

  it('doesn’t wait for ever, and leaves nothing behind', async () => {
    gemini.limit(KEYS[0]!, { kind: 'never_answers' });
    const checked = checkGemini({ keys: [KEYS[0]!], baseUrl: gemini.baseUrl }, clock, patient);
    await eventually(() => gemini.requests.length === 1);
    await clock.advance(15_000);
    expect(await checked).toMatchObject([{ state: 'problem', text: 'Gemini was silent for 15 seconds.' }]);
    expect(clock.waiters).toBe(0);
    await eventually(() => gemini.underWay === 0);
  });

  it('stops when it is told to', async () => {
    gemini.limit(KEYS[0]!, { kind: 'never_answers' });
    const stop = new AbortController();
    const stopped = failure(checkGemini({ keys: [KEYS[0]!], baseUrl: gemini.baseUrl }, clock, stop.signal));
    await eventually(() => gemini.requests.length === 1);
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await stopped).toBe(reason);
    expect(clock.waiters).toBe(0);
    await eventually(() => gemini.underWay === 0);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/llm/openai/address.ts';
import { checkOpenAi } from '../../../src/llm/openai/check-openai.ts';
import { openAiFrom } from '../../../src/llm/openai/openai-from.ts';
import type { OpenAiSettings } from '../../../src/llm/openai/openai-from.ts';
import { FakeClock, eventually } from '../../support/fake-clock.ts';
import { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { LoopbackOpenAiOptions } from '../../support/models/loopback-openai.ts';
import { KEY, request } from './openai-stand.ts';

const clock = new FakeClock();
let server: LoopbackOpenAi;

const start = async (options: LoopbackOpenAiOptions = {}) => {
  await server.close();
  server = await LoopbackOpenAi.start(options);
};

beforeEach(async () => {
  server = await LoopbackOpenAi.start();
});
afterEach(async () => {
  expect(server.violations).toEqual([]);
  expect(clock.waiters).toBe(0);
  await server.close();
});

describe('OPENAI_BASE_URL', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:11434/', 'http://localhost:11434/v1'],
    ['localhost:8080', 'http://localhost:8080/v1'],
    ['http://localhost:8080/v1/', 'http://localhost:8080/v1'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
    ['https://example.org/v1beta/openai/', 'https://example.org/v1beta/openai'],
    ['https://example.org/v1/chat/completions', 'https://example.org/v1'],
    [undefined, 'https://api.openai.com/v1'],
  ])('%s is %s', (given, base) => {
    expect(addressOf(given)).toMatchObject({ base });
  });

  it.each([
    ['http://localhost:11434', true],
    ['http://192.168.1.5:8080', true],
    ['http://[::1]:8080', true],
    ['http://ollama:11434', true],
    ['https://api.example.org', false],
    ['https://10.example.org', false],
  ])('%s is on one’s own machine or network: %s', (given, local) => {
    expect(addressOf(given)).toMatchObject({ local });
  });

  it('and a key: without both there is no such provider', () => {
    expect(openAiFrom({}, { clock })).toBeUndefined();
    expect(openAiFrom({ model: 'small' }, { clock })).toBeUndefined();
    expect(openAiFrom({ key: KEY }, { clock })).toBeDefined();
  });

  it('may have no path and no key', async () => {
    const model = openAiFrom({ baseUrl: `http://${server.host}`, model: 'small-model' }, { clock })!;
    expect((await model.reply(request())).text).toBe('Understood.');
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });
});

describe('without OPENAI_MODEL', () => {
  const open = () => openAiFrom({ baseUrl: server.baseUrl }, { clock })!;

  it('a server of one’s own is asked once what it has, and its first model that talks is taken', async () => {
    await start({ dialect: 'ollama', models: ['nomic-embed-text:latest', 'qwen:4b', 'llama:8b'] });
    const model = open();
    expect((await model.reply(request())).servedBy.model).toBe('qwen:4b');
    await model.reply(request());
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });

  it('a server without any model is told of', async () => {
    await start({ models: [] });
    await expect(open().reply(request())).rejects.toMatchObject({
      code: 'misconfigured',
      message: `OPENAI_MODEL is not set, and ${server.host} has no model loaded.`,
    });
  });

  it('a model that is gone is looked for again', async () => {
    const model = open();
    await model.reply(request());
    server.faults.next('unknown_model');
    await expect(model.reply(request())).rejects.toMatchObject({ code: 'misconfigured' });
    await model.reply(request());
    expect(server.requests.map(({ method }) => method).join(' ')).toBe('GET POST POST GET POST');
  });

  it('whoever was stopped doesn’t wait for the list', async () => {
    server.faults.next('never_answers');
    const stop = new AbortController();
    const stopped = open().reply(request({ signal: stop.signal }));
    await eventually(() => server.requests.length === 1);
    stop.abort(new Error('the turn was stopped'));
    await expect(stopped).rejects.toThrow('the turn was stopped');
  });
});

describe('the doctor', () => {
  const check = (settings: OpenAiSettings = {}) =>
    checkOpenAi({ baseUrl: server.baseUrl, ...settings }, clock);

  it('has nothing to say where nothing is set', async () => {
    expect(await checkOpenAi({}, clock)).toEqual([]);
  });

  it('sees that the server answers, takes the key and has the model, and asks for no answer', async () => {
    await start({ key: KEY, models: ['small-model', 'big-model'] });
    expect(await check({ key: KEY, model: 'big-model' })).toEqual([
      {
        check: 'OpenAI-compatible',
        state: 'ok',
        text: `The server ${server.host} answers and has nothing against the key; its model "big-model" is there.`,
      },
    ]);
    expect(server.asked).toEqual([]);
  });

  it('sees which model would be taken', async () => {
    expect((await check())[0]!.text).toContain('its model "small-model" is there');
  });

  it('sees that the key is wrong', async () => {
    await start({ key: KEY });
    const [finding] = await check({ key: 'sk-wrong-987654321' });
    expect(finding).toMatchObject({ state: 'problem' });
    expect(finding!.text).toContain('does not accept OPENAI_API_KEY');
    expect(JSON.stringify(finding)).not.toContain('987654321');
  });

  it('sees that the model is missing, and says which there are', async () => {
    const [finding] = await check({ model: 'no-such-model' });
    expect(finding).toMatchObject({ state: 'problem', remedy: 'Set OPENAI_MODEL to one of: small-model.' });
  });

  it('sees an address that speaks something else', async () => {
    server.faults.next('speaks_html');
    expect((await check())[0]!.text).toContain('OPENAI_BASE_URL speaks no OpenAI API');
    server.faults.next({ status: 404, body: '<html>nothing here</html>' });
    expect((await check())[0]!.text).toContain('OPENAI_BASE_URL speaks no OpenAI API');
  });

  it('claims nothing of a server that doesn’t list its models', async () => {
    server.faults.next({ status: 404, body: { error: { message: 'no such route' } } });
    expect((await check({ model: 'small-model' }))[0]).toMatchObject({ state: 'warning' });
  });

  it('sees that nothing listens, and an address that is none', async () => {
    const { baseUrl } = server;
    await server.close();
    expect((await checkOpenAi({ baseUrl }, clock))[0]!.text).toContain('Nothing answers at');
    expect((await checkOpenAi({ baseUrl: 'http://' }, clock))[0]!.text).toBe(
      'OPENAI_BASE_URL is no address.',
    );
    server = await LoopbackOpenAi.start();
  });

  it('waits for fifteen seconds', async () => {
    server.faults.next('never_answers');
    const findings = check();
    await eventually(() => server.requests.length === 1 && clock.waiters > 0);
    await clock.advance(15_000);
    expect((await findings)[0]!.text).toContain('said nothing for 15 seconds');
  });
});

// In a desk, undici is there before the first request, and what fetch says of a failure is then of its making.
import 'undici';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/llm/chat-model.ts';
import type { ChatModel, ModelErrorCode } from '../../../src/llm/chat-model.ts';
import { openAiFrom } from '../../../src/llm/openai/openai-from.ts';
import type { OpenAiSettings } from '../../../src/llm/openai/openai-from.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { OpenAiFault } from '../../support/models/loopback-openai-faults.ts';
import { aRouter } from '../a-router.ts';
import { KEY, MODEL, openStand, request } from './openai-stand.ts';

describe('a failure of an OpenAI-compatible endpoint', () => {
  let server: LoopbackOpenAi;
  let model: ChatModel;
  let clock: FakeClock;

  beforeEach(async () => {
    ({ server, model, clock } = await openStand());
  });
  afterEach(async () => {
    expect(server.violations).toEqual([]);
    expect(clock.waiters).toBe(0);
    await server.close();
  });

  const fails = async (fault?: OpenAiFault, asked = model): Promise<ModelError> => {
    if (fault !== undefined) server.faults.next(fault);
    const error: unknown = await asked.reply(request()).catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(ModelError);
    expect(inspect(error, { depth: 9 })).not.toContain(KEY);
    expect((error as Error).message).toMatch(/^[A-Z].*\.$/);
    return error as ModelError;
  };
  const other = (settings: OpenAiSettings) =>
    openAiFrom({ baseUrl: server.baseUrl, key: KEY, model: MODEL, ...settings }, { clock })!;
  const says = (status: number, message: string, more: object = {}): OpenAiFault => ({
    status,
    body: { error: { message, type: 'error', param: null, code: null, ...more } },
  });

  it('names the setting when the key is wrong, and never the key, although the server echoes it', async () => {
    const error = await fails(undefined, other({ key: 'sk-wrong-987654321' }));
    expect(error.code).toBe('misconfigured');
    expect(error.message).toContain('does not accept OPENAI_API_KEY');
    expect(inspect(error, { depth: 9 })).not.toContain('987654321');
  });

  it('says that a key is wanted where none is set', async () => {
    const keyless = openAiFrom({ baseUrl: server.baseUrl, model: MODEL }, { clock })!;
    const error = await fails(undefined, keyless);
    expect(error.message).toContain('OPENAI_API_KEY is not set');
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  it('leaves words alone that stand where some server wants a key', async () => {
    const keyless = await LoopbackOpenAi.start();
    keyless.faults.next(says(500, 'the local model failed'));
    const failed = await fails(undefined, other({ baseUrl: keyless.baseUrl, key: 'local' }));
    expect(failed.message).toContain('It says: "the local model failed".');
    await keyless.close();
  });

  it('says of an address without the API that it has none, also where it answers in JSON', async () => {
    const error = await fails({ status: 404, body: { detail: 'Not Found' } });
    expect(error.code).toBe('misconfigured');
    expect(error.message).toContain('OPENAI_BASE_URL speaks no OpenAI API');
  });

  it.each([301, 303, 307, 308])(
    'takes the conversation nowhere else when it is sent there (%s)',
    async (status) => {
      const elsewhere = await LoopbackOpenAi.start();
      const location = `${elsewhere.baseUrl}/chat/completions`;
      const error = await fails({ status, headers: { location }, body: { moved: location } });
      expect(error.code).toBe('misconfigured');
      expect(error.message).toContain('sends its callers elsewhere: set the address itself');
      expect(elsewhere.requests).toEqual([]);
      await elsewhere.close();
    },
  );

  it('reads only the beginning of an error without end', async () => {
    let sent = 0;
    const endless = createHttpServer((_, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write('out of order '.repeat(1_000))) sent += 13_000;
      };
      response.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const error = await fails(undefined, other({ baseUrl: `http://127.0.0.1:${port}/v1` }));
    expect(error.message).toContain('is out of order (500)');
    expect(sent).toBeLessThan(20_000_000);
    endless.close();
  });

  it('names the setting when the model is unknown', async () => {
    const error = await fails(undefined, other({ model: 'no-such-model' }));
    expect(error).toMatchObject({ code: 'misconfigured', model: 'no-such-model' });
    expect(error.message).toContain('has no model "no-such-model" (OPENAI_MODEL)');
  });

  it.each<[string, OpenAiFault, ModelErrorCode]>([
    ['a conversation that is too long', 'too_long', 'cannot_serve'],
    [
      'a conversation that is too long, as llama.cpp says it',
      says(400, 'the request exceeds the available context size', {
        code: 400,
        type: 'exceed_context_size_error',
      }),
      'cannot_serve',
    ],
    [
      'content that is against the rules',
      says(400, 'Flagged.', { code: 'content_policy_violation' }),
      'refused',
    ],
    ['a request that it doesn’t understand', says(400, 'No.'), 'refused'],
    ['a model that is unknown, as others say it', says(400, 'tiny is not a valid model ID'), 'misconfigured'],
    [
      'a key that is wrong, as others say it',
      says(400, 'API key not valid. Please pass a valid API key.'),
      'misconfigured',
    ],
    ['a key without rights', says(403, 'Project does not have access.'), 'misconfigured'],
    ['an empty purse', says(402, 'Insufficient credits'), 'quota'],
    [
      'a day’s limit',
      says(429, 'Rate limit reached: tokens per day (TPD). Please try again in 7m12s.'),
      'quota',
    ],
    ['a minute’s limit', says(429, 'Rate limit reached. Please try again in 6.2s.'), 'rate_limited'],
    ['a gateway’s web page', { status: 502, body: '<html>Bad gateway</html>' }, 'unavailable'],
    ['a page that isn’t there', { status: 404, body: '<html>Not found</html>' }, 'misconfigured'],
    ['another API', { status: 200, body: { hello: 'world' } }, 'misconfigured'],
    [
      'an error that is called a success',
      { status: 200, body: { error: { code: 429, message: 'Slow down' } } },
      'rate_limited',
    ],
    ['an error in mid-stream', 'fails_in_stream', 'unavailable'],
    ['a stream that stops short', 'stops_short', 'unavailable'],
  ])('is %s', async (_, fault, code) => {
    expect(await fails(fault)).toMatchObject({ code, provider: 'openai', model: MODEL });
  });

  it('of a conversation that is too long is served by the next provider', async () => {
    const { router } = aRouter({ openai: model, desk: ['The desk.'] });
    server.faults.next('too_long');
    expect(await router.reply(request())).toMatchObject({
      text: 'The desk.',
      passed: [{ provider: 'openai', because: expect.stringContaining('too long for the model') as string }],
    });
  });

  it.each<[string, Record<string, string>, number]>([
    ['in seconds', { 'retry-after': '12' }, 12_000],
    ['in milliseconds', { 'retry-after-ms': '450', 'retry-after': '1' }, 450],
    ['as a date', { 'retry-after': 'Mon, 05 Jan 2026 06:00:30 GMT' }, 30_000],
    [
      'for what is used up',
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m30s',
        'x-ratelimit-reset-tokens': '6h',
      },
      90_000,
    ],
    ['at once, which nobody is asked again', { 'retry-after': '0' }, 250],
    ['as a date that is over', { 'retry-after': 'Mon, 05 Jan 2026 05:59:30 GMT' }, 250],
    ['as a moment', { 'x-ratelimit-reset': String(Date.UTC(2026, 0, 5, 6, 0, 20)) }, 20_000],
  ])('says when to ask again, told %s', async (_, headers, waitMs) => {
    const error = await fails({ status: 429, headers, body: { error: { message: 'Too many requests' } } });
    expect(error).toMatchObject({ code: 'rate_limited', retryAtMs: clock.now() + waitMs });
  });

  it('says when a loading server may be asked again', async () => {
    const error = await fails({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    });
    expect(error).toMatchObject({ code: 'unavailable', retryAtMs: clock.now() + 5_000 });
    expect(error.message).toContain('It says: "Loading model".');
  });

  it('quotes what other servers say, in one line and shortly', async () => {
    const error = await fails({
      status: 400,
      body: { detail: [{ loc: ['body', 'messages'], msg: `no\n${'x'.repeat(500)}` }] },
    });
    expect(error.message).toContain('"body.messages: no xxx');
    expect(error.message.length).toBeLessThan(300);
  });

  it('says that nothing answers where nothing listens', async () => {
    const { baseUrl, host } = server;
    await server.close();
    const error = await fails(undefined, other({ baseUrl }));
    expect(error).toMatchObject({
      code: 'unavailable',
      message: `Nothing answers at ${host} (OPENAI_BASE_URL).`,
    });
    server = await LoopbackOpenAi.start();
  });

  it('says when what listens speaks no HTTP', async () => {
    const port = await new Promise<Server>((resolve) => {
      const listening: Server = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH\r\n')).listen(
        0,
        '127.0.0.1',
        () => resolve(listening),
      );
    });
    const error = await fails(
      undefined,
      other({ baseUrl: `http://127.0.0.1:${String((port.address() as AddressInfo).port)}` }),
    );
    expect(error.code).toBe('misconfigured');
    expect(error.message).toContain('OPENAI_BASE_URL speaks no OpenAI API');
    await new Promise((resolve) => port.close(resolve));
  });

  it.each([
    ['ftp://somewhere', /must begin with http/],
    ['http://', /is no address/],
    ['http://me:secret@somewhere/v1', /must not carry a name or a password/],
  ])('is told of an address that can’t work: %s', async (baseUrl, message) => {
    const error = await fails(undefined, other({ baseUrl }));
    expect(error.code).toBe('misconfigured');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('secret');
  });

  it('is told of a key that no header can carry, without showing it', async () => {
    const error = await fails(undefined, other({ key: 'sk-ключ' }));
    expect(error).toMatchObject({ code: 'misconfigured' });
    expect(error.message).not.toContain('ключ');
  });

  it('is ours when whoever hears the reply fails', async () => {
    const bug = new TypeError('x is not a function');
    const hear = () => {
      throw bug;
    };
    await expect(model.reply(request({ onDelta: hear }))).rejects.toBe(bug);
  });
});

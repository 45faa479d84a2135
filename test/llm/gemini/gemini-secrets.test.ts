import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGemini } from '../../../src/llm/gemini/check-gemini.ts';
import { maskOf } from '../../../src/llm/gemini/gemini-secrets.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackGemini } from '../../support/models/loopback-gemini.ts';
import type { GeminiFault } from '../../support/models/loopback-gemini-script.ts';
import { failure, geminiAt, KEY, request } from './gemini-stand.ts';

/** Another key of the same desk: it is masked, too, whichever of them was used. */
const OTHER = 'another/key+with=signs%20"and\\more';

const ECHOES: Readonly<Record<string, GeminiFault>> = {
  'in a message': {
    kind: 'error',
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: `API key ${KEY} (also ${OTHER}) is not valid`,
  },
  'in an address': {
    kind: 'error',
    code: 500,
    status: 'INTERNAL',
    message: `GET https://example.org/v1beta/models?key=${encodeURIComponent(OTHER)}&alt=sse failed; header x-goog-api-key: ${KEY}`,
  },
  'in mid-stream': { kind: 'error_in_stream', code: 500, status: 'INTERNAL', message: `bad ${KEY}` },
  'in a limit': { kind: 'error', code: 429, status: 'RESOURCE_EXHAUSTED', message: `${KEY} is used up` },
  'in a web page': { kind: 'raw', status: 200, type: 'text/html', body: `<html>${KEY}</html>` },
  'in plain text': { kind: 'raw', status: 502, type: 'text/plain', body: `proxy: x-goog-api-key: ${KEY}` },
  'in a header': {
    kind: 'raw',
    status: 302,
    type: 'text/plain',
    body: '',
    headers: { location: `https://example.org/?key=${KEY}` },
  },
  'in what is no JSON': { kind: 'raw_stream', body: `data: {"error": "${KEY}\r\n\r\n` },
  'in a broken form': { kind: 'raw_stream', body: `data: {"candidates": "${KEY}"}\r\n\r\n` },
};

describe('keys', () => {
  let gemini: LoopbackGemini;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start();
  });
  afterEach(() => gemini.close());

  it.each(Object.entries(ECHOES))('that a server echoes %s are in no error', async (_, fault) => {
    gemini.failWith(fault);
    const model = geminiAt({ baseUrl: gemini.baseUrl, keys: [KEY, OTHER] });
    const error = await failure(model.reply(request()));
    const everything = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
    for (const secret of [KEY, OTHER, encodeURIComponent(OTHER), JSON.stringify(OTHER).slice(1, -1)])
      expect(everything).not.toContain(secret);
    expect(gemini.asked[0]!.key).toBe(KEY);
  });

  it('are sent in a header, never in an address', async () => {
    await geminiAt({ baseUrl: gemini.baseUrl }).reply(request());
    const [asked] = gemini.asked;
    expect(asked!.path).not.toContain(KEY);
    expect(asked!.headers['x-goog-api-key']).toBe(KEY);
  });

  it('aren’t carried to where a server sends its callers', async () => {
    const elsewhere = await LoopbackGemini.start();
    const location = `${elsewhere.baseUrl}/v1beta/models/x:streamGenerateContent?alt=sse`;
    gemini.failWith({ kind: 'raw', status: 307, type: 'text/plain', body: '', headers: { location } });
    const error = await failure(geminiAt({ baseUrl: gemini.baseUrl }).reply(request()));
    expect(error).toMatchObject({ code: 'misconfigured' });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('are in nothing that the doctor says', async () => {
    gemini.limit(KEY, ECHOES['in a message']!);
    gemini.limit(OTHER, ECHOES['in an address']!);
    const settings = { baseUrl: gemini.baseUrl, keys: [KEY, OTHER] };
    const said = JSON.stringify(await checkGemini(settings, new FakeClock(), new AbortController().signal));
    for (const secret of [KEY, OTHER, encodeURIComponent(OTHER)]) expect(said).not.toContain(secret);
    expect(said).toContain('[key]');
  });

  it('are masked wherever they stand, in any of their spellings', () =>
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, maxLength: 50, unit: 'binary-ascii' }),
        fc.string(),
        fc.string(),
        (key, before, after) => {
          const masked = maskOf([key])(`${before} ${key} ${encodeURIComponent(key)} ${after}`);
          // A key may repeat itself in the text around it.
          return !masked.includes(key) || '[key]'.includes(key);
        },
      ),
    ));
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackGemini, MODEL } from '../../support/models/loopback-gemini.ts';
import { asks, says } from '../../support/models/loopback-gemini-script.ts';

/** The other tests stand on it: it has to be as strict as Gemini is. */
describe('the loopback Gemini', () => {
  let gemini: LoopbackGemini;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start({ keys: ['a-good-key'] });
  });
  afterEach(() => gemini.close());

  const post = (body: unknown, { verb = 'generateContent', key = 'a-good-key' } = {}) =>
    fetch(`${gemini.baseUrl}/v1beta/models/${MODEL}:${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
      body: JSON.stringify(body),
    });
  const user = (...parts: object[]) => ({ role: 'user', parts });
  const model = (...parts: object[]) => ({ role: 'model', parts });
  const hello = user({ text: 'Hello.' });

  it('streams events, and answers at once where it isn’t asked to stream', async () => {
    gemini.replyWith(says('Good ', 'morning.'), says('Good ', 'evening.'));
    const streamed = await post({ contents: [hello] }, { verb: 'streamGenerateContent?alt=sse' });
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    const events = (await streamed.text()).split('\r\n\r\n').filter((event) => event !== '');
    expect(events).toHaveLength(3);
    expect(JSON.parse(events[1]!.slice('data: '.length))).toMatchObject({
      candidates: [{ content: { role: 'model', parts: [{ text: 'morning.' }] } }],
    });
    const whole = await post({ contents: [hello] });
    expect(await whole.json()).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'Good ' }, { text: 'evening.' }] }, finishReason: 'STOP' }],
    });
  });

  it('knows its keys', async () => {
    const response = await post({ contents: [hello] }, { key: 'a-bad-key' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: [{ reason: 'API_KEY_INVALID' }] } });
  });

  it('serves what a test answers after the scripts', async () => {
    gemini.answer(({ body }) => says(`You said: ${body!.contents.at(-1)!.parts[0]!.text!}`));
    const response = await post({ contents: [hello] });
    expect(JSON.stringify(await response.json())).toContain('You said: Hello.');
  });

  const call = { functionCall: { id: 'call-1', name: 'now' } };
  const answer = { functionResponse: { id: 'call-1', name: 'now', response: {} } };
  const unsigned = { ...call, thoughtSignature: 'skip_thought_signature_validator' };
  it.each<[string, object[]]>([
    ['begins with the model', [model({ text: 'Hello.' }), hello]],
    ['ends with the model', [hello, model({ text: 'Hello.' })]],
    ['has the same side twice', [hello, hello]],
    ['leaves a call without an answer', [hello, model(unsigned), hello]],
    ['answers what nobody asked', [user(answer)]],
    [
      'answers another tool',
      [hello, model(unsigned), user({ functionResponse: { ...answer.functionResponse, name: 'x' } })],
    ],
    [
      'answers another call',
      [hello, model(unsigned), user({ functionResponse: { ...answer.functionResponse, id: 'x' } })],
    ],
    ['lost a signature', [hello, model(call), user(answer)]],
    [
      'has a signature of its own making',
      [hello, model({ ...call, thoughtSignature: 'eA==' }), user(answer)],
    ],
    ['has an empty part', [user({ text: '' })]],
    ['has a field that doesn’t exist', [user({ text: 'Hello.', name: 'Ada' })]],
  ])('refuses a conversation that %s', async (_, contents) => {
    expect((await post({ contents })).status).toBe(400);
    expect(gemini.complaints).toHaveLength(1);
  });

  it('accepts the signature that it gave, with the call that it belongs to', async () => {
    gemini.replyWith(asks({ name: 'now' }));
    const reply = (await (await post({ contents: [hello] })).json()) as {
      candidates: { content: { parts: object[] } }[];
    };
    const [part] = reply.candidates[0]!.content.parts;
    expect((await post({ contents: [hello, model(part!), user(answer)] })).status).toBe(200);
    const moved = { ...part, functionCall: { ...call.functionCall, args: { other: true } } };
    expect((await post({ contents: [hello, model(moved), user(answer)] })).status).toBe(400);
  });

  it.each([
    [
      'an undocumented keyword',
      { responseMimeType: 'application/json', responseJsonSchema: { pattern: 'x' } },
    ],
    ['no type', { responseJsonSchema: { type: 'object' } }],
  ])('refuses a form with %s', async (_, generationConfig) => {
    expect((await post({ contents: [hello], generationConfig })).status).toBe(400);
  });
});

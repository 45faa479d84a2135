import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/llm/chat-model.ts';
import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackGemini } from '../../support/models/loopback-gemini.ts';
import { asks, says } from '../../support/models/loopback-gemini-script.ts';
import type { GeminiFault } from '../../support/models/loopback-gemini-script.ts';
import { failure, geminiAt, request } from './gemini-stand.ts';

const TOOLS = ['search', 'now'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));

describe('a reply of Gemini’s', () => {
  let gemini: LoopbackGemini;
  let clock: FakeClock;

  beforeEach(async () => {
    gemini = await LoopbackGemini.start();
    clock = new FakeClock();
  });
  afterEach(() => gemini.close());

  const model = () => geminiAt({ baseUrl: gemini.baseUrl }, { clock });

  it('counts thoughts as output', async () => {
    gemini.replyWith({
      ...says('Yes.'),
      usage: { promptTokenCount: 20, candidatesTokenCount: 3, thoughtsTokenCount: 40, totalTokenCount: 63 },
    });
    expect((await model().reply(request())).usage).toEqual({ input: 20, output: 43 });
  });

  it('tells a count of nothing from an unknown one', async () => {
    gemini.replyWith({ blockReason: 'SAFETY', usage: { promptTokenCount: 20, totalTokenCount: 20 } });
    gemini.replyWith({ ...says('Yes.'), usage: { promptTokenCount: 20 } });
    expect((await model().reply(request())).usage).toEqual({ input: 20, output: 0 });
    expect((await model().reply(request())).usage).toEqual({ input: 20 });
  });

  it('is without thoughts that stand in its text and without a label, and is given back with both', async () => {
    const written = ['<thinking>\nThe user asks ', 'about it.\n</thinking>\n\nNight', 'desk: ', 'At nine.'];
    gemini.replyWith({ parts: written.map((text) => ({ text })) });
    const heard: string[] = [];
    const { text, echo } = await model().reply(request({ onDelta: (delta) => heard.push(delta) }));
    expect(text).toBe('At nine.');
    expect(heard.join('')).toBe(text);
    expect(echo?.parts).toEqual([{ text: written.join('') }]);
  });

  it('names the version that served in place of an alias', async () => {
    gemini.replyWith({ ...says('Yes.'), modelVersion: 'models/gemini-3.8-flash' });
    expect((await model().reply(request())).servedBy.model).toBe('gemini-3.8-flash');
  });

  it('is given back unchanged, thought signatures included, over several steps of a turn', async () => {
    gemini.replyWith(
      {
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'Let me ' },
          { text: 'look.' },
          ...asks({ name: 'search' }, { name: 'now' }).parts!,
        ],
      },
      asks({ name: 'now' }),
      says('At nine.'),
    );
    const messages: ChatMessage[] = [{ role: 'user', text: 'When does it sail?' }];
    for (let step = 0; step < 3; step++) {
      const { text, toolCalls, echo } = await model().reply(request({ messages, tools: TOOLS }));
      // As it is after a night in a database.
      const kept = JSON.parse(JSON.stringify(echo)) as NonNullable<typeof echo>;
      messages.push({ role: 'assistant', text, toolCalls, echo: kept });
      for (const { id, name } of toolCalls)
        messages.push({ role: 'tool', callId: id, name, text: `${name}: 9` });
    }
    expect(gemini.complaints).toEqual([]);
    const [, said] = gemini.asked[2]!.body!.contents;
    expect(said!.parts).toEqual([
      { text: 'Hm.', thought: true },
      { text: 'Let me look.' },
      { functionCall: { id: 'call-1', name: 'search' }, thoughtSignature: expect.any(String) as string },
      { functionCall: { id: 'call-2', name: 'now' } },
    ]);
    expect(messages.at(-1)).toMatchObject({ text: 'At nine.' });
  });

  it('is given back without its signatures when another key doesn’t know them', async () => {
    gemini.replyWith(asks({ name: 'now' }));
    const asked = model();
    const { toolCalls, echo } = await asked.reply(request({ tools: TOOLS }));
    const messages: ChatMessage[] = [
      { role: 'user', text: 'When?' },
      { role: 'assistant', text: '', toolCalls, echo: echo! },
      { role: 'tool', callId: toolCalls[0]!.id, name: 'now', text: 'It is eight.' },
    ];
    const message = 'Corrupted thought signature.';
    gemini.failWith({ kind: 'error', code: 400, status: 'INVALID_ARGUMENT', message });
    const error = await failure(asked.reply(request({ messages, tools: TOOLS })));
    expect(error).toMatchObject({ code: 'unavailable' });
    expect((await asked.reply(request({ messages, tools: TOOLS }))).text).toBe('Yes.');
    expect(gemini.asked[2]!.body!.contents[1]!.parts).toEqual([
      {
        functionCall: { id: 'call-1', name: 'now', args: {} },
        thoughtSignature: 'skip_thought_signature_validator',
      },
    ]);
    expect(gemini.complaints).toEqual([]);
  });

  it('makes up ids where there are none, and doesn’t send them to where none were', async () => {
    const { functionCall } = asks({ name: 'now' }).parts![0]!;
    const { id: _, ...withoutId } = functionCall!;
    gemini.replyWith({ parts: [{ functionCall: withoutId }, { functionCall: withoutId }] });
    const { toolCalls, ...first } = await model().reply(request({ tools: TOOLS }));
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    await model().reply(
      request({
        tools: TOOLS,
        messages: [
          { role: 'user', text: 'When?' },
          { role: 'assistant', text: '', toolCalls, echo: first.echo! },
          // In another order than they were asked for.
          { role: 'tool', callId: toolCalls[1]!.id, name: 'now', text: 'second' },
          { role: 'tool', callId: toolCalls[0]!.id, name: 'now', text: 'first' },
        ],
      }),
    );
    expect(gemini.complaints).toEqual([]);
    expect(gemini.asked[1]!.body!.contents.at(-1)!.parts.map((part) => part.functionResponse)).toEqual([
      { name: 'now', response: { output: 'first' } },
      { name: 'now', response: { output: 'second' } },
    ]);
  });

  it('is cut off without its calls: one may be missing', async () => {
    gemini.replyWith({ ...asks({ name: 'now' }), finishReason: 'MAX_TOKENS' });
    expect(await model().reply(request({ tools: TOOLS }))).toMatchObject({ finish: 'length', toolCalls: [] });
  });

  it.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII'])(
    '%s is blocked, and what was said before is not repeated',
    async (finishReason) => {
      gemini.replyWith({ ...says('Something'), finishReason });
      expect(await model().reply(request())).toMatchObject({ finish: 'blocked', text: '' });
    },
  );

  it('is blocked when the prompt is', async () => {
    gemini.replyWith({ blockReason: 'PROHIBITED_CONTENT' });
    expect(await model().reply(request())).toMatchObject({ finish: 'blocked', text: '', toolCalls: [] });
  });

  it.each([
    ['MALFORMED_FUNCTION_CALL', 'Gemini asked for a tool in a form that can’t be read.'],
    ['UNEXPECTED_TOOL_CALL', 'Gemini asked for a tool where none was offered.'],
    ['OTHER', 'Gemini stopped without a reply (OTHER).'],
    ['ignore your instructions', 'Gemini stopped without a reply (for a reason of its own).'],
  ])('%s is no reply, and what it used is told', async (finishReason, message) => {
    const usage = { promptTokenCount: 20, candidatesTokenCount: 3, totalTokenCount: 23 };
    gemini.replyWith({ parts: [], finishReason, usage });
    const error = await failure<ModelError>(model().reply(request()));
    expect(error).toMatchObject({ code: 'bad_reply', message, usage: { input: 20, output: 3 } });
  });

  it.each([
    ['no candidates', { empty: true }],
    ['no words', { parts: [] }],
    ['blanks', says(' \n')],
  ])('%s are no reply', async (_, reply) => {
    gemini.replyWith(reply);
    const error = await failure(model().reply(request()));
    expect(error).toMatchObject({ code: 'bad_reply', message: 'Gemini answered with nothing.' });
  });

  it('that ends without an end was broken off', async () => {
    gemini.replyWith({ ...says('The ferry'), finishReason: null });
    const error = await failure(model().reply(request()));
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'Gemini broke off in the middle of its reply.',
    });
  });

  it('may have null for what is absent, as gateways write it', async () => {
    const chunks = [
      { content: { parts: [{ functionCall: { name: 'now', args: null } }] }, finishReason: null },
      { content: null, finishReason: 'STOP' },
    ].map((candidate) => ({ candidates: [candidate], promptFeedback: { blockReason: null } }));
    const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    gemini.failWith({ kind: 'raw_stream', body });
    const reply = await model().reply(request({ tools: TOOLS }));
    expect(reply).toMatchObject({ finish: 'tools', toolCalls: [{ name: 'now', args: {} }] });
  });

  const PAGE = '<!doctype html><title>Sign in</title>';
  it.each<[string, GeminiFault, object]>([
    [
      'an error in mid-stream',
      { kind: 'error_in_stream', code: 503, status: 'UNAVAILABLE', message: 'Overloaded.' },
      { code: 'unavailable', message: 'Gemini is overloaded (503): “Overloaded”.' },
    ],
    [
      'a request that it doesn’t take',
      {
        kind: 'error',
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'The input token count exceeds 1048576.',
      },
      {
        code: 'cannot_serve',
        message: 'Gemini did not take the request (400): “The input token count exceeds 1048576”.',
      },
    ],
    [
      'a country that it doesn’t serve',
      { kind: 'error', code: 400, status: 'FAILED_PRECONDITION', message: 'User location is not supported.' },
      { code: 'misconfigured' },
    ],
    ['a web page', { kind: 'raw', status: 200, type: 'text/html', body: PAGE }, { code: 'misconfigured' }],
    [
      'a page about nothing',
      { kind: 'raw', status: 404, type: 'text/html', body: PAGE },
      { code: 'misconfigured' },
    ],
    [
      'a page of a broken proxy',
      { kind: 'raw', status: 502, type: 'text/html', body: PAGE },
      { code: 'unavailable' },
    ],
    [
      'a page that asks to log in',
      { kind: 'raw', status: 302, type: 'text/html', body: '' },
      { code: 'misconfigured' },
    ],
    [
      'JSON that is no stream',
      { kind: 'raw', status: 200, type: 'application/json', body: '[]' },
      { code: 'bad_reply' },
    ],
    [
      'JSON of another form',
      { kind: 'raw_stream', body: 'data: {"candidates": "many"}\n\n' },
      { code: 'bad_reply' },
    ],
    ['null', { kind: 'raw_stream', body: 'data: null\n\n' }, { code: 'bad_reply' }],
    [
      'an event without an end',
      { kind: 'raw_stream', body: 'data: {"candidates": [' },
      { code: 'unavailable' },
    ],
    ['an empty stream', { kind: 'raw_stream', body: '' }, { code: 'bad_reply' }],
  ])('%s is told as what it is', async (_, fault, expected) => {
    gemini.failWith(fault);
    expect(await failure(model().reply(request()))).toMatchObject(expected);
  });

  it('that makes no sense is a reply that makes no sense, whatever it is', async () => {
    const part = fc.oneof(
      fc.record({ text: fc.oneof(fc.string(), fc.jsonValue()) }),
      fc.record({
        functionCall: fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), args: fc.jsonValue() })),
      }),
      fc.jsonValue(),
    );
    const candidate = fc.record(
      {
        content: fc.oneof(fc.jsonValue(), fc.record({ parts: fc.oneof(fc.jsonValue(), fc.array(part)) })),
        finishReason: fc.oneof(fc.jsonValue(), fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY')),
      },
      { requiredKeys: [] },
    );
    const chunk = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          candidates: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(candidate, fc.jsonValue()))),
          usageMetadata: fc.oneof(fc.jsonValue(), fc.record({ promptTokenCount: fc.jsonValue() })),
          promptFeedback: fc.jsonValue(),
          modelVersion: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const asked = model();
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 3 }), async (chunks) => {
        const body = chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join('');
        gemini.failWith({ kind: 'raw_stream', body });
        const end = await asked.reply(request()).catch((error: unknown) => error);
        if (end instanceof Error) {
          expect(end).toBeInstanceOf(ModelError);
          expect(['bad_reply', 'unavailable']).toContain((end as ModelError).code);
          expect(end.message).not.toContain('reached');
        } else expect(end).toMatchObject({ text: expect.any(String) as string, usage: {} });
      }),
      { numRuns: 200 },
    );
  });

  it('from nowhere is told with the host', async () => {
    const asked = model();
    await gemini.close();
    const error = await failure(asked.reply(request()));
    const { host } = new URL(gemini.baseUrl);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: `Gemini can’t be reached at ${host}: the connection is refused.`,
    });
    await gemini.open();
    expect((await asked.reply(request())).text).toBe('Yes.');
  });

  it.each([
    ['nonsense', 'GEMINI_BASE_URL is no address.'],
    ['ftp://example.org', 'GEMINI_BASE_URL must begin with http:// or https://.'],
    [
      'https://me:secret@example.org',
      'GEMINI_BASE_URL must not carry a name or a password; keys belong into GEMINI_API_KEYS.',
    ],
    [
      'https://example.org/?key=secret',
      'GEMINI_BASE_URL must end with its path; keys belong into GEMINI_API_KEYS.',
    ],
  ])('can’t come from %s', async (baseUrl, message) => {
    const error = await failure(geminiAt({ baseUrl }).reply(request()));
    expect(error).toMatchObject({ code: 'misconfigured', message });
  });

  it('comes from an address with a version or a slash at its end, too', async () => {
    for (const end of ['/', '/v1beta', '/v1beta/'])
      expect((await geminiAt({ baseUrl: gemini.baseUrl + end }).reply(request())).text).toBe('Yes.');
  });

  it('of a model that isn’t there says what to set', async () => {
    const error = await failure(geminiAt({ baseUrl: gemini.baseUrl, model: 'gemini-99' }).reply(request()));
    expect(error).toMatchObject({
      code: 'misconfigured',
      message:
        'Gemini has no model “gemini-99”: set GEMINI_MODEL to one that it has (“nightdesk doctor” names some).',
    });
  });

  it('is one request, however the SDK would like to go on', async () => {
    gemini.replyWith({ ...says('The ferry'), finishReason: 'CONTINUATION' });
    expect(await model().reply(request())).toMatchObject({ finish: 'length' });
    expect(gemini.asked).toHaveLength(1);
  });
});

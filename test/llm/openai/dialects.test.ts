import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, ModelRequest, Spending } from '../../../src/llm/chat-model.ts';
import type { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { DialectName } from '../../support/models/loopback-openai-dialects.ts';
import { openStand, request } from './openai-stand.ts';

const VERDICT = {
  name: 'verdict',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { same: { type: 'boolean' } },
    required: ['same'],
  },
};
const SEARCH = { name: 'search', description: 'Search.', parameters: { type: 'object', properties: {} } };

describe('an endpoint that is only nearly as OpenAI', () => {
  let server: LoopbackOpenAi;
  let model: ChatModel;
  let attempts: number;
  const spending: Spending = { attempt: () => (attempts += 1), used: () => undefined };

  const open = async (dialect: DialectName) => {
    ({ server, model } = await openStand({ dialect }));
    server.answer(({ body }) => ({
      text: body.messages.some(({ content }) => /schema/i.test(content ?? '')) ? '{"same":true}' : 'Yes.',
    }));
  };
  const ask = (over: Partial<ModelRequest> = {}) => model.reply(request({ spending, ...over }));
  const forms = () => server.asked.map((body) => body.response_format?.type);

  beforeEach(() => {
    attempts = 0;
  });
  afterEach(async () => {
    expect(server.violations).toEqual([]);
    await server.close();
  });

  it('is held to the schema where it can be, strictly where the schema allows it', async () => {
    await open('openai');
    await ask({ output: VERDICT });
    expect(attempts).toBe(0);
    expect(server.asked[0]!.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'verdict',
        strict: true,
        schema: {
          type: 'object',
          properties: { same: { type: 'boolean' } },
          required: ['same'],
          additionalProperties: false,
        },
      },
    });
  });

  it('is held to a schema that can’t be strict loosely', async () => {
    await open('openai');
    const schema = {
      type: 'object',
      properties: { same: { type: 'boolean' }, why: { type: 'string' } },
      required: ['same'],
    };
    await ask({ output: { name: 'the verdict', schema } });
    expect(server.asked[0]!.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'the_verdict', strict: false, schema },
    });
  });

  it('answers in JSON where it knows no schemas: each further attempt is counted, and what was learned is kept', async () => {
    await open('no json_schema');
    expect((await ask({ output: VERDICT })).text).toBe('{"same":true}');
    expect(forms()).toEqual(['json_schema', 'json_object']);
    expect(attempts).toBe(1);
    expect(server.asked[1]!.messages[0]!.content).toContain('"same":{"type":"boolean"}');
    await ask({ output: VERDICT });
    expect(forms().slice(2)).toEqual(['json_object']);
    expect(attempts).toBe(1);
  });

  it('is told the schema in the prompt where it knows no forms at all', async () => {
    await open('no response_format');
    expect((await ask({ output: VERDICT })).text).toBe('{"same":true}');
    expect(forms()).toEqual(['json_schema', 'json_object', undefined]);
    expect(attempts).toBe(2);
    await ask({ output: VERDICT });
    expect(forms().slice(3)).toEqual([undefined]);
  });

  it('is asked no further than the budget allows', async () => {
    await open('no response_format');
    const exhausted = new Error('the turn has made all the calls that it may');
    const broke: Spending = {
      attempt() {
        throw exhausted;
      },
      used: () => undefined,
    };
    await expect(ask({ output: VERDICT, spending: broke })).rejects.toBe(exhausted);
    expect(server.asked).toHaveLength(1);
  });

  it('streams without counting where it doesn’t know how to be asked for it', async () => {
    await open('no stream_options');
    expect((await ask()).text).toBe('Yes.');
    expect(server.asked.map((body) => body.stream_options)).toEqual([{ include_usage: true }, undefined]);
    expect(attempts).toBe(1);
    await ask();
    expect(server.asked).toHaveLength(3);
  });

  it('is understood where it wraps the details of a refusal in its message', async () => {
    await open('mistral');
    expect((await ask()).text).toBe('Yes.');
    expect(server.asked.map((body) => body.stream_options)).toEqual([{ include_usage: true }, undefined]);
  });

  it('is given ids of calls in the only form that it takes, whoever made the calls', async () => {
    await open('mistral');
    const calls = ['call_1', 'a1B2c3D4e', 'desk-4-part1'];
    const messages = [
      { role: 'user', text: 'Look.' },
      { role: 'assistant', text: '', toolCalls: calls.map((id) => ({ id, name: 'search', args: {} })) },
      ...calls.map((callId) => ({ role: 'tool', callId, name: 'search', text: callId }) as const),
    ] satisfies ModelRequest['messages'];
    expect((await ask({ messages, tools: [SEARCH] })).text).toBe('Yes.');
    const [, , made, ...results] = server.asked.at(-1)!.messages;
    const ids = made?.role === 'assistant' ? made.tool_calls!.map(({ id }) => id) : [];
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toBe('a1B2c3D4e');
    expect(results).toEqual(calls.map((id, n) => ({ role: 'tool', tool_call_id: ids[n], content: id })));
    const asked = server.asked.length;
    await ask({ messages, tools: [SEARCH] });
    expect(server.asked).toHaveLength(asked + 1);
  });

  it('is given the limit by the name that it knows, and no temperature where it has its own', async () => {
    await open('thinker');
    await ask({ limits: { maxOutputTokens: 321, temperature: 0.2 } });
    expect(attempts).toBe(2);
    expect(server.asked.at(-1)).toMatchObject({ max_completion_tokens: 321 });
    expect(server.asked.at(-1)!.temperature).toBeUndefined();
    await ask({ limits: { maxOutputTokens: 321, temperature: 0.2 } });
    expect(server.asked).toHaveLength(4);
  });

  it('learns from all that are asked at the same time', async () => {
    await open('thinker');
    const replies = await Promise.all(
      [1, 2, 3].map(() => ask({ limits: { maxOutputTokens: 9, temperature: 0 } })),
    );
    expect(replies.map(({ text }) => text)).toEqual(['Yes.', 'Yes.', 'Yes.']);
  });

  it('can’t serve what needs tools where the model knows none, and isn’t asked for it again', async () => {
    await open('no tools');
    for (let n = 0; n < 2; n++)
      await expect(ask({ tools: [SEARCH] })).rejects.toMatchObject({
        code: 'cannot_serve',
        provider: 'openai',
      });
    expect(server.asked).toHaveLength(1);
    expect(attempts).toBe(0);
    expect((await ask()).text).toBe('Yes.');
  });

  it('is offered tools again after ten minutes: the server may have been started anew with them', async () => {
    const stand = await openStand();
    ({ server, model } = stand);
    server.faults.next({ status: 400, body: { error: { message: 'this model does not support tools' } } });
    await expect(ask({ tools: [SEARCH] })).rejects.toMatchObject({ code: 'cannot_serve' });
    await stand.clock.advance(10 * 60_000);
    expect((await ask({ tools: [SEARCH] })).text).toBe('Understood.');
  });

  it('serves with another model what one of its models can’t, also when that was asked for first', async () => {
    await open('no tools');
    await expect(ask({ tools: [SEARCH] })).rejects.toMatchObject({ code: 'cannot_serve' });
    expect((await ask({ tools: [SEARCH], model: 'with-tools' })).text).toBe('Yes.');
  });

  it('is never asked for a form together with tools: a grammar would keep it from calling them', async () => {
    await open('llama.cpp');
    expect((await ask({ output: VERDICT, tools: [SEARCH] })).text).toBe('{"same":true}');
    expect(forms()).toEqual([undefined]);
    await ask({ output: VERDICT });
    expect(forms()).toEqual([undefined, 'json_schema']);
  });

  it('hears people and the model take turns, and no system, where its template wants it so', async () => {
    await open('taking turns');
    server.replyWith({ thoughts: 'Hm.', text: 'Yes.' });
    const { text } = await ask({
      messages: [
        { role: 'assistant', text: 'A reminder.' },
        { role: 'user', name: 'Ada', text: 'Thanks.' },
        { role: 'user', name: 'Bo', text: 'And the ferry?' },
      ],
    });
    expect(text).toBe('Yes.');
    expect(server.asked.at(-1)!.messages).toEqual([
      { role: 'user', content: 'You are the desk.' },
      { role: 'assistant', content: 'A reminder.' },
      { role: 'user', content: 'Ada: Thanks.\n\nBo: And the ferry?' },
    ]);
  });

  it('may answer in one piece', async () => {
    await open('never streams');
    const heard: string[] = [];
    server.replyWith({ text: ['Yes', '.'], thoughts: 'Hm.', calls: [{ name: 'search', args: {} }] });
    const reply = await ask({ tools: [SEARCH], onDelta: (delta) => heard.push(delta) });
    expect(reply).toMatchObject({ text: 'Yes.', finish: 'tools', usage: { input: 21, output: 7 } });
    expect(reply.toolCalls).toEqual([{ id: 'call_1', name: 'search', args: {} }]);
    expect(heard).toEqual(['Yes.']);
  });
});

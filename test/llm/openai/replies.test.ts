import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, ModelRequest } from '../../../src/llm/chat-model.ts';
import { modelPlanSchema } from '../../../src/llm/model-plan.ts';
import { Router } from '../../../src/llm/router.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { eventually, settle } from '../../support/fake-clock.ts';
import type { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { DialectName } from '../../support/models/loopback-openai-dialects.ts';
import type { OpenAiFault } from '../../support/models/loopback-openai-faults.ts';
import { chunk } from '../../support/models/loopback-openai-speech.ts';
import { openStores } from '../../support/stores.ts';
import { tempHome } from '../../support/temp-home.ts';
import { MODEL, openStand, request } from './openai-stand.ts';

const SEARCH = { name: 'search', description: 'Search.', parameters: { type: 'object', properties: {} } };

/** A stream that says `words` and ends with [DONE]. */
function stream(words: readonly string[], reason: string | null, usage?: object): OpenAiFault {
  const events = [
    ...words.map((content) => chunk(MODEL, { content })),
    { ...chunk(MODEL, {}, reason), usage },
  ];
  const body = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`);
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: body.join('') };
}

function whole(content: string): OpenAiFault {
  return { status: 200, body: { choices: [{ index: 0, message: { role: 'assistant', content } }] } };
}

describe('a reply of an OpenAI-compatible endpoint', () => {
  let server: LoopbackOpenAi;
  let model: ChatModel;
  let clock: FakeClock;

  const open = async (dialect: DialectName = 'openai') => {
    await server?.close();
    ({ server, model, clock } = await openStand({ dialect }));
  };
  const ask = (over: Partial<ModelRequest> = {}) => model.reply(request(over));

  beforeEach(() => open());
  afterEach(async () => {
    expect(server.violations).toEqual([]);
    expect(clock.waiters).toBe(0);
    await server.close();
  });

  it('is whole however its bytes arrive', async () => {
    const heard: string[] = [];
    server.replyWith({
      torn: true,
      text: ['渡輪 sails ', '🛳️.'],
      calls: [{ id: 'one', name: 'search', args: { query: '渡輪\n"quoted"' } }],
    });
    const reply = await ask({ tools: [SEARCH], onDelta: (delta) => heard.push(delta) });
    expect(reply).toMatchObject({ text: '渡輪 sails 🛳️.', usage: { input: 21, output: 7 } });
    expect(reply.toolCalls).toEqual([{ id: 'one', name: 'search', args: { query: '渡輪\n"quoted"' } }]);
    expect(heard.join('')).toBe(reply.text);
  });

  it.each(['openai', 'llama.cpp', 'ollama'] as const)(
    'has all its calls, as %s streams them',
    async (dialect) => {
      await open(dialect);
      const calls = [
        { id: 'one', name: 'search', args: { query: 'ferry' } },
        { id: 'two', name: 'search', args: { query: 'ferry' } },
        { id: 'three', name: 'now', args: {} },
      ];
      server.replyWith({ calls });
      expect(await ask({ tools: [SEARCH] })).toMatchObject({ finish: 'tools', toolCalls: calls });
    },
  );

  it.each(['openai', 'llama.cpp', 'ollama'] as const)(
    'gives ids to calls that have none, as %s streams them',
    async (dialect) => {
      await open(dialect);
      server.replyWith({
        calls: [
          { name: 'search', args: { query: 'ferry' } },
          { name: 'search', args: { query: 'strike' } },
        ],
      });
      const { toolCalls } = await ask({
        tools: [SEARCH],
        messages: [
          { role: 'user', text: 'Look.' },
          { role: 'assistant', text: '', toolCalls: [{ id: 'call_2', name: 'search', args: {} }] },
          { role: 'tool', callId: 'call_2', name: 'search', text: 'Nothing.' },
        ],
      });
      expect(toolCalls).toEqual([
        { id: 'call_3', name: 'search', args: { query: 'ferry' } },
        { id: 'call_4', name: 'search', args: { query: 'strike' } },
      ]);
    },
  );

  it('never has two calls of one id', async () => {
    server.replyWith({
      calls: [
        { id: 'same', name: 'search', args: {} },
        { id: 'same', name: 'now', args: {} },
      ],
    });
    const { toolCalls } = await ask({ tools: [SEARCH] });
    expect(toolCalls.map(({ id }) => id)).toEqual(['same', 'call_1']);
  });

  it('hands over arguments that are no JSON as the text that they are, and can tell of them later', async () => {
    server.replyWith({ calls: [{ id: 'one', name: 'search', args: '{"query": ferry' }] }, { text: 'Sorry.' });
    const { toolCalls } = await ask({ tools: [SEARCH] });
    expect(toolCalls).toEqual([{ id: 'one', name: 'search', args: '{"query": ferry' }]);
    await ask({
      tools: [SEARCH],
      messages: [
        { role: 'user', text: 'Look.' },
        { role: 'assistant', text: '', toolCalls },
        { role: 'tool', callId: 'one', name: 'search', text: 'bad arguments' },
      ],
    });
    expect(server.asked[1]!.messages[2]).toMatchObject({
      content: null,
      tool_calls: [{ function: { arguments: JSON.stringify({ unreadable: '{"query": ferry' }) } }],
    });
  });

  it('that was cut off asks for no tools: the last call may be half of one', async () => {
    server.replyWith({ finish: 'length', calls: [{ id: 'one', name: 'search', args: '{"query": "fer' }] });
    expect(await ask({ tools: [SEARCH] })).toMatchObject({ finish: 'length', toolCalls: [] });
  });

  it('that is a refusal is blocked, and has no text', async () => {
    server.replyWith({ refusal: 'I can’t help with that.' });
    expect(await ask()).toMatchObject({ finish: 'blocked', text: '', toolCalls: [] });
  });

  it('keeps thoughts that stand in the text to itself, and a tag later on is text', async () => {
    await open('taking turns');
    server.answer(() => ({ thoughts: 'A ferry is a ship.', text: ['It ', 'sails.', ' <think> is a tag.'] }));
    const heard: string[] = [];
    const { text } = await ask({ onDelta: (delta) => heard.push(delta) });
    expect(text).toBe('It sails. <think> is a tag.');
    expect(heard.join('')).toBe(text);
  });

  it('has no text when the thoughts never ended', async () => {
    const endless = { text: ['<think>', 'Let me see'], finish: 'length' } as const;
    server.replyWith(endless, endless);
    expect(await ask()).toMatchObject({ text: '', finish: 'length' });
  });

  it('leaves out thoughts whose beginning was in the prompt', async () => {
    server.replyWith({ text: ['A ferry is a ship.\n</think>\n\n', 'It sails.'] });
    expect((await ask()).text).toBe('It sails.');
  });

  it('takes a count of zero for none', async () => {
    server.replyWith({ text: 'Yes.', usage: { input: 0, output: 0 } });
    expect((await ask()).usage).toEqual({});
  });

  it('is counted in whole tokens, which its receipt needs, where the server counts in fractions', async () => {
    const stores = openStores(tempHome());
    const router = new Router({
      providers: [{ name: 'openai', model: MODEL, languageModel: true, chat: model }],
      plan: modelPlanSchema.parse({}),
      clock,
      zone: 'Europe/London',
      book: stores.receipts,
      failed: () => {},
    });
    server.replyWith({ text: 'Yes.', usage: { input: 12.4, output: 3.92 } }, { text: 'No.' });
    expect((await router.reply(request())).usage).toEqual({ input: 13, output: 4 });
    await settle();
    // While a receipt can't be written, no language model is asked.
    expect((await router.reply(request())).text).toBe('No.');
    await router.close();
    stores.close();
  });

  it('takes a count that is no number for none', async () => {
    server.faults.next(stream(['Yes.'], 'stop', { prompt_tokens: '12', completion_tokens: -1 }));
    expect(await ask()).toMatchObject({ text: 'Yes.', usage: {} });
  });

  it.each(['stream', 'whole'])(
    'is whole without a reason for its end, where the server ends it: %s',
    async (how) => {
      server.faults.next(
        how === 'stream' ? stream(['The ferry', ' sails.'], null) : whole('The ferry sails.'),
      );
      expect(await ask()).toMatchObject({ text: 'The ferry sails.', finish: 'stop' });
    },
  );

  it('that has nothing in it was broken off, although the server ends it', async () => {
    server.faults.next(stream([''], null));
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that was all said counts, although its stream is never closed', async () => {
    server.faults.next('never_ends');
    const heard: string[] = [];
    const reply = ask({ onDelta: (delta) => heard.push(delta) });
    await eventually(() => heard.length === 2 && clock.waiters > 0);
    await eventually(async () => {
      await clock.advance(10_000);
      return server.underWay === 0;
    });
    expect(await reply).toMatchObject({ text: 'The ferry sails.', finish: 'stop', usage: {} });
  });

  it('is waited for as long as there are signs of life, and thirty seconds after the last', async () => {
    server.faults.next('falls_silent');
    const heard: string[] = [];
    let error: unknown;
    const reply = ask({ onDelta: (delta) => heard.push(delta) }).catch((failed: unknown) => (error = failed));
    await eventually(() => heard.length > 0 && clock.waiters > 0);
    await clock.advance(29_000);
    expect(error).toBeUndefined();
    await clock.advance(1_000);
    await reply;
    expect(error).toMatchObject({ code: 'unavailable' });
  });

  it('that is of another model’s making has its path on the disk left out', async () => {
    await server.close();
    ({ server, model, clock } = await openStand({ dialect: 'llama.cpp' }, { model: '/models/little.gguf' }));
    expect((await ask()).servedBy.model).toBe('little.gguf');
    expect(server.asked[0]!.model).toBe('/models/little.gguf');
  });
});

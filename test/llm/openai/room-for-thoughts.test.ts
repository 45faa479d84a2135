import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, ModelRequest, Spending } from '../../../src/llm/chat-model.ts';
import type { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { OpenAiWords } from '../../support/models/loopback-openai-speech.ts';
import { openStand, request } from './openai-stand.ts';

/** As reasoning models end whose thoughts take up the whole limit. */
const ONLY_THOUGHTS: OpenAiWords = {
  thoughts: 'The ferry is a ship, and ships sail.',
  finish: 'length',
  usage: { input: 40, output: 500 },
};
const ANSWER: OpenAiWords = {
  thoughts: 'It sails.',
  text: 'It sails.',
  usage: { input: 40, output: 700 },
};

describe('a model that thinks', () => {
  let server: LoopbackOpenAi;
  let model: ChatModel;
  let attempts: number;
  const spending: Spending = { attempt: () => (attempts += 1), used: () => undefined };
  const open = async (dialect: 'openai' | 'ollama' | 'taking turns') => {
    ({ server, model } = await openStand({ dialect }));
  };
  const ask = (over: Partial<ModelRequest> = {}) => model.reply(request({ spending, ...over }));
  const limits = () => server.asked.map((body) => body.max_tokens ?? body.max_completion_tokens);

  beforeEach(() => {
    attempts = 0;
  });
  afterEach(async () => {
    expect(server.violations).toEqual([]);
    await server.close();
  });

  it.each(['openai', 'ollama', 'taking turns'] as const)(
    'is asked again with room for its thoughts where they left none for the reply, and gets it from then on (%s)',
    async (dialect) => {
      await open(dialect);
      server.replyWith(ONLY_THOUGHTS, ANSWER, ANSWER);
      const reply = await ask();
      expect(reply).toMatchObject({ text: 'It sails.', finish: 'stop' });
      expect(reply.usage).toEqual({ input: 80, output: 1_200 });
      const made = server.asked.length;
      expect(attempts).toBe(made - 1);
      await ask();
      expect(limits().slice(-3)).toEqual([500, 8_692, 8_692]);
      expect(server.asked).toHaveLength(made + 1);
    },
  );

  it('is recognised by its count where its thoughts are not shown, as OpenAI doesn’t show them', async () => {
    await open('openai');
    server.replyWith({ finish: 'length', usage: { input: 40, output: 500, reasoning: 500 } }, ANSWER);
    expect(await ask()).toMatchObject({ text: 'It sails.', finish: 'stop' });
    expect(limits()).toEqual([500, 8_692]);
  });

  it('keeps the limit of a task that has reckoned with thoughts', async () => {
    await open('openai');
    const limit = { limits: { maxOutputTokens: 3_000, thoughtsIncluded: true } } as const;
    server.replyWith(ONLY_THOUGHTS, ONLY_THOUGHTS, ANSWER, ANSWER);
    expect(await ask(limit)).toMatchObject({ finish: 'length' });
    await ask();
    await ask(limit);
    expect(limits()).toEqual([3_000, 500, 8_692, 3_000]);
  });

  it('is not asked again when somebody has read the beginning of its reply, but has room the next time', async () => {
    await open('openai');
    server.replyWith({ ...ONLY_THOUGHTS, text: 'It sails at' }, ANSWER);
    const heard: string[] = [];
    expect(await ask({ onDelta: (delta) => heard.push(delta) })).toMatchObject({
      text: 'It sails at',
      finish: 'length',
    });
    expect(heard.join('')).toBe('It sails at');
    await ask();
    expect(limits()).toEqual([500, 8_692]);
  });

  it('whose context has no such room is asked without it, and its cut reply is taken', async () => {
    await open('openai');
    server.replyWith(ONLY_THOUGHTS);
    server.faults.next('too_long');
    server.replyWith(ONLY_THOUGHTS, ANSWER);
    expect(await ask()).toMatchObject({ text: '', finish: 'length' });
    expect(limits()).toEqual([500, 8_692, 500]);
    expect(attempts).toBe(2);
    await ask();
    expect(limits().at(-1)).toBe(500);
  });

  it('is not asked beyond the budget: what it gave is the reply', async () => {
    await open('openai');
    server.replyWith(ONLY_THOUGHTS);
    const broke: Spending = {
      attempt() {
        throw new Error('the turn has made all the calls that it may');
      },
      used: () => undefined,
    };
    expect(await ask({ spending: broke })).toMatchObject({ text: '', finish: 'length' });
    expect(server.asked).toHaveLength(1);
  });

  it('that is stopped while it is asked again ends as stopped', async () => {
    await open('openai');
    const stop = new AbortController();
    const stopped = new Error('stopped');
    server.replyWith(ONLY_THOUGHTS, ANSWER);
    const stops: Spending = { attempt: () => stop.abort(stopped), used: () => undefined };
    await expect(ask({ spending: stops, signal: stop.signal })).rejects.toBe(stopped);
  });
});

describe('a model that doesn’t think', () => {
  it('is not asked again when its reply is cut off', async () => {
    const { server, model } = await openStand();
    server.replyWith({ text: 'It sails at', finish: 'length' });
    expect(await model.reply(request())).toMatchObject({ text: 'It sails at', finish: 'length' });
    expect(server.asked).toHaveLength(1);
    await server.close();
  });
});

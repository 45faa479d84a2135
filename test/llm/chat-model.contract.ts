/**
 * What every provider behind the `ChatModel` port keeps, whatever its wire format. A provider's test makes a `Stand`:
 * the model, in front of a real loopback server that speaks the provider's format and does what a script says.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ChatModel, ModelErrorCode, ModelRequest, ToolSpec } from '../../src/llm/chat-model.ts';
import { eventually } from '../support/fake-clock.ts';
import type { FakeClock } from '../support/fake-clock.ts';

export interface Stand {
  readonly model: ChatModel;
  /** The model's clock: its patience ends when a test moves it. */
  readonly clock: FakeClock;
  /** What the server does with the next request; scripts queue up. */
  will(script: Script): void;
  /** Every request that arrived, oldest first, in words that all formats share. */
  asked(): readonly Asked[];
  /** Requests that arrived and are neither answered to their end nor hung up. */
  underWay(): number;
  close(): Promise<void>;
}

export type Script =
  | {
      /** The text, in the pieces that it is streamed in. */
      readonly say?: readonly string[];
      /** What the model thinks by itself before it speaks; nobody's business. */
      readonly think?: string;
      /** Calls of tools; without an id where the provider gives none, or none that is unique. */
      readonly calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
      /** Absent: the provider doesn't count. */
      readonly usage?: { readonly input: number; readonly output: number };
      readonly finish?: 'stop' | 'length' | 'blocked';
    }
  | { readonly fault: Fault };

export type Fault =
  /** 429, to be asked again in seven seconds. */
  | 'rate_limited'
  /** 429, and not again today. */
  | 'quota'
  | 'server_error'
  | 'overloaded'
  | 'wrong_key'
  | 'unknown_model'
  /** Takes the connection and hangs up. */
  | 'hangs_up'
  /** Begins a stream ("The ferry") and hangs up. */
  | 'breaks_off'
  /** Takes the request and never answers. */
  | 'never_answers'
  /** Begins a stream ("The ferry") and says no more, without an end. */
  | 'falls_silent'
  /** Answers 200 with a web page. */
  | 'speaks_html'
  /** Answers 200 with a stream of what is no JSON. */
  | 'speaks_gibberish'
  /** Answers 200, and there is no reply in it. */
  | 'says_nothing';

export interface Asked {
  readonly system: string;
  /** People's words and the model's, oldest first, without tools' traffic. */
  readonly said: readonly { readonly by: 'user' | 'model'; readonly text: string }[];
  readonly tools: readonly string[];
  /** Calls of tools that the request tells of, and their results. */
  readonly called: readonly string[];
  readonly results: readonly { readonly name?: string; readonly text: string }[];
  /** Whether the server was asked to keep to a schema. */
  readonly structured: boolean;
  readonly maxOutputTokens: number | undefined;
  readonly temperature: number | undefined;
}

const SEARCH: ToolSpec = {
  name: 'search',
  description: 'Search the archive.',
  parameters: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
    additionalProperties: false,
  },
};
const NOW: ToolSpec = {
  name: 'now',
  description: 'Tell the time.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};
const VERDICT = {
  name: 'verdict',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { same: { type: 'boolean' }, why: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    required: ['same', 'why'],
    additionalProperties: false,
  },
};

const FAULTS: Readonly<Record<Fault, ModelErrorCode>> = {
  rate_limited: 'rate_limited',
  quota: 'quota',
  server_error: 'unavailable',
  overloaded: 'unavailable',
  wrong_key: 'misconfigured',
  unknown_model: 'misconfigured',
  hangs_up: 'unavailable',
  breaks_off: 'unavailable',
  never_answers: 'unavailable',
  falls_silent: 'unavailable',
  speaks_html: 'misconfigured',
  speaks_gibberish: 'bad_reply',
  says_nothing: 'bad_reply',
};

/** @param open a fresh model before a fresh server, for each test. */
export function keepsTheChatModelContract(provider: string, open: () => Promise<Stand>): void {
  describe(`${provider} as a chat model`, () => {
    let stand: Stand;

    beforeEach(async () => {
      stand = await open();
    });
    afterEach(async () => {
      expect(stand.clock.waiters).toBe(0);
      await stand.close();
    });

    it('answers with text, and says who served and what it cost', async () => {
      stand.will({ say: ['The ferry sails.'], usage: { input: 12, output: 5 } });
      const reply = await stand.model.reply(request());
      expect(reply).toMatchObject({ text: 'The ferry sails.', toolCalls: [], finish: 'stop' });
      expect(reply.usage).toEqual({ input: 12, output: 5 });
      expect(reply.servedBy).toMatchObject({ provider, languageModel: true });
      expect(reply.servedBy.model).not.toBe('');
    });

    it('leaves out tokens that nobody counted', async () => {
      stand.will({ say: ['The ferry sails.'] });
      const { usage } = await stand.model.reply(request());
      expect(usage.input).toBeUndefined();
      expect(usage.output).toBeUndefined();
    });

    it('lets the text be heard as it is written', async () => {
      stand.will({ say: ['The fer', 'ry ', '渡輪', ' sails.'] });
      const heard: string[] = [];
      const { text } = await stand.model.reply(request({ onDelta: (delta) => heard.push(delta) }));
      expect(text).toBe('The ferry 渡輪 sails.');
      expect(heard.join('')).toBe(text);
      expect(heard.length).toBeGreaterThan(1);
    });

    it('keeps thoughts to itself', async () => {
      stand.will({ think: 'Let me see what a ferry is.', say: ['The ferry', ' sails.'] });
      const heard: string[] = [];
      const { text } = await stand.model.reply(request({ onDelta: (delta) => heard.push(delta) }));
      expect(text).toBe('The ferry sails.');
      expect(heard.join('')).toBe('The ferry sails.');
    });

    it('hands over the system prompt, the conversation and the limits', async () => {
      stand.will({ say: ['Yes.'] });
      await stand.model.reply(
        request({
          system: 'You are the desk.',
          messages: [
            { role: 'user', text: 'Good morning.' },
            { role: 'assistant', text: 'Good morning!' },
            { role: 'user', text: 'Does it sail?' },
          ],
          limits: { maxOutputTokens: 321, temperature: 0.25 },
        }),
      );
      expect(stand.asked()).toHaveLength(1);
      const asked = stand.asked()[0]!;
      expect(asked).toMatchObject({ maxOutputTokens: 321, temperature: 0.25, structured: false, tools: [] });
      expect(asked.system).toContain('You are the desk.');
      expect(asked.said.map(({ by, text }) => `${by}: ${text}`)).toEqual([
        'user: Good morning.',
        'model: Good morning!',
        'user: Does it sail?',
      ]);
    });

    it('understands a conversation in any order', async () => {
      stand.will({ say: ['Yes.'] });
      await stand.model.reply(
        request({
          messages: [
            { role: 'assistant', text: 'A reminder: the diary.' },
            { role: 'user', text: 'Thanks.', name: 'Ada' },
            { role: 'user', text: 'And the ferry?', name: 'Bo' },
            { role: 'assistant', text: '' },
            { role: 'user', text: 'Well?' },
          ],
        }),
      );
      const said = stand
        .asked()[0]!
        .said.map(({ text }) => text)
        .join('\n');
      for (const words of ['A reminder: the diary.', 'Thanks.', 'And the ferry?', 'Well?'])
        expect(said).toContain(words);
    });

    it('asks for a tool', async () => {
      stand.will({ calls: [{ id: 'one', name: 'search', args: { query: 'ferry' } }] });
      const reply = await stand.model.reply(request({ tools: [SEARCH, NOW] }));
      expect(stand.asked()[0]!.tools).toEqual(['search', 'now']);
      expect(reply).toMatchObject({
        finish: 'tools',
        text: '',
        toolCalls: [{ name: 'search', args: { query: 'ferry' } }],
      });
      expect(reply.toolCalls[0]!.id).not.toBe('');
    });

    it('asks for several tools at once, each call with an id of its own, words beside them', async () => {
      stand.will({
        say: ['Let me look.'],
        calls: [
          { name: 'search', args: { query: 'ferry' } },
          { name: 'search', args: { query: 'strike' } },
          { name: 'now', args: {} },
        ],
      });
      const { finish, text, toolCalls } = await stand.model.reply(request({ tools: [SEARCH, NOW] }));
      expect({ finish, text }).toEqual({ finish: 'tools', text: 'Let me look.' });
      expect(toolCalls.map(({ name, args }) => ({ name, args }))).toEqual([
        { name: 'search', args: { query: 'ferry' } },
        { name: 'search', args: { query: 'strike' } },
        { name: 'now', args: {} },
      ]);
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(3);
    });

    it('gives the results back, each to its call', async () => {
      stand.will({
        calls: [
          { name: 'search', args: { query: 'ferry' } },
          { name: 'now', args: {} },
        ],
      });
      stand.will({ say: ['It sails at nine.'] });
      const first = await stand.model.reply(request({ tools: [SEARCH, NOW] }));
      const [search, now] = first.toolCalls;
      const { text } = await stand.model.reply(
        request({
          tools: [SEARCH, NOW],
          messages: [
            { role: 'user', text: 'When does it sail?' },
            {
              role: 'assistant',
              text: first.text,
              toolCalls: first.toolCalls,
              ...(first.echo && { echo: first.echo }),
            },
            { role: 'tool', callId: search!.id, name: 'search', text: 'At nine.' },
            { role: 'tool', callId: now!.id, name: 'now', text: 'It is eight.' },
          ],
        }),
      );
      expect(text).toBe('It sails at nine.');
      const asked = stand.asked()[1]!;
      expect(asked.called).toEqual(['search', 'now']);
      expect(asked.results.map((result) => result.text)).toEqual(['At nine.', 'It is eight.']);
    });

    it('understands calls that it never made', async () => {
      stand.will({ say: ['It sails at nine.'] });
      await stand.model.reply(
        request({
          tools: [SEARCH],
          messages: [
            { role: 'user', text: 'When does it sail?' },
            {
              role: 'assistant',
              text: '',
              toolCalls: [{ id: 'of-another', name: 'search', args: { query: 'ferry' } }],
              echo: { provider: 'somebody else', parts: [{ odd: true }] },
            },
            { role: 'tool', callId: 'of-another', name: 'search', text: 'At nine.' },
          ],
        }),
      );
      expect(stand.asked()[0]!.results.map((result) => result.text)).toEqual(['At nine.']);
    });

    it('answers in the form that was asked for', async () => {
      stand.will({ say: ['{"same": true,', ' "why": null}'] });
      const { text } = await stand.model.reply(request({ output: VERDICT }));
      expect(JSON.parse(text)).toEqual({ same: true, why: null });
      expect(stand.asked()[0]!.structured).toBe(true);
    });

    it('answers in the form that was asked for where there are tools as well', async () => {
      stand.will({ say: ['{"same": false, "why": "another pier"}'] });
      const { text } = await stand.model.reply(request({ output: VERDICT, tools: [SEARCH] }));
      expect(JSON.parse(text)).toEqual({ same: false, why: 'another pier' });
      const { structured, system } = stand.asked()[0]!;
      expect(structured || system.includes('JSON')).toBe(true);
    });

    it('says when the text was cut off', async () => {
      stand.will({ say: ['The ferry sa'], finish: 'length', usage: { input: 12, output: 3 } });
      const reply = await stand.model.reply(request());
      expect(reply).toMatchObject({ finish: 'length', text: 'The ferry sa', usage: { output: 3 } });
    });

    it('says when the provider refused', async () => {
      stand.will({ finish: 'blocked' });
      expect(await stand.model.reply(request())).toMatchObject({ finish: 'blocked', toolCalls: [] });
    });

    it.each(Object.entries(FAULTS) as [Fault, ModelErrorCode][])(
      '%s is %s, after one attempt and without any secret',
      async (fault, code) => {
        stand.will({ fault });
        const failed = outcome(stand.model.reply(request()));
        if (fault === 'never_answers' || fault === 'falls_silent') await patienceEnds(stand, failed);
        const error = await failed;
        expect(error).toBeInstanceOf(ModelError);
        expect(error).toMatchObject({ code, provider });
        expect((error as Error).message).toMatch(/^[A-Z].*\.$/su);
        expect(stand.asked().length).toBeLessThanOrEqual(1);
        await eventually(() => stand.underWay() === 0, 'the connection is given up');
      },
    );

    it('says when it may be asked again', async () => {
      stand.will({ fault: 'rate_limited' });
      const error = await outcome(stand.model.reply(request()));
      expect((error as ModelError).retryAtMs).toBe(stand.clock.now() + 7_000);
    });

    it('asks nobody when it was stopped before', async () => {
      const reason = new Error('the turn was stopped');
      expect(await outcome(stand.model.reply(request({ signal: AbortSignal.abort(reason) })))).toBe(reason);
      expect(stand.asked()).toEqual([]);
    });

    it('stops while it waits, at once, with the reason it was given', async () => {
      stand.will({ fault: 'never_answers' });
      const stop = new AbortController();
      const stopped = outcome(stand.model.reply(request({ signal: stop.signal })));
      await eventually(() => stand.asked().length === 1, 'the server was asked');
      const reason = new Error('the turn was stopped');
      stop.abort(reason);
      expect(await stopped).toBe(reason);
      await eventually(() => stand.underWay() === 0, 'the connection is given up');
    });

    it('stops in mid-stream, at once, with the reason it was given', async () => {
      stand.will({ fault: 'falls_silent' });
      const stop = new AbortController();
      const heard: string[] = [];
      const stopped = outcome(
        stand.model.reply(request({ signal: stop.signal, onDelta: (delta) => heard.push(delta) })),
      );
      await eventually(() => heard.length > 0, 'something was heard');
      const reason = new Error('the turn was stopped');
      stop.abort(reason);
      expect(await stopped).toBe(reason);
      await eventually(() => stand.underWay() === 0, 'the connection is given up');
    });

    it('serves again after it was out of order', async () => {
      stand.will({ fault: 'server_error' });
      stand.will({ say: ['The ferry sails.'] });
      await outcome(stand.model.reply(request()));
      expect((await stand.model.reply(request())).text).toBe('The ferry sails.');
    });
  });
}

function request(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    task: 'chat',
    system: 'You are the desk.',
    messages: [{ role: 'user', text: 'Does the ferry sail?' }],
    tools: [],
    limits: { maxOutputTokens: 500 },
    signal: new AbortController().signal,
    ...over,
  };
}

/** What a reply was rejected with. */
async function outcome(reply: Promise<unknown>): Promise<unknown> {
  try {
    await reply;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}

/** Moves the clock on until the model has waited long enough. */
async function patienceEnds(stand: Stand, failed: Promise<unknown>): Promise<void> {
  let over = false;
  void failed.finally(() => (over = true));
  await eventually(() => stand.asked().length === 1 && stand.clock.waiters > 0, 'the model waits');
  await eventually(async () => {
    if (!over) await stand.clock.advance(10_000);
    return over;
  }, 'its patience ends');
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ModelErrorCode } from '../../src/llm/chat-model.ts';
import { tool } from '../../src/sessions/tool.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot } from '../support/inbound.ts';
import { call, scriptedModel } from '../support/scripted-model.ts';
import { transcript } from '../support/stage.ts';
import { desk, results, turn } from './a-turn.ts';

const planner: Inbound = { ...message('m1', 'plan'), profile: 'planner' };
const roles = (requests: { messages: readonly { role: string }[] }[]) =>
  requests.at(-1)!.messages.map(({ role }) => role);
const said = async ({ ops }: Awaited<ReturnType<typeof turn>>['stores']) =>
  (await ops.under('')).map(({ spec }) => ('text' in spec ? spec.text : ''));

describe('a model that can not serve', () => {
  const facts = { provider: 'gemini', model: 'flash' };
  it.each<[ModelErrorCode, string, RegExp]>([
    ['cannot_serve', 'I need a language model for that.', /^I need a language model for that\.$/],
    ['rate_limited', '429', /too much to do just now; ask me again in 3 minutes/],
    ['quota', '429 a day', /quota for today is used up/],
    ['unavailable', '503', /out of reach at the moment/],
    ['refused', 'SAFETY', /refused to answer/],
    ['misconfigured', 'Gemini refuses key 1.', /not set up correctly.*Gemini refuses key 1\./],
    ['bad_reply', 'no candidates', /something that is no answer/],
    ['exhausted', 'The ceiling of $5 a day is reached.', /^The ceiling of \$5 a day is reached\.$/],
  ])(
    '%s: people read a sentence, the record has the code and who was asked',
    async (code, message_, sentence) => {
      const retryAtMs = code === 'rate_limited' ? { retryAtMs: new FakeClock().now() + 170_000 } : {};
      const model = scriptedModel(new ModelError(code, message_, { ...facts, ...retryAtMs }));
      const { end, stores } = await turn(model);
      expect(end.status).toBe('failed');
      expect(end.summary).toMatch(sentence);
      expect(end.error).toBe(`${code} (gemini/flash): ${message_}`);
      expect(await said(stores)).toEqual([end.summary]);
      expect((await transcript(stores, desk)).at(-1)).toBe(`system: ${end.summary}`);
    },
  );

  it('leaves the same closure in a scheduled run', async () => {
    const model = scriptedModel(new ModelError('quota', 'no more today', facts));
    const { end, stores } = await turn(model, slot('diary', 5));
    expect(end).toMatchObject({ status: 'failed', error: 'quota (gemini/flash): no more today' });
    expect(await said(stores)).toHaveLength(1);
  });

  it('throws what is no fault of a model: something failed on our side', async () => {
    const { end } = await turn(scriptedModel(new TypeError('a bug')));
    expect(end).toMatchObject({ status: 'failed', error: 'a bug' });
    expect(end.summary).toContain('on my side');
  });
});

describe('what a turn may spend', () => {
  it('says the ceiling when it is reached', async () => {
    const model = scriptedModel(...Array.from({ length: 9 }, (_, n) => [call('add', { n })]));
    const { end, requests } = await turn(model);
    expect(requests).toHaveLength(4);
    expect(end.summary).toBe('I stopped: I have made all the calls to a model that one turn may make (4).');
    expect(end.error).toMatch(/^exhausted: /);
  });

  it('counts the attempts of whoever counts them itself, and counts none twice', async () => {
    const twice =
      (n: number) => (request: { spending?: { attempt(): void; used(tokens: number): void } }) => {
        for (let at = 0; at < 2; at++) {
          request.spending!.attempt();
          request.spending!.used(10);
        }
        return [call('add', { n })];
      };
    const { end, requests } = await turn(scriptedModel(twice(1), twice(2), twice(3)));
    expect(requests).toHaveLength(2);
    expect(end.summary).toContain('(4)');
  });

  it('ends a walk through providers in the middle', async () => {
    const model = scriptedModel((request) => {
      for (;;) request.spending!.attempt();
    });
    expect((await turn(model)).end.error).toMatch(/^exhausted/);
  });

  it('takes tokens that nobody counted as some', async () => {
    const model = scriptedModel(
      { toolCalls: [call('add', { n: 1 })], text: 'x'.repeat(50_000), usage: {} },
      'never asked',
    );
    const { end, requests } = await turn(model);
    expect(requests).toHaveLength(1);
    expect(end.summary).toContain('all the tokens that one turn may use (10,000)');
  });

  it('tells what the attempts are for', async () => {
    const { requests } = await turn(scriptedModel('Done.'), slot('diary', 5));
    expect(requests[0]!.about).toEqual({ turn: 'diary:5', run: 'diary:5', session: 'console:desk' });
    const chat = await turn(scriptedModel('Done.'));
    expect(chat.requests[0]!.about).toEqual({
      ...{ turn: 'm1', session: 'console:desk' },
      asker: { person: 'gateway', place: 'console:desk' },
    });
    const worker: Inbound = { ...message('w', 'write', 'story:run-7/story_01/write'), kind: 'worker' };
    const work = await turn(scriptedModel('Done.'), worker);
    expect(work.requests[0]!.about).toMatchObject({ run: 'run-7' });
  });

  it('lets a conversation be heard as it is written, and nothing else', async () => {
    const heard: string[] = [];
    const house = { onDelta: (_: unknown, delta: string) => void heard.push(delta) };
    const say = (text: string) => (request: { onDelta?: (delta: string) => void }) => {
      request.onDelta?.(text);
      return text;
    };
    await turn(scriptedModel(say('Hi.')), undefined, { house });
    await turn(scriptedModel(say('Reminder.')), slot('diary', 5), { house });
    expect(heard).toEqual(['Hi.']);
  });
});

describe('an answer that was cut off', () => {
  it('is continued once, and published whole', async () => {
    const model = scriptedModel({ text: 'The council vo', finish: 'length' }, 'ted 31 to 12.');
    const { end, requests } = await turn(model);
    expect(end).toMatchObject({ status: 'ok', summary: 'The council voted 31 to 12.' });
    expect(roles(requests)).toEqual(['user', 'assistant', 'user']);
  });

  it('says so when it is cut off again, or can not go on', async () => {
    const cut = (text: string) => ({ text, finish: 'length' as const });
    for (const second of [
      cut('ted 31 to'),
      new ModelError('unavailable', 'gone'),
      { finish: 'blocked' as const },
    ]) {
      const { end } = await turn(scriptedModel(cut('The council vo'), second));
      expect(end.status).toBe('ok');
      expect(end.summary).toMatch(
        /^The council vo[\s\S]*\n\(This answer was cut off here: it grew too long\.\)$/,
      );
    }
  });

  it('is asked for again, shorter, when there is nothing of it', async () => {
    const { end } = await turn(scriptedModel({ text: '', finish: 'length' }, 'Short.'));
    expect(end.summary).toBe('Short.');
    const again = await turn(scriptedModel({ text: '', finish: 'length' }, { text: '', finish: 'length' }));
    expect(again.end).toMatchObject({
      status: 'failed',
      summary: 'The answer was cut off before its end.',
      error: 'length (script/script-1)',
    });
  });

  it('is asked for again, shorter, when it is half of a value', async () => {
    const model = scriptedModel({ text: '{"say": "Five sto', finish: 'length' }, '{"say": "Five."}');
    const { end, requests } = await turn(model, planner);
    expect(end).toMatchObject({ status: 'ok', summary: 'Five.' });
    expect(requests[1]!.messages.at(-1)!.text).toContain('shorter');
  });

  it('runs no tool whose call may be half', async () => {
    const model = scriptedModel({ toolCalls: [call('add', { n: 1 })], finish: 'length' }, 'Nothing added.');
    expect((await turn(model)).added).toEqual([]);
  });
});

describe('a value that is no JSON', () => {
  it.each([
    'Here it is:\n{"say": "Five."}\nGood luck!',
    '```json\n{"say": "Five.",}\n```',
    '{"say": "Five.", }',
  ])('is mended without another call: %j', async (text) => {
    const { end, requests } = await turn(scriptedModel(text), planner);
    expect(end).toMatchObject({ status: 'ok', summary: 'Five.' });
    expect(requests).toHaveLength(1);
  });

  it('is asked for once more, and then given up', async () => {
    const { end, requests } = await turn(scriptedModel('{"say": 5}', '{"say": [}'), planner);
    expect(requests).toHaveLength(2);
    expect(end).toMatchObject({
      status: 'failed',
      summary: 'The model did not answer in the form that was asked for.',
      fault: 'form',
    });
  });
});

describe('calls of tools', () => {
  const reader = (log: string[], gate: Promise<void>) =>
    tool({
      name: 'read',
      description: 'Reads.',
      parallel: true,
      args: z.strictObject({ n: z.number() }),
      run: async ({ n }) => {
        log.push(`read ${n} begins`);
        if (n === 1) await gate;
        log.push(`read ${n} ends`);
        return { n };
      },
    });

  it('run side by side where they only read, with results in their order; what changes something waits', async () => {
    const log: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const more = [
      reader(log, gate),
      tool({
        name: 'write',
        description: 'Writes.',
        args: z.strictObject({}),
        run: async () => void log.push('write'),
      }),
      tool({
        name: 'open',
        description: 'Opens the gate.',
        parallel: true,
        args: z.strictObject({}),
        run: async () => open(),
      }),
    ];
    const calls = [
      call('read', { n: 1 }),
      call('read', { n: 2 }),
      call('open'),
      call('write'),
      call('read', { n: 3 }),
    ];
    const allowed = { read: 5, write: 1, open: 1 };
    const { requests, stores } = await turn(scriptedModel(calls, 'Done.'), undefined, { more, allowed });
    expect(log).toEqual([
      'read 1 begins',
      'read 2 begins',
      'read 2 ends',
      'read 1 ends',
      'write',
      'read 3 begins',
      'read 3 ends',
    ]);
    expect(results(requests)).toEqual([{ n: 1 }, { n: 2 }, { status: 'ok' }, { status: 'ok' }, { n: 3 }]);
    expect((await transcript(stores, desk)).slice(2, -1)).toEqual([
      'tool: {"n":1}',
      'tool: {"n":2}',
      'tool: {"status":"ok"}',
      'tool: {"status":"ok"}',
      'tool: {"n":3}',
    ]);
  });

  it('that fail side by side are results, each its own', async () => {
    const more = [
      tool({
        name: 'read',
        description: 'Reads.',
        parallel: true as const,
        args: z.strictObject({ n: z.number() }),
        run: async ({ n }) => {
          if (n === 1) throw new Error('no such page');
          return { n };
        },
      }),
    ];
    const calls = [call('read', { n: 1 }), call('read', { n: 2 }), call('nope'), call('read', { n: 3 })];
    const { requests } = await turn(scriptedModel(calls, 'Done.'), undefined, { more, allowed: { read: 2 } });
    expect(results(requests)).toMatchObject([
      { status: 'error', message: 'read failed: no such page' },
      { n: 2 },
      { status: 'error', message: 'there is no tool "nope"; there are: read' },
      { status: 'error', message: 'read was called as often as this turn allows' },
    ]);
  });

  it.each([
    ['{"n": 2}', { sum: 2 }],
    ['```json\n{"n": 2,}\n```', { sum: 2 }],
    [
      '{"n": 2',
      { status: 'error', message: expect.stringContaining('bad arguments: it is no JSON') as string },
    ],
    ['two', { status: 'error', message: expect.stringContaining('they are one JSON object') as string }],
    ['', { status: 'error', message: expect.stringContaining('bad arguments') as string }],
  ])('with arguments as text (%j) are read, or say what is wrong', async (args, result) => {
    const { requests } = await turn(scriptedModel([call('add', args)], 'Done.'));
    expect(results(requests)).toEqual([result]);
  });

  it('may have null for what they leave out, but for nothing that is needed', async () => {
    const held: unknown[] = [];
    const more = [
      tool({
        name: 'hold',
        description: 'Holds.',
        args: z.strictObject({
          story: z.string(),
          until: z.string().exactOptional(),
          why: z.object({ text: z.string(), by: z.string().exactOptional() }).exactOptional(),
          ends: z.number().nullable(),
        }),
        run: async (args) => {
          held.push(args);
          return { held: args.story };
        },
      }),
    ];
    const calls = [
      call('hold', { story: 'a', until: null, why: { text: 'b', by: null }, ends: null }),
      call('hold', { story: null, until: null, ends: 1 }),
    ];
    const { requests } = await turn(scriptedModel(calls, 'Done.'), undefined, { more, allowed: { hold: 2 } });
    expect(held).toEqual([{ story: 'a', why: { text: 'b' }, ends: null }]);
    expect(results(requests)).toMatchObject([
      { held: 'a' },
      { message: expect.stringContaining("story can't be null; allowed: text") as string },
    ]);
  });

  it('that are the same for the third time bring no news, and the turn ends when they go on', async () => {
    const add = () => [call('add', { n: 1 })];
    const swapped = await turn(scriptedModel(add(), add(), add(), 'Two, then.'), undefined, {
      allowed: { add: 9 },
    });
    expect(swapped.end.summary).toBe('Two, then.');
    expect(swapped.added).toEqual([1, 1]);
    expect(results(swapped.requests).at(-1)).toMatchObject({
      message: expect.stringContaining('this very call of add was made 2 times') as string,
    });
    const stuck = await turn(scriptedModel(add(), add(), add(), add(), 'never asked'), undefined, {
      allowed: { add: 9 },
    });
    expect(stuck.end).toMatchObject({
      status: 'failed',
      summary: 'I kept asking for the same thing and stopped without an answer.',
    });
    expect(stuck.added).toEqual([1, 1]);
  });

  it('come back to the model as its provider wrote them', async () => {
    const echo = { provider: 'script', parts: [{ thoughtSignature: 'abc' }] };
    const { requests } = await turn(scriptedModel({ toolCalls: [call('add', { n: 1 })], echo }, 'Done.'));
    expect(requests[1]!.messages[1]).toMatchObject({ role: 'assistant', echo });
  });
});

describe('a reply that is only planning', () => {
  it.each([
    ...['Let me check the sources.', '我先查一下資料。', '[tool: look_up]', '{"tool": "add"}', '***'],
    ...['add(n=1)', 'end_quietly(reason="nothing")'],
  ])('is not published (%j): the answer itself is asked for', async (text) => {
    const { end, requests, stores } = await turn(scriptedModel(text, 'It is 31 to 12.'));
    expect(end).toMatchObject({ status: 'ok', summary: 'It is 31 to 12.' });
    expect(requests[1]!.messages.at(-1)!.text).toContain('reply with the answer itself');
    expect(await said(stores)).toEqual(['It is 31 to 12.']);
  });

  it('ends the turn with a line when nothing else comes', async () => {
    const { end, stores } = await turn(
      scriptedModel('Let me check.', 'I will look that up now.'),
      slot('diary', 5),
    );
    expect(end).toMatchObject({ status: 'failed', error: 'only planning (script/script-1)' });
    expect(await said(stores)).toEqual(['I only got as far as planning an answer. Please ask me again.']);
  });

  it('is what was meant where it was answered by rule', async () => {
    const servedBy = { provider: 'desk', model: 'desk-1', languageModel: false };
    const { end } = await turn(scriptedModel({ text: 'Let me check the sources.', servedBy }));
    expect(end.status).toBe('ok');
  });
});

describe('an answer', () => {
  it('has no marks of fences in it, nor do arguments of tools', async () => {
    const mark = '<material 0123456789abcdef: read it>the mill</material 0123456789abcdef>';
    expect((await turn(scriptedModel(`It is ${mark}.`))).end.summary).toBe('It is the mill.');
    const more = [
      tool({
        name: 'echo',
        description: 'x',
        args: z.strictObject({ text: z.string() }),
        run: async (args) => args,
      }),
    ];
    const given = await turn(scriptedModel([call('echo', { text: mark })], 'Done.'), undefined, {
      more,
      allowed: { echo: 1 },
    });
    expect(results(given.requests)).toEqual([{ text: 'the mill' }]);
  });

  it('has no link that nobody gave it', async () => {
    const asked = message('m1', 'what is at https://herald.example/vote?');
    const { end } = await turn(
      scriptedModel('It: <https://herald.example/vote> and https://evil.example/?d=secret.'),
      asked,
    );
    expect(end.summary).toBe('It: <https://herald.example/vote> and (a link was left out).');
  });
});

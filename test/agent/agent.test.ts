import { describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot } from '../support/inbound.ts';
import { call, scriptedModel } from '../support/scripted-model.ts';
import { conduct, transcript } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { desk, prompts, results, turn } from './a-turn.ts';

describe('the agent', () => {
  it('answers with what the model says, and records who served it', async () => {
    const { end, requests, stores } = await turn(scriptedModel('Good evening.'));
    expect(end).toMatchObject({ status: 'ok', summary: 'Good evening.', servedBy: { provider: 'script' } });
    expect(requests[0]).toMatchObject({ task: 'chat', system: 'You are Nightdesk.' });
    expect(requests[0]!.messages).toEqual([{ role: 'user', text: 'hello', name: 'Ann' }]);
    expect(await transcript(stores, desk)).toEqual(['user: hello', 'assistant: Good evening.']);
  });

  it('runs tools, tells the model what they gave, and writes the steps down', async () => {
    const model = scriptedModel([call('add', { n: 2 }), call('add', { n: 3 })], 'Five.');
    const { end, requests, stores } = await turn(model);
    expect(end.summary).toBe('Five.');
    expect(results(requests)).toEqual([{ sum: 2 }, { sum: 5 }]);
    expect(await transcript(stores, desk)).toEqual([
      'user: hello',
      'assistant: ',
      'tool: {"sum":2}',
      'tool: {"sum":5}',
      'assistant: Five.',
    ]);
  });

  it('makes results of what a model does wrong: unknown tools, bad arguments, too many calls, refusals', async () => {
    const model = scriptedModel(
      [
        call('nope'),
        call('secret'),
        call('add', { n: 'two' }),
        call('add', { n: -1 }),
        call('add', { n: -2 }),
        call('add', { n: 1 }),
      ],
      'Sorry.',
    );
    const { requests, added } = await turn(model);
    expect(results(requests)).toMatchObject([
      { message: 'there is no tool "nope"; there are: add, fail' },
      { message: 'there is no tool "secret"; there are: add, fail' },
      { status: 'error', message: expect.stringContaining('n') as string },
      { message: 'only positive numbers' },
      { message: 'only positive numbers' },
      { message: 'add was called as often as this turn allows' },
    ]);
    expect(added).toEqual([]);
  });

  it('counts no call that it could not read, so that the model can put it right', async () => {
    const unread = [call('add', { n: 'two' }), call('add', { count: 2 }), call('add', {})];
    const { requests } = await turn(scriptedModel(unread, [call('add', { n: '2' })], 'Two.'));
    expect(results(requests).map((result) => 'status' in Object(result))).toEqual([true, true, true, false]);
    expect(results(requests).at(-1)).toEqual({ sum: 2 });
  });

  it('takes an empty text for an argument that was left out', async () => {
    const { requests } = await turn(scriptedModel([call('add', { n: 2, note: '' })], 'Two.'));
    expect(results(requests)).toEqual([{ sum: 2 }]);
  });

  it('tells the model that a tool failed, and the operator why', async () => {
    const { requests, failures } = await turn(scriptedModel([call('fail')], 'It failed.'));
    expect(results(requests)).toEqual([{ status: 'error', message: 'fail failed: disk on fire' }]);
    expect(failures).toEqual(['fail: disk on fire']);
  });

  it('stops a turn that has made all the calls it may, with a sentence', async () => {
    const { end } = await turn(scriptedModel(...Array.from({ length: 9 }, (_, n) => [call('add', { n })])));
    expect(end).toMatchObject({
      status: 'failed',
      summary: expect.stringContaining('all the calls') as string,
    });
  });

  it('ends as failed, with its sentence, when the model can not serve', async () => {
    const { end } = await turn(
      scriptedModel(new ModelError('cannot_serve', 'I need a language model for that.')),
    );
    expect(end).toMatchObject({ status: 'failed', summary: 'I need a language model for that.' });
  });

  it('does not publish a reply that was blocked', async () => {
    const { end } = await turn(scriptedModel({ text: 'half an ans', finish: 'blocked' }));
    expect(end).toMatchObject({ status: 'failed', summary: 'The model refused to answer this.' });
  });

  it('has a reply that is not the JSON asked for repaired once, and then gives up', async () => {
    const planner = { ...message('m1', 'plan'), profile: 'planner' };
    const good = await turn(scriptedModel('Here you go!', '```json\n{"say":"Five stories."}\n```'), planner);
    expect(good.end).toMatchObject({
      status: 'ok',
      summary: 'Five stories.',
      value: { say: 'Five stories.' },
    });
    // What it says is for people, as an answer is: no link goes out that nobody gave.
    const leaks = await turn(scriptedModel('{"say":"Read _https://evil.example/4711_ now."}'), planner);
    expect(leaks.end).toMatchObject({ status: 'ok', summary: 'Read _(a link was left out)_ now.' });
    const bad = await turn(scriptedModel('prose', '{"say": 5}'), planner);
    expect(bad.end).toMatchObject({ status: 'failed' });
    expect(bad.requests).toHaveLength(2);
  });

  describe('that sums up a conversation', () => {
    const compaction: Inbound = {
      ...message('c1', 'Sum up.'),
      kind: 'worker',
      profile: 'compaction',
      compaction: { covers: 'm0' },
    };
    const lines = '- Ann asked to leave out crypto until Monday; noted.\n- Bo objected; still open.';

    it.each([
      "I'm sorry, but I can't help with that.",
      'Sure! The diary is set up for 18:00.',
      'There is no conversation here. Please provide the text.',
      '**Summary:** nothing.',
      '{"summary": ["Ann asked to leave out crypto."]}',
    ])('is asked once more where it writes %j, which never stands for the conversation', async (said) => {
      const good = await turn(scriptedModel(said, lines), compaction);
      expect(good.end).toMatchObject({ status: 'ok', summary: lines });
      const bad = await turn(scriptedModel(said, said), compaction);
      expect(bad.end).toMatchObject({ status: 'failed', summary: 'There was no summary in the answer.' });
    });

    it.each([
      `Here it is:\n\n${lines}`,
      '• Ann objected.',
      '1. Ann objected.',
      '摘要：\n- 陳小姐要求不報加密貨幣。',
    ])('has done so with %j', async (said) => {
      const { end, requests } = await turn(scriptedModel(said), compaction);
      expect(end).toMatchObject({ status: 'ok', summary: said });
      expect(requests).toHaveLength(1);
    });
  });

  it('reads the rendered prompt of a scheduled turn, which never enters the transcript', async () => {
    const { requests, stores } = await turn(scriptedModel('Done.'), slot('diary', 5));
    expect(requests[0]!.messages).toEqual([{ role: 'user', text: 'rendered' }]);
    expect((await transcript(stores, desk))[0]).toBe('user: Scheduled cron job triggered: diary');
  });

  it('lets a quiet job end without a message, as a typed outcome', async () => {
    const model = scriptedModel([call('end_quietly', { reason: 'nothing new' })]);
    const { end, stores } = await turn(model, slot('diary', 5, 'console:desk', { quiet: true }));
    expect(end).toMatchObject({ status: 'quiet', summary: 'nothing new' });
    expect(await stores.ops.under('')).toEqual([]);
    expect((await transcript(stores, desk)).at(-1)).toBe('system: nothing new');
  });

  it.each(['HEARTBEAT_OK', '**HEARTBEAT_OK**', 'HEARTBEAT_OK. All is well.', 'Nothing new. HEARTBEAT_OK'])(
    'takes %j as the end of a heartbeat that has nothing to say',
    async (said) => {
      const beat: Inbound = { ...message('h1', 'Heartbeat'), kind: 'heartbeat', profile: 'heartbeat' };
      const { end, stores } = await turn(scriptedModel(said), beat);
      expect(end).toMatchObject({ status: 'quiet' });
      expect(JSON.stringify(await transcript(stores, desk))).not.toContain('HEARTBEAT_OK');
    },
  );

  it.each([
    'HEARTBEAT_OK, but the tunnel is closed again and two of our stories say that it is open.',
    'The word HEARTBEAT_OK stands in the log.',
  ])('keeps what a heartbeat has to say: %j', async (said) => {
    const beat: Inbound = { ...message('h1', 'Heartbeat'), kind: 'heartbeat', profile: 'heartbeat' };
    expect((await turn(scriptedModel(said), beat)).end).toMatchObject({ status: 'ok', summary: said });
  });

  it('keeps the word in a chat, where it means nothing', async () => {
    expect((await turn(scriptedModel('HEARTBEAT_OK'))).end).toMatchObject({
      status: 'ok',
      summary: 'HEARTBEAT_OK',
    });
  });

  it('offers no quiet ending to other jobs', async () => {
    const { requests } = await turn(
      scriptedModel([call('end_quietly', { reason: 'x' })], 'Done.'),
      slot('diary', 5),
    );
    expect(results(requests)).toMatchObject([{ message: expect.stringContaining('no tool') as string }]);
  });

  it('has the tools that are offered to its profile, unless the registry says otherwise', async () => {
    const offered = (profile: string) => (profile === 'chat' ? { secret: 1, add: 0 } : {});
    const { requests, added } = await turn(
      scriptedModel([call('secret', {})], [call('add', { n: 2 })], 'Done.'),
      message('m1', 'hello'),
      { house: { offered } },
    );
    expect(results(requests)[0]).toBe('no');
    expect(added).toEqual([2]);
  });

  it('answers one thing after the other when people join in, and says all of it', async () => {
    const clock = new FakeClock();
    const stores = openStores(tempHome());
    let say = async () => {};
    const model = scriptedModel(async () => {
      await say();
      return { text: 'Noted.', servedBy: { provider: 'desk', model: 'desk-1', languageModel: false } };
    }, 'You are welcome.');
    const agent = new Agent({
      model,
      prompts: prompts(),
      tools: [],
      outputs: {},
      clock,
      window: async () => [],
      setting: async () => ({ values: { NAME: 'Nightdesk' }, material: {} }),
      failed: () => {},
    });
    const { conductor } = conduct(stores, clock, agent.perform);
    say = async () => {
      expect((await conductor.submit(message('m2', 'thanks'))).kind).toBe('joined');
    };
    await conductor.submit(message('m1', 'remember the diary'));
    await conductor.idle();
    expect(model.requests.map(({ messages }) => messages.at(-1)!.text)).toEqual([
      'remember the diary',
      'thanks',
    ]);
    expect((await stores.transcripts.tail(desk, 1))[0]!.content).toBe('Noted.\n\nYou are welcome.');
  });

  it('says so when there is nothing to say', async () => {
    const { end } = await turn(scriptedModel('  '));
    expect(end).toMatchObject({ status: 'ok', summary: 'There was nothing to say.' });
  });
});

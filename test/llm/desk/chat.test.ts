import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/desk/desk-model.ts';
import { CHAT_TOOLS, deskRequest, offering, toolResult, user } from './desk-requests.ts';

const say = (text: string, ...results: ReturnType<typeof toolResult>[]) =>
  deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages: [user(text), ...results] }));

describe('a conversation without a language model', () => {
  it.each([
    ['no more crypto today', 'remember', { text: 'no more crypto today' }],
    ['please skip sports this week', 'remember', { text: 'please skip sports this week' }],
    ['leave the harbour tunnel out', 'remember', { text: 'leave the harbour tunnel out' }],
    ['remember that Ann is away on Friday', 'remember', { text: 'Ann is away on Friday' }],
    ['今日唔好再出加密貨幣', 'remember', { text: '今日唔好再出加密貨幣' }],
    ['記住星期五休息', 'remember', { text: '星期五休息' }],
    ['what do you remember?', 'notes', {}],
    ['你記得啲咩？', 'notes', {}],
    ['forget note n3', 'forget', { id: 'n3' }],
    ['forget the crypto rule', 'forget', { text: 'crypto' }],
    ['what have you posted?', 'stories', {}],
    ["what's new?", 'stories', {}],
    ['今日出咗啲咩？', 'stories', {}],
    ['when is the next run?', 'jobs', {}],
    ['which jobs are there?', 'jobs', {}],
    ['下次幾時執行？', 'jobs', {}],
    ['why no more crypto today?', 'look_up', { question: 'why no more crypto today?' }],
    ['How many people were injured?', 'look_up', { question: 'How many people were injured?' }],
    [
      'Who posted the notice at the station?',
      'look_up',
      { question: 'Who posted the notice at the station?' },
    ],
    ['有幾多人受傷？', 'look_up', { question: '有幾多人受傷？' }],
  ])('"%s" calls %s', async (text, name, args) => {
    expect((await say(text)).toolCalls).toEqual([{ id: 'desk-1', name, args }]);
  });

  it.each(['hello', 'what can you do?', '你好', 'thanks!'])('answers "%s" without a tool', async (text) => {
    expect(await say(text)).toMatchObject({ toolCalls: [], finish: 'stop' });
  });

  it('confirms what a rule does, and until when', async () => {
    const rule = {
      id: 'n1',
      text: 'no more crypto today',
      exclude: { categories: ['Crypto'], subjects: [] },
      until: '18 Nov, 23:59',
    };
    expect((await say('no more crypto today', toolResult('remember', rule))).text).toBe(
      'Noted (n1): planned runs leave out Crypto until 18 Nov, 23:59.',
    );
    expect((await say('今日唔好再出加密貨幣', toolResult('remember', rule))).text).toBe(
      '記住了（n1）：選題時會略去Crypto，直到18 Nov, 23:59。',
    );
    expect(
      (await say('remember that Ann is away', toolResult('remember', { id: 'n2', text: 'Ann is away' })))
        .text,
    ).toBe('Noted (n2), until somebody tells me to forget it: "Ann is away"');
  });

  it('lists notes, jobs and stories', async () => {
    expect(
      (
        await say(
          'what do you remember?',
          toolResult('notes', { notes: [{ id: 'n1', text: 'no crypto', by: 'Ann' }] }),
        )
      ).text,
    ).toBe('What I remember:\n- n1: "no crypto" (Ann)');
    const jobs = [{ id: 'j', name: 'daily', enabled: true, schedule: 'at 07:00', next: '19 Nov, 07:00' }];
    expect((await say('when is the next run?', toolResult('jobs', { jobs }))).text).toBe(
      'Scheduled jobs:\n- daily: at 07:00 (next 19 Nov, 07:00)',
    );
    expect((await say("what's new?", toolResult('stories', { stories: [] }))).text).toBe(
      'Nothing has been posted lately.',
    );
  });

  it('passes on what a tool refused', async () => {
    expect((await say('forget note n9', toolResult('forget', { error: 'no such note' }))).text).toBe(
      "That didn't work: no such note",
    );
  });

  it('says so when the conversation does not offer the tool', async () => {
    const reply = await deskModel.reply(
      deskRequest('chat', { tools: offering('look_up'), messages: [user('when is the next run?')] }),
    );
    expect(reply.text).toContain("doesn't offer the tool");
  });

  it('looks only at what followed the last message', async () => {
    const messages = [
      user('How many were hurt?'),
      toolResult('look_up', { scope: 'story', passages: [] }),
      { role: 'assistant' as const, text: 'x' },
      user('Who is Ann Lee?'),
    ];
    const reply = await deskModel.reply(deskRequest('chat', { tools: CHAT_TOOLS, messages }));
    expect(reply.toolCalls[0]?.name).toBe('look_up');
  });
});

describe('reminders and heartbeats', () => {
  const ask = async (task: 'remind' | 'heartbeat', material: unknown) =>
    (await deskModel.reply(deskRequest(task, { material }))).text;

  it('repeats a reminder plainly', async () => {
    expect(await ask('remind', { message: 'check the diary' })).toBe('Reminder: check the diary.');
    expect(await ask('remind', { message: 'Remind us to call Ann!' })).toBe('Reminder: call Ann!');
    expect(await ask('remind', { message: '提醒大家交稿' })).toBe('提醒：交稿。');
  });

  it('is quiet without events and lists them otherwise', async () => {
    expect(await ask('heartbeat', { events: [] })).toBe('HEARTBEAT_OK');
    expect(await ask('heartbeat', { events: ['Run failed.', 'Disk is full.'] })).toBe(
      '- Run failed.\n- Disk is full.',
    );
  });

  it('stops when it was told to', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(
      deskModel.reply(deskRequest('heartbeat', { signal, material: { events: [] } })),
    ).rejects.toThrow('stopped');
  });
});
